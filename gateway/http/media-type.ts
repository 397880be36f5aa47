import type { FastifyRequest } from "fastify";
import { AppError } from "../../lib/errors.js";

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/**
 * Throws UNSUPPORTED_MEDIA_TYPE for a request to /graphql that says its body is something that
 * would be read wrongly: compressed, of another charset than UTF-8, or of a type that only begins
 * like JSON. Other types are refused where bodies are read and forms are told apart.
 */
export function checkMediaType(request: FastifyRequest): void {
  const type = request.headers["content-type"];
  const encoding = request.headers["content-encoding"];
  const isGet = request.method === "GET" || request.method === "HEAD";
  const isRefused =
    (encoding !== undefined && encoding.toLowerCase() !== "identity") ||
    (type !== undefined && (isGet || /^\s*application\/json/i.test(type)) && !isJson(type));
  if (isRefused) throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send application/json in UTF-8, not compressed.");
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/**
 * Throws UNSUPPORTED_MEDIA_TYPE for a request to the old interface whose body would be read wrongly: one that is
 * compressed, or written in another charset than UTF-8.
 */
export function refuseUnreadBody({ headers }: Pick<FastifyRequest, "headers">): void {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body without Content-Encoding: none is read here.");
  const charset = CHARSET.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body in UTF-8: no other charset is read here.");
}

function isJson(type: string): boolean {
  const [essence, ...parameters] = type.split(";");
  return essence !== undefined && /^application\/json *$/i.test(essence) && parameters.every(isParameter);
}

function isParameter(text: string): boolean {
  const [name, value, ...rest] = text.trim().split("=");
  if (name === undefined || value === undefined || rest.length > 0 || !TOKEN.test(name)) return false;
  const unquoted = value.replace(/^"(.*)"$/, "$1");
  return TOKEN.test(unquoted) && (name.toLowerCase() !== "charset" || /^utf-?8$/i.test(unquoted));
}
