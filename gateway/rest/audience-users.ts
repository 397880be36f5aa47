import { isFields } from "./json-parameters.js";
import type { Parameter, Refusal } from "./parameter.js";

/** Users of one request at most. */
const MAX_USERS = 100_000;

/** Bytes of a body that holds as many. */
export const USERS_BODY_LIMIT = 16 * 1_048_576;

/** Milliseconds that as many may take. */
export const USERS_DEADLINE = 60_000;

const MUST = `a list of at most ${MAX_USERS} users such as {"email": "a@example.com", "id": "1"}`;

/** What the graph takes in one text, since a list of as many values would take a hundred times the memory. */
function packed(users: readonly unknown[]): { value: string } | Refusal {
  if (users.length > MAX_USERS) return { code: "TOO_MANY", must: MUST };
  const lines: string[] = [];
  for (const [at, user] of users.entries()) {
    const line = lineOf(user);
    if (line === null) return { code: "INVALID", must: `${MUST}; what stands at ${at} is none` };
    lines.push(line);
  }
  return { value: lines.join("\n") };
}

function lineOf(user: unknown): string | null {
  if (!isFields(user)) return null;
  const email = textOf(user["email"]);
  const id = textOf(user["id"]);
  return email === null || id === null ? null : `${email}\t${id}`;
}

/** A value that fits on a line; the graph says of it whether it is an address or an id. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return "";
  return typeof value === "string" && !/[\t\n\0]/.test(value) ? value : null;
}

/** A list of users; undefined when it is null or not given. An empty list is one. */
export const usersParameter: Parameter<string | undefined> = {
  description: `The users, at most ${MAX_USERS}: of a segment of type crm by email, of every other by id. All are refused for one that is malformed.`,
  required: false,
  absent: undefined,
  readsEmpty: true,
  readsWhole: true,
  read: ([users]) => {
    if (users === null) return { value: undefined };
    return Array.isArray(users) ? packed(users) : { code: "INVALID", must: MUST };
  },
};
