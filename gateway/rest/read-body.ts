import { isUtf8 } from "node:buffer";
import { parse, type ParsedUrlQuery } from "node:querystring";
import multipart from "@fastify/multipart";
import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import { AppError } from "../../lib/errors.js";
import { withLongNumbers } from "./long-numbers.js";
import { UploadedFile } from "./parameter.js";

/** Parts of a form at most: a list of 1,001 repeated values still gets the answer that it is too long. */
const MAX_PARTS = 1_100;
const MAX_FILES = 10;

const MEBIBYTE = 1_048_576;

const FORM = "application/x-www-form-urlencoded";

/** Leaves a byte order mark out. */
const UTF8 = new TextDecoder();

/** The texts of a JSON document, so that colons within them do not count. */
const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether a body may be a bare text. */
    takesText?: boolean;
  }
}

/** Lets the routes of a scope read JSON whose every key is named once and whose whole numbers keep their digits, multipart forms, and bare text where they take it. */
export async function registerBodies(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart);
  const parseJson = scope.getDefaultJsonParser("error", "error");
  scope.removeContentTypeParser(["application/json", FORM]);
  scope.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    const text = textOf(bytes);
    if (text === null) return done(notUtf8());
    void parseJson(request, text, (error, body) => {
      if (error !== null) done(error);
      else if (!repeatsKey(text, body)) done(null, withLongNumbers(text, body));
      else done(new AppError("BAD_USER_INPUT", "The JSON body names a key twice in one object."));
    });
  });
  scope.addContentTypeParser<Buffer>(FORM, { parseAs: "buffer" }, (_request, bytes, done) => {
    const fields = fieldsOf(textOf(bytes));
    if (fields === null) done(notUtf8());
    else done(null, fields);
  });
  scope.addContentTypeParser<string>("text/plain", { parseAs: "string" }, (request, text, done) => {
    if (request.routeOptions.config.takesText === true) done(null, text);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE("text/plain"));
  });
}

/** The text of a body, or null where it is not UTF-8: what a lenient reader makes of it would be kept for good. */
function textOf(bytes: Buffer): string | null {
  return isUtf8(bytes) ? UTF8.decode(bytes) : null;
}

/** The fields of a form, repeated ones as a list; null for one that is not UTF-8, or has a % that stands for nothing. */
function fieldsOf(text: string | null): ParsedUrlQuery | null {
  let isRight = text !== null;
  const decodeStrictly = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      isRight = false;
      return part;
    }
  };
  const fields = parse(text ?? "", "&", "=", { maxKeys: 0, decodeURIComponent: decodeStrictly });
  return isRight ? fields : null;
}

/** The body of a request is text in another encoding. */
export function notUtf8(): AppError {
  return new AppError("BAD_USER_INPUT", "The body must be text in UTF-8; in a form, write % as %25.");
}

/** Whether an object of a JSON text names a key twice, where the last one would win in silence. */
function repeatsKey(text: string, value: unknown): boolean {
  const named = text.replaceAll(TEXTS, "").split(":").length - 1;
  let kept = 0;
  const open: unknown[] = [value];
  // Not by recursion, which a text that nests deep enough would end.
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    const members: unknown[] = Object.values(next);
    if (!Array.isArray(next)) kept += members.length;
    for (const member of members) open.push(member);
  }
  return named !== kept;
}

/** The body of a request as it was parsed, or the parts of its multipart form. Throws BAD_USER_INPUT and REQUEST_TOO_LARGE. */
export async function readBody(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const limit = request.routeOptions.bodyLimit;
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  const fields = new Map<string, unknown[]>();
  let size = 0;
  try {
    const limits = { parts: MAX_PARTS, fields: MAX_PARTS, files: MAX_FILES, fieldSize: limit, fileSize: limit };
    for await (const part of request.parts({ limits })) {
      const value = part.type === "file" ? new UploadedFile(await part.toBuffer()) : part.value;
      size += value instanceof UploadedFile ? value.bytes.length : String(value).length;
      if (size > limit || (part.type === "field" && part.valueTruncated)) throw tooLarge(limit);
      const values = fields.get(part.fieldname);
      if (values === undefined) fields.set(part.fieldname, [value]);
      else values.push(value);
    }
  } catch (error) {
    throw failureOf(error, limit);
  }
  return Object.fromEntries(fields);
}

/** What the reader of forms throws is about the form, whether it has a status or not. */
function failureOf(error: unknown, limit: number): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if (Reflect.get(error, "statusCode") === 413) return tooLarge(limit);
  return new AppError("BAD_USER_INPUT", "The body is not a multipart form that can be read.", { cause: error });
}

/** The body of a request is over its route's limit in bytes. */
export function tooLarge(limit: number): AppError {
  const most = limit < MEBIBYTE ? `${limit} bytes` : `${limit / MEBIBYTE} MiB`;
  return new AppError("REQUEST_TOO_LARGE", `The body is too large; send at most ${most}.`);
}
