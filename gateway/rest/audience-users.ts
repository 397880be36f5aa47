import { createHash, type Hash } from "node:crypto";
import type { TakenItems } from "./json-reader.js";
import { isFields } from "./json-parameters.js";
import type { Parameter, Refusal } from "./parameter.js";

/** Users of one list at most. */
const MAX_USERS = 100_000;

/** Users of one request that the mutation brings itself, as a client of the graph may; more are staged before it. */
const MAX_INLINE = 1_000;

/** Users that are staged at once. */
const PART = 2_000;

/** Bytes of a body that holds as many. */
export const USERS_BODY_LIMIT = 16 * 1_048_576;

/** Milliseconds that as many may take. */
export const USERS_DEADLINE = 60_000;

/** Characters of an address or id that are read: longer ones are malformed anyway. */
const MAX_TEXT = 1_000;

const MUST = `a list of at most ${MAX_USERS} users such as {"email": "a@example.com", "id": "1"}`;

interface User {
  email: string | null;
  id: string | null;
}

/** Users as the inputs of the graph's mutations have them: themselves, or by what stands for those that are staged. */
export type UsersInput = { data: readonly User[] } | { staged: { list: number; digest: string } };

/** What stands in a body in the place of a list of users that was taken out of it. */
class TakenUsers {
  refusal: Refusal | undefined;
  input: UsersInput = { data: [] };
}

/**
 * Takes the lists of users out of a body while it arrives. Those of a request with few users go into the inputs of its
 * mutation; otherwise all are staged, some thousand at a time, and no more than those are ever in memory.
 */
export class UserCollector {
  readonly #stage: (part: number, users: string) => Promise<void>;
  readonly #lists: { taken: TakenUsers; hash: Hash }[] = [];
  #waiting: (User & { list: number })[] = [];
  #parts = 0;

  /** @param stage Stages the next part: lines of a list's number, address and id with tabs between them. */
  constructor(stage: (part: number, users: string) => Promise<void>) {
    this.#stage = stage;
  }

  /** Whether users are staged, so that somebody has to forget them again. */
  get hasStaged(): boolean {
    return this.#parts > 0;
  }

  /** The next list. */
  begin(): TakenItems {
    const taken = new TakenUsers();
    const list = this.#lists.length;
    this.#lists.push({ taken, hash: createHash("sha256") });
    let count = 0;
    return {
      add: (item) => {
        const at = count;
        count += 1;
        if (taken.refusal !== undefined) return;
        const user = userOf(item);
        if (user === null) taken.refusal = { code: "INVALID", must: `${MUST}; what stands at ${at} is none` };
        else if (count > MAX_USERS) taken.refusal = { code: "TOO_MANY", must: MUST };
        else this.#waiting.push({ ...user, list });
      },
      end: () => taken,
    };
  }

  /** Stages what there is for a part; whoever reads the body waits for it. */
  async passOn(): Promise<void> {
    while (this.#waiting.length >= PART) await this.#pass(this.#waiting.splice(0, PART));
  }

  /** What becomes of the lists, once the body has ended. */
  async finish(): Promise<void> {
    if (this.#parts === 0 && this.#waiting.length <= MAX_INLINE) {
      const byList = Map.groupBy(this.#waiting, ({ list }) => list);
      for (const [list, { taken }] of this.#lists.entries())
        taken.input = { data: (byList.get(list) ?? []).map(({ email, id }) => ({ email, id })) };
      return;
    }
    if (this.#waiting.length > 0) await this.#pass(this.#waiting.splice(0));
    for (const [list, { taken, hash }] of this.#lists.entries())
      taken.input = { staged: { list, digest: hash.digest("hex") } };
  }

  async #pass(users: readonly (User & { list: number })[]): Promise<void> {
    const lines = users.map(({ list, email, id }) => {
      const line = `${email ?? ""}\t${id ?? ""}`;
      this.#lists[list]?.hash.update(`${line}\n`);
      return `${list}\t${line}`;
    });
    const part = this.#parts;
    this.#parts += 1;
    await this.#stage(part, lines.join("\n"));
  }
}

function userOf(item: unknown): User | null {
  if (!isFields(item)) return null;
  const email = textOf(item["email"]);
  const id = textOf(item["id"]);
  return email === undefined || id === undefined ? null : { email, id };
}

/** A value that fits on a line; the graph says of it whether it is an address or an id. Undefined for any other. */
function textOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  // Half of a pair of surrogates would become another character on its way.
  if (typeof value !== "string" || /[\t\n\0]/.test(value) || !value.isWellFormed()) return undefined;
  return value.length > MAX_TEXT ? value.trim().slice(0, MAX_TEXT) : value;
}

/** A list of users; undefined when it is null or not given. An empty list is one. */
export const usersParameter: Parameter<UsersInput | undefined> = {
  description: `The users, at most ${MAX_USERS}: of a segment of type crm by email, of every other by id. All are refused for one that is malformed.`,
  required: false,
  absent: undefined,
  readsEmpty: true,
  readsWhole: true,
  read: ([users]) => {
    if (users === null) return { value: undefined };
    if (users instanceof TakenUsers) return users.refusal ?? { value: users.input };
    // A list that did not come in a body, but out of the documentation.
    const given = Array.isArray(users) ? users.map(userOf) : [null];
    const data = given.filter((user) => user !== null);
    return data.length === given.length ? { value: { data } } : { code: "INVALID", must: MUST };
  },
};
