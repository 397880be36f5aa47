import { once } from "node:events";
import type { Readable } from "node:stream";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Clock } from "../../lib/clock.js";

/** Mails that are kept; of more the oldest go. */
const KEPT = 1_000;

/** Bytes of a mail at most. */
const MAX_BYTES = 2 * 2 ** 20;

/** A mail that would have gone out. */
export interface CaughtMail {
  /** Where it is among those that came. */
  id: number;
  receivedAt: Date;
  recipients: readonly string[];
  /** As it came. */
  source: string;
  content: Email;
}

/** A mail server on this machine that takes mails to anybody and passes none on. */
export interface CatchAll {
  /** Where to send to: `smtp://127.0.0.1:…`. */
  url: string;
  /** What came, the newest first. As with large providers, a mail that comes again, by its Message-ID, is there once. */
  mails(): readonly CaughtMail[];
  close(): Promise<void>;
}

export async function startCatchAll(clock: Clock): Promise<CatchAll> {
  const mails = new Map<string, CaughtMail>();
  let count = 0;
  async function take(stream: Readable, recipients: readonly string[]): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk);
    if (Reflect.get(stream, "sizeExceeded") === true) throw new Error("The mail is too large.");
    const source = Buffer.concat(chunks).toString("utf8");
    const content = await PostalMime.parse(source);
    const known = content.messageId === undefined ? undefined : mails.get(content.messageId);
    const id = known?.id ?? (count += 1);
    mails.set(content.messageId ?? `#${id}`, { id, receivedAt: new Date(clock.now()), recipients, source, content });
    const [oldest] = mails.keys();
    if (mails.size > KEPT && oldest !== undefined) mails.delete(oldest);
  }
  const server = new SMTPServer({
    banner: "everything ends here",
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      void (async () => {
        try {
          await take(stream, recipients);
        } catch (error) {
          done(error instanceof Error ? error : new Error("It can't be read."));
          return;
        }
        done();
      })();
    },
  });
  // A client that goes away in the middle of a mail is nothing to tell of.
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("There is no port for mails.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails: () => [...mails.values()].toSorted((a, b) => b.id - a.id),
    close: async () => await new Promise((resolve) => server.close(resolve)),
  };
}
