import net from "node:net";

export interface Target {
  port: number;
  /** POST when not given. */
  method?: "GET" | "POST";
  /** /graphql when not given. */
  path?: string;
  /** Gives the body of the next request; that of a GET is not sent. */
  body: () => string;
  headers?: Readonly<Record<string, string>>;
}

export interface LoadResult {
  requests: number;
  /** Of the load, in seconds. */
  seconds: number;
  /** Milliseconds, sorted. */
  latencies: Float64Array;
}

export interface LoadOptions {
  connections: number;
  /** Ends the load after so long, or after so many requests. */
  seconds?: number;
  requests?: number;
  /** Ends the load when it turns false. */
  while?: () => boolean;
}

/** Sends requests over connections that stay open, each as soon as the last one is answered. Rejects on anything but 200. */
export async function load(target: Target, options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + (options.seconds ?? Infinity) * 1_000;
  let left = options.requests ?? Infinity;
  const next = (): string | null => {
    if (left <= 0 || performance.now() >= end || options.while?.() === false) return null;
    left -= 1;
    return requestText(target);
  };
  await Promise.all(
    Array.from({ length: options.connections }, async () => await converse(target.port, next, latencies)),
  );
  return {
    requests: latencies.length,
    seconds: (performance.now() - start) / 1_000,
    latencies: Float64Array.from(latencies).toSorted(),
  };
}

/** Milliseconds that a share of the requests stayed under. */
export function percentile({ latencies }: LoadResult, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
}

/** One answer's body. */
export async function askOnce(target: Target): Promise<string> {
  let body = "";
  let asked = false;
  await converse(
    target.port,
    () => {
      if (asked) return null;
      asked = true;
      return requestText(target);
    },
    [],
    (text) => {
      body = text;
    },
  );
  return body;
}

function requestText({ method = "POST", path = "/graphql", body, headers = {} }: Target): string {
  const text = method === "GET" ? "" : body();
  const lines = Object.entries({
    host: "127.0.0.1",
    accept: "application/json",
    ...(method === "POST" && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** One connection: a request, its answer, the next request. */
async function converse(
  port: number,
  next: () => string | null,
  latencies: number[],
  onBody?: (body: string) => void,
): Promise<void> {
  const { ask, close } = await connect(port, onBody);
  try {
    for (let text = next(); text !== null; text = next()) latencies.push(await ask(text));
  } finally {
    close();
  }
}

/** A connection that stays open, for one request after the other. */
export interface Conversation {
  /** Milliseconds until the whole answer is there. Rejects on anything but 200. */
  ask: (text: string) => Promise<number>;
  close: () => void;
}

/** The same for requests of one kind that are asked in turn with those of others. */
export async function conversationWith(target: Target): Promise<{ ask: () => Promise<number>; close: () => void }> {
  const { ask, close } = await connect(target.port);
  return { ask: async () => await ask(requestText(target)), close };
}

function connect(port: number, onBody?: (body: string) => void): Promise<Conversation> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: "127.0.0.1", port, noDelay: true });
    let sent = 0;
    let received: Buffer[] = [];
    let length = 0;
    /** Of the whole answer; -1 while unknown, -2 for one in chunks. */
    let expected = -1;
    let answered = (_milliseconds: number): void => {};
    let failed: (error: Error) => void = reject;

    function ask(text: string): Promise<number> {
      received = [];
      length = 0;
      expected = -1;
      return new Promise((onAnswer, onError) => {
        answered = onAnswer;
        failed = onError;
        sent = performance.now();
        socket.write(text);
      });
    }

    function finish(): void {
      const milliseconds = performance.now() - sent;
      const head = Buffer.concat(received).toString("latin1", 0, 64);
      if (!head.startsWith("HTTP/1.1 200")) {
        socket.destroy();
        failed(new Error(Buffer.concat(received).toString("utf8", 0, 600)));
        return;
      }
      if (onBody !== undefined) onBody(bodyOf(Buffer.concat(received)));
      answered(milliseconds);
    }

    socket.on("connect", () => resolve({ ask, close: () => socket.end() }));
    socket.on("error", (error) => failed(error));
    socket.on("data", (chunk: Buffer) => {
      received.push(chunk);
      length += chunk.length;
      if (expected === -1) expected = lengthOf(received.length === 1 ? chunk : Buffer.concat(received));
      if (expected === -2 ? chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : length === expected) finish();
    });
  });
}

function lengthOf(start: Buffer): number {
  const headEnd = start.indexOf(HEAD_END);
  if (headEnd < 0) return -1;
  const head = start.toString("latin1", 0, headEnd);
  const contentLength = /^content-length: *(\d+)/im.exec(head)?.[1];
  return contentLength === undefined ? -2 : headEnd + HEAD_END.length + Number(contentLength);
}

function bodyOf(answer: Buffer): string {
  const headEnd = answer.indexOf(HEAD_END);
  const body = answer.toString("utf8", headEnd + HEAD_END.length);
  const isChunked = lengthOf(answer) === -2;
  return isChunked ? body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/gi, "") : body;
}
