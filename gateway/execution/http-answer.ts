import { Kind, type DocumentNode, type FieldNode } from "graphql";
import { ERROR_CODES } from "../../lib/errors.js";
import type { ReadAnswer } from "./compile-answer.js";
import { freeOfPrototypes } from "./free-of-prototypes.js";
import type { ResponseError, SubgraphRequest, SubgraphResponse } from "./subgraph-client.js";
import { SubrequestError } from "./subrequest-error.js";
import { isTreeObject, type TreeObject } from "./tree.js";

export interface HttpAnswer extends SubgraphResponse {
  extensions: TreeObject | undefined;
}

/**
 * The answer out of a body, in objects that inherit nothing; `read` makes those of the data. Throws SUBREQUEST_MALFORMED_RESPONSE for
 * anything that is no answer to this request; wrong types further down are found when the answer to
 * the client is made. Of a subgraph that is not `trusted` to hide what is not for clients, errors
 * keep what is harmless only.
 */
export function parseAnswer(text: string, request: SubgraphRequest, read: ReadAnswer, trusted: boolean): HttpAnswer {
  const body = parseJson(text);
  if (!isTreeObject(body)) throw malformed("the answer is no object");
  const { errors, extensions } = body;
  const data = isTreeObject(body["data"]) ? read(body["data"]) : body["data"];
  freeOfPrototypes([errors, extensions]);
  if (data !== undefined && data !== null && !isTreeObject(data)) throw malformed("data is no object");
  if (errors !== undefined && errors !== null && !Array.isArray(errors)) throw malformed("errors is no list");
  const list: unknown[] = Array.isArray(errors) ? errors : [];
  if (data == null && list.length === 0) throw malformed("the answer has neither data nor errors");
  if (isTreeObject(data)) checkRootFields(data, request);
  return {
    ...(data !== undefined && { data }),
    ...(list.length > 0 && { errors: list.map((error) => (trusted ? toError(error) : toHarmlessError(error))) }),
    extensions: isTreeObject(extensions) ? extensions : undefined,
  };
}

function malformed(reason: string): SubrequestError {
  return new SubrequestError("SUBREQUEST_MALFORMED_RESPONSE", new Error(reason));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw malformed("the answer is no JSON");
  }
}

/** Every root field must be answered, and entities one for one: what is missing there would be taken for null. */
function checkRootFields(data: TreeObject, request: SubgraphRequest): void {
  for (const field of rootFieldsOf(request.document)) {
    const value = data[field.alias?.value ?? field.name.value];
    if (value === undefined) throw malformed("a root field is missing");
    if (field.name.value !== "_entities") continue;
    const asked = representationsOf(field, request.variables);
    if (!Array.isArray(value) || value.length !== asked) throw malformed("not as many entities as were asked for");
    if (!value.every((entity) => entity === null || isTreeObject(entity))) throw malformed("an entity is no object");
  }
}

function rootFieldsOf(document: DocumentNode): FieldNode[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD)
      : [],
  );
}

function representationsOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): number | undefined {
  const value = field.arguments?.find((argument) => argument.name.value === "representations")?.value;
  const list = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  return Array.isArray(list) ? list.length : undefined;
}

function toError(error: unknown): ResponseError {
  const { message, path, extensions } = isTreeObject(error) ? error : {};
  return {
    message: typeof message === "string" ? message : ERROR_CODES.INTERNAL_SERVER_ERROR.meaning,
    ...(isPath(path) && { path }),
    ...(isTreeObject(extensions) && { extensions }),
  };
}

const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;
const MESSAGE_LENGTH = 500;

/** Signs of a stack, an address, a host, a URL, a failed connection or a path of the file system. */
const TELLING = [
  /\n|\bat\s+\S+\s*\(/,
  /\b\d{1,3}(\.\d{1,3}){3}\b|::|\S:\d{2,5}\b/,
  /\w:\/\/|\blocalhost\b|\.(internal|local|localdomain|svc|cluster|lan|corp|home|intranet|com|net|org|io|dev|cloud|eu)\b/i,
  // It begins where a word begins, or each part of a long word would be tried again.
  /(?<![a-z\d-])(?=[a-z\d]*[\d-])[a-z\d-]+(\.[a-z\d-]+){2,}/i,
  /\b(E[A-Z]{3,}|EAI_\w+)\b/,
  /(^|[\s"'(])\/\w|\b[a-z]:\\|\.[cm]?[jt]s\b/i,
];

/**
 * Servers that hide nothing give whatever was thrown as INTERNAL_SERVER_ERROR, or with no code. Who
 * names another code has thought of the client, and is believed as far as nothing in the message
 * looks like an address or a stack.
 */
function toHarmlessError(error: unknown): ResponseError {
  const { message, path, extensions } = toError(error);
  const given = extensions?.["code"];
  const code = typeof given === "string" && CODE.test(given) ? given : "INTERNAL_SERVER_ERROR";
  const shown =
    code !== "INTERNAL_SERVER_ERROR" && message.length <= MESSAGE_LENGTH && !TELLING.some((sign) => sign.test(message));
  return {
    message: shown ? message : "A part of the service failed.",
    ...(path !== undefined && { path }),
    extensions: { code },
  };
}

function isPath(path: unknown): path is (string | number)[] {
  return Array.isArray(path) && path.every((key) => typeof key === "string" || (Number.isInteger(key) && key >= 0));
}
