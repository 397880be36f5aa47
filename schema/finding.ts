/** How bad a finding is, worst first. */
export const LEVELS = ["breaking", "dangerous", "safe"] as const;
export type Level = (typeof LEVELS)[number];

/** What a finding is about; each kind refuses by a rule of its own (outcome.ts). */
export type FindingKind = "composition" | "change" | "lint" | "exception" | "cost";

/** Somebody who asks for what a change touches. */
export interface Use {
  /** The operation's name, or the legacy route that it answers. */
  operation: string;
  /** Where the operation comes from: a file, a manifest, recorded usage, or this service's own adapters. */
  source: string;
  /** Line and column in the operation's document. */
  at: string;
  /** API clients that asked for it, each with the day of its last call. */
  clients: readonly string[];
}

/** One thing that the check has to say. */
export interface Finding {
  kind: FindingKind;
  level: Level;
  /** The change's type, the lint rule, or the code of a composition error. */
  code: string;
  /** `Type.field`, `Type.field(argument:)`, `Enum.VALUE`; null where there is none. */
  coordinate: string | null;
  /** The area whose SDL it stands in; null where it is not known. */
  subgraph: string | null;
  message: string;
  /** Why the level is what it is, where that needs saying. */
  reason: string | null;
  /** What to do instead. */
  remedy: string | null;
  /** Changes that belong to this one. */
  related: readonly string[];
  uses: readonly Use[];
  /** Where it stands in the owner's SDL. */
  location: { file: string; line: number } | null;
}

/** A finding with nothing but what every one has. */
export function finding(
  given: Pick<Finding, "kind" | "level" | "code" | "coordinate" | "message"> & Partial<Finding>,
): Finding {
  return { subgraph: null, reason: null, remedy: null, related: [], uses: [], location: null, ...given };
}
