/** How much one operation of a client may ask for; each is a whole number of at least 1. */
export interface OperationLimits {
  /** Tokens of the whole document. */
  tokens: number;
  /** Levels of fields, leaves included; `edges { node }` is one level, and fragments are none. */
  depth: number;
  /** Fields under another name than their own, counted wherever a fragment repeats them. */
  aliases: number;
  /** Fields of Query or Mutation. */
  rootFields: number;
  /** Fields and fragments, counted wherever a fragment repeats them. */
  selections: number;
  /** Directives, counted wherever a fragment repeats them. */
  directives: number;
  /** Items of one list in an argument or a variable. */
  listItems: number;
  /** Objects that it can make at most (gateway/planning/cost.ts). */
  cost: number;
}

export const DEFAULT_LIMITS: OperationLimits = {
  tokens: 1_000,
  depth: 10,
  aliases: 30,
  rootFields: 10,
  selections: 500,
  directives: 50,
  listItems: 1_000,
  cost: 1_000,
};

/** The defaults, or other limits, with what a text such as `depth=12,cost=2000` changes; null when the text is none of that kind. */
export function operationLimits(text: string, from: OperationLimits = DEFAULT_LIMITS): OperationLimits | null {
  const limits = { ...from };
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [, name, value] = /^\s*(\w+)\s*=\s*([1-9]\d{0,6})\s*$/.exec(pair) ?? [];
    if (name === undefined || !isLimit(name)) return null;
    limits[name] = Number(value);
  }
  return limits;
}

function isLimit(name: string): name is keyof OperationLimits {
  return Object.hasOwn(DEFAULT_LIMITS, name);
}
