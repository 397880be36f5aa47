import { AppError } from "../../lib/errors.js";
import { keysOf } from "../../lib/keys.js";

/** The lists of the graph in which the objects that a request names are looked up. */
const LISTS = {
  advertisables: "advertisables",
  campaigns: "campaigns",
  adGroups: "adGroups",
  ads: "ads",
  segments: "segments",
} as const;

type List = keyof typeof LISTS;
const NAMES = keysOf(LISTS);

/** EIDs that a request names, by list; undefined where it names none. */
export type NamedObjects = Readonly<Partial<Record<List, readonly string[] | undefined>>>;

function variable(list: List): string {
  return `named${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

/** Declarations for an operation that has NAMED_SELECTION. */
export const NAMED_DECLARATIONS = NAMES.map(
  (list) => `$${variable(list)}: [String!]!, $${variable(list)}Given: Boolean!`,
).join(", ");

function lookUp(list: List): string {
  return `${variable(list)}: ${LISTS[list]}(first: 1000, filter: { eid: { in: $${variable(list)} }, isActive: { in: [true, false] } })
    @include(if: $${variable(list)}Given) { nodes { eid ${list === "advertisables" ? "" : "advertisableEid"} } }`;
}

/** Root fields that look up every object which the request names, deleted ones included, with the first page. */
export const NAMED_SELECTION = `... @include(if: $firstPage) { ${NAMES.map(lookUp).join(" ")} }`;

/** The variables of NAMED_SELECTION. */
export function namedVariables(named: NamedObjects): Record<string, unknown> {
  return Object.fromEntries(
    NAMES.flatMap((list) => [
      [variable(list), named[list] ?? []],
      [`${variable(list)}Given`, named[list] !== undefined],
    ]),
  );
}

/**
 * NOT_FOUND for the first named object that is missing, foreign, or not one of the advertisable that
 * the request is about: a report never leaves one out silently (the old interface's rule for filters).
 */
export function requireNamed(
  data: unknown,
  named: NamedObjects,
  advertisableEids: readonly string[] | null = null,
): void {
  for (const list of NAMES) {
    const found: unknown = typeof data === "object" && data !== null ? Reflect.get(data, variable(list)) : null;
    // Not asked again on later pages.
    if (found === undefined) continue;
    const nodes = isFound(found) ? found.nodes : [];
    const known = new Set(
      nodes
        .filter((node) => advertisableEids === null || advertisableEids.includes(node.advertisableEid ?? node.eid))
        .map((node) => node.eid),
    );
    const unknown = named[list]?.find((eid) => !known.has(eid));
    if (unknown !== undefined)
      throw new AppError("NOT_FOUND", `There is no ${unknown} among the ${list.toLowerCase()} that you can see here.`);
  }
}

function isFound(value: unknown): value is { nodes: { eid: string; advertisableEid?: string }[] } {
  return typeof value === "object" && value !== null && "nodes" in value;
}
