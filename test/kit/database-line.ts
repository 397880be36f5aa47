import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A statement on its way to the server: its text as far as it was sent, and how many went before it since `cutAt`. */
export interface SentStatement {
  text: string;
  index: number;
}

/** Where a connection ends: before the server has a statement, or once it has answered, which nobody hears. */
export type Cut = "BEFORE" | "AFTER";

/** What stands between a service and its database: all its connections end at once, as when either of them is killed. */
export interface DatabaseLine {
  /** The database through the line. */
  url: string;
  /** Cuts the line at the first statement for which this says where; null lets everything pass. */
  cutAt(where: ((statement: SentStatement) => Cut | null) | null): void;
  /** Whether the line was cut since it was last told where. */
  wasCut(): boolean;
  close(): Promise<void>;
}

/** A message is a letter and its length, which counts itself; the first one of a connection has no letter. */
const LENGTH = 4;
const READY = "Z".charCodeAt(0);

/** What ends a statement, and the parts of one that come before that: parse, bind, describe, execute, close. */
const ENDS = Buffer.from("QS");
const PARTS = Buffer.from("PBDEC");

export async function startDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let where: ((statement: SentStatement) => Cut | null) | null = null;
  let index = 0;
  let cut = false;

  function cutAll(): void {
    cut = true;
    where = null;
    for (const socket of open) socket.destroy();
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isDeaf = false;
    let waiting: Buffer = Buffer.alloc(0);
    let statement: Buffer[] = [];
    let hasBegun = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      // Whoever is cut off says so; that is the point.
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        (socket === client ? upstream : client).destroy();
      });
    }
    client.on("data", (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (;;) {
        const start = hasBegun ? 1 : 0;
        if (waiting.length < start + LENGTH) return;
        const end = start + waiting.readInt32BE(start);
        if (waiting.length < end) return;
        const message = waiting.subarray(0, end);
        waiting = waiting.subarray(end);
        statement.push(message);
        const kind = hasBegun ? message[0] : undefined;
        hasBegun = true;
        if (kind !== undefined && PARTS.includes(kind)) continue;
        const sent = Buffer.concat(statement);
        statement = [];
        const isStatement = kind !== undefined && ENDS.includes(kind);
        const decided = (isStatement && where?.({ text: sent.toString("latin1"), index: index++ })) || null;
        if (decided === "BEFORE") {
          cutAll();
          return;
        }
        if (decided === "AFTER") isDeaf = true;
        upstream.write(sent);
      }
    });
    upstream.on("data", (chunk) => {
      if (!isDeaf) client.write(chunk);
      // The server has done all of a statement when it says that it is ready: a letter, a length and a status.
      else if (chunk.at(-LENGTH - 2) === READY) cutAll();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("a line is a port");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(address.port);

  return {
    url: url.href,
    cutAt: (given) => {
      where = given;
      index = 0;
      cut = false;
    },
    wasCut: () => cut,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
