import type { FastifyRequest } from "fastify";
import { AppError, badInput } from "../../lib/errors.js";
import { documentDigest } from "./document-digest.js";
import type { RegisteredOperations } from "./registered-operations.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes a request that names its document by an id (`documentId`, or Apollo's `extensions.persistedQuery`) one that has
 * it, and keeps unregistered documents away where only registered ones may run. To be called once it is known who asks.
 * Throws PERSISTED_QUERY_NOT_FOUND, OPERATION_NOT_REGISTERED and BAD_USER_INPUT.
 */
export async function resolveDocument(request: FastifyRequest, operations: RegisteredOperations): Promise<void> {
  const isGet = request.method === "GET";
  const sent: unknown = isGet ? request.query : request.body;
  if (!isFields(sent)) return;
  const extensions = isGet ? parsed(sent["extensions"]) : sent["extensions"];
  const hash = hashOf(extensions);
  if (hash === undefined && isFields(extensions) && extensions["persistedQuery"] != null)
    throw badInput(
      ["extensions", "persistedQuery"],
      "INVALID",
      "extensions.persistedQuery must hold version 1 and a sha256Hash.",
    );
  const text = await documentOf(sent, hash, operations);
  if (text === undefined) return;
  if (operations.mode !== "off" && !(await operations.isRegistered(text))) {
    if (operations.mode === "enforce")
      throw new AppError("OPERATION_NOT_REGISTERED", "Only registered operations run here; register this one first.");
    operations.complain(text);
  }
  if (hash !== undefined || sent["query"] !== text) giveDocument(request, sent, isGet, text);
}

/** The document that a request wants; undefined where it names none, of which the parser says more. */
async function documentOf(
  sent: Fields,
  hash: string | undefined,
  operations: RegisteredOperations,
): Promise<string | undefined> {
  const { query, documentId } = sent;
  if (documentId !== undefined && documentId !== null) {
    if (typeof documentId !== "string" || documentId === "")
      throw badInput(["documentId"], "INVALID", "documentId must be one text.");
    if ((query !== undefined && query !== null) || hash !== undefined)
      throw badInput(["documentId"], "AMBIGUOUS", "Send either documentId or a document.");
    return (await operations.find(documentId)) ?? notFound();
  }
  if (hash === undefined) return typeof query === "string" ? query : undefined;
  if (query === undefined || query === null || query === "") return (await operations.find(hash)) ?? notFound();
  if (typeof query !== "string") return undefined;
  if (documentDigest(query) !== hash && operations.textOf(hash) !== query)
    throw badInput(["extensions", "persistedQuery"], "MISMATCH", "sha256Hash is not the digest of the document.");
  operations.teach(query);
  return query;
}

/** Apollo's hash; undefined when the request has none. */
export function hashOf(extensions: unknown): string | undefined {
  const persisted = isFields(extensions) ? extensions["persistedQuery"] : undefined;
  if (!isFields(persisted) || persisted["version"] !== 1) return undefined;
  const hash = persisted["sha256Hash"];
  return typeof hash === "string" && hash !== "" ? hash : undefined;
}

/** The message by which Apollo Client knows to send the document. */
function notFound(): never {
  throw new AppError("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound");
}

/** Gives the request the document in place of what names it. */
function giveDocument(request: FastifyRequest, sent: Fields, isGet: boolean, query: string): void {
  const { documentId: _documentId, extensions, ...rest } = sent;
  const given = isGet ? parsed(extensions) : extensions;
  const { persistedQuery: _persistedQuery, ...others } = isFields(given) ? given : {};
  const isPlain = given === undefined || given === null || isFields(given);
  const kept = isPlain ? (Object.keys(others).length > 0 ? others : undefined) : extensions;
  if (!isGet) {
    request.body = { ...rest, query, ...(kept !== undefined && { extensions: kept }) };
    return;
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...rest, query }))
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each === "string") search.append(name, each);
  if (kept !== undefined) search.set("extensions", typeof kept === "string" ? kept : JSON.stringify(kept));
  const [path = ""] = (request.raw.url ?? "").split("?");
  request.raw.url = `${path}?${search.toString()}`;
  request.query = { ...rest, query };
}

function parsed(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
