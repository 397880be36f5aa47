import { webcrypto } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const compress = promisify(gzip);

const MEDIA_TYPES = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" } as const;

/** A file that browsers load and may keep for ever. */
export interface Asset {
  /** `<name>-<content hash>.js`, or .css: a new text gets a new address, so an old one may be cached for ever. */
  file: string;
  mediaType: string;
  etag: string;
  text: string;
  /** Made when it is first asked for, then kept: 0.3 s of a pool thread for the largest. */
  gzipped(): Promise<Buffer>;
}

/** Answers a request for an asset, compressed where the browser takes it. */
export async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("etag", asset.etag)
    .header("vary", "accept-encoding")
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin");
  if (request.headers["if-none-match"] === asset.etag) return reply.code(304).send();
  reply.type(asset.mediaType);
  if (!acceptsGzip(request.headers["accept-encoding"])) return reply.send(asset.text);
  // gzip and not brotli: browsers offer brotli only over TLS or on their own host, and at a quality
  // that takes no longer its files are a tenth smaller.
  return reply.header("content-encoding", "gzip").send(await asset.gzipped());
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  const codings = String(header ?? "").split(",");
  return codings.some((coding) => /^\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(coding));
}

/** `kind` is the ending of the file's name. */
export async function assetOf(name: string, text: string, kind: keyof typeof MEDIA_TYPES = "js"): Promise<Asset> {
  // Digested by a pool thread: 21 MB would hold the event loop for a tenth of a second.
  const digest = await webcrypto.subtle.digest("SHA-256", Buffer.from(text));
  const hash = Buffer.from(digest).toString("hex").slice(0, 16);
  let gzipped: Promise<Buffer> | undefined;
  return {
    file: `${name}-${hash}.${kind}`,
    mediaType: MEDIA_TYPES[kind],
    // Weak, because the same tag stands for the compressed and the plain bytes.
    etag: `W/"${hash}"`,
    text,
    gzipped: () => (gzipped ??= compress(text)),
  };
}
