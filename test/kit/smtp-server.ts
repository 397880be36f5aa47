import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as the server took it. */
export interface TakenMail {
  from: string;
  to: string;
  messageId: string;
  subject: string;
  source: string;
}

/** What the server says to a recipient, or to a mail, in place of taking it. */
export interface Refusal {
  at: "RCPT" | "DATA";
  code: number;
  message: string;
}

/** A mail server that a test looks into, and that fails when the test says so. */
export interface TestSmtpServer {
  url: string;
  port: number;
  /** What it took, in the order in which it said so. */
  taken: TakenMail[];
  /** Called for each recipient, and again with the mail once that has come whole: null takes it. */
  refuse: (to: string, at: Refusal["at"]) => Refusal | null;
  /** Waited for before a client is greeted. */
  beforeGreeting: () => void | Promise<void>;
  /** Called with each mail before the server says that it has taken it; waits for it. */
  beforeAnswer: (mail: TakenMail) => void | Promise<void>;
  close(): Promise<void>;
}

export async function startSmtpServer(options: SMTPServerOptions & { port?: number } = {}): Promise<TestSmtpServer> {
  const { port: wanted = 0, ...more } = options;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      void (async () => {
        await server.beforeGreeting();
        done();
      })();
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = server.refuse(address, "RCPT");
      done(refusal?.at === "RCPT" ? failure(refusal) : null);
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = envelope.rcptTo[0]?.address ?? "";
        const source = Buffer.concat(chunks).toString("utf8");
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const mail = {
          from,
          to,
          messageId: /^Message-ID: <(.+)>/im.exec(source)?.[1] ?? "",
          subject: /^Subject: (.*)/im.exec(source)?.[1] ?? "",
          source,
        };
        const refusal = server.refuse(to, "DATA");
        if (refusal?.at === "DATA") {
          done(failure(refusal));
          return;
        }
        void (async () => {
          // What it has taken it keeps, whether or not anybody hears of it.
          server.taken.push(mail);
          await server.beforeAnswer(mail);
          done();
        })();
      });
    },
    ...more,
  });
  smtp.on("error", () => {});
  const listening = smtp.listen(wanted, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const server: TestSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken: [],
    refuse: () => null,
    beforeGreeting: () => {},
    beforeAnswer: () => {},
    close: async () => await new Promise((resolve) => smtp.close(resolve)),
  };
  return server;
}

function failure({ code, message }: Refusal): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
