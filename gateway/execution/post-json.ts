import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Dispatcher } from "undici";
import { SubrequestError } from "./subrequest-error.js";

export interface JsonPost {
  dispatcher: Dispatcher;
  origin: string;
  /** With the query string. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Bytes of the answer, after decompression, above which it is refused. */
  maxBytes: number;
  /** Ends the request and destroys its connection; its reason is what the promise rejects with. */
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  /** The body with one byte more, a zero, by which its end is found. */
  bytes: Buffer;
}

/**
 * One POST of JSON, sent once. Rejects with SubrequestError: SERVICE_UNAVAILABLE for a connection
 * that was refused or cut and for any status from 500, SUBREQUEST_MALFORMED_RESPONSE for an answer
 * that is too large, is compressed in a way that nobody asked for, or does not decompress.
 */
export async function postJson(post: JsonPost): Promise<PostAnswer> {
  // Told to nobody, and no failure of the subgraph.
  if (post.signal.aborted) throw new Error("given up before it was sent");
  let response: Dispatcher.ResponseData;
  try {
    response = await post.dispatcher.request({
      origin: post.origin,
      path: post.path,
      method: "POST",
      headers: { accept: ACCEPT, "accept-encoding": "gzip", "content-type": "application/json", ...post.headers },
      body: post.body,
      signal: post.signal,
    });
  } catch (error) {
    post.signal.throwIfAborted();
    throw new SubrequestError("SERVICE_UNAVAILABLE", error, true);
  }
  const { statusCode: status, headers, body } = response;
  if (status >= 500) {
    discard(body);
    throw new SubrequestError("SERVICE_UNAVAILABLE", new Error(`the subgraph answered with status ${status}`), true);
  }
  return { status, bytes: await readBytes(body, headers["content-encoding"], post) };
}

const ACCEPT = "application/graphql-response+json, application/json";

/** Reading the rest would keep the caller waiting for nothing. */
function discard(body: Readable): void {
  body.on("error", () => {});
  body.destroy();
}

async function readBytes(body: Readable, encoding: unknown, { maxBytes, signal }: JsonPost): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut: unknown;
  body.on("error", (error) => (cut ??= error));
  try {
    for await (const chunk of decompressed(body, encoding)) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("an answer is read as bytes");
      size += chunk.length;
      if (size > maxBytes)
        throw new SubrequestError("SUBREQUEST_MALFORMED_RESPONSE", new Error("the answer is too large"));
      chunks.push(chunk);
    }
  } catch (error) {
    discard(body);
    signal.throwIfAborted();
    if (error instanceof SubrequestError) throw error;
    const code = cut === undefined ? "SUBREQUEST_MALFORMED_RESPONSE" : "SERVICE_UNAVAILABLE";
    throw new SubrequestError(code, error, cut !== undefined);
  }
  return Buffer.concat(chunks, size + 1);
}

function decompressed(body: Readable, encoding: unknown): Readable {
  const name = typeof encoding === "string" ? encoding.trim().toLowerCase() : "identity";
  if (name === "" || name === "identity") return body;
  const decompress = DECOMPRESSORS[name];
  if (decompress === undefined) throw new Error(`the answer has the unknown encoding ${name.slice(0, 20)}`);
  // What goes wrong comes out of the stream that is returned.
  return pipeline(body, decompress(), () => {});
}

const DECOMPRESSORS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
