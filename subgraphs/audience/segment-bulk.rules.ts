import { notFound, type Violation } from "../../lib/errors.js";
import type { SegmentType } from "./segment.type.js";

/** What tells a segment apart in a list that is put: no two of a list have the same. */
export interface SegmentKey {
  advertisableEid: string;
  name: string;
  type: SegmentType;
}

/** Why one item of a list is left out. */
export interface Failure {
  code: string;
  message: string;
  path: string[];
}

export function keyOf({ advertisableEid, name, type }: SegmentKey): string {
  return JSON.stringify([advertisableEid, name, type]);
}

/** A segment that stands in a list a second time. */
export const REPEATED: Failure = {
  code: "DUPLICATE",
  message: "The same segment stands in the list before.",
  path: ["name"],
};

/** Whether an item agrees with the segment that is there on what never changes; null when it does. */
export function frozenFailure(
  given: { isConversion?: boolean | null | undefined },
  known: { isConversion: boolean },
): Failure | null {
  if (given.isConversion == null || given.isConversion === known.isConversion) return null;
  const message = "isConversion never changes; leave it out or send what it is.";
  return { code: "BAD_USER_INPUT", message, path: ["isConversion"] };
}

/** Violations of one item, whose input is the item itself. */
export function failuresOf(violations: readonly Violation[]): Failure[] {
  return violations.map(({ path, message }) => {
    const within = path[0] === "input" ? path.slice(1) : path;
    return { code: "BAD_USER_INPUT", message, path: within.map(String) };
  });
}

/** An advertisable that does not exist or that the viewer can't see. */
export function unseen(advertisableEid: string): Failure {
  const { code, message } = notFound("advertisable", advertisableEid);
  return { code, message, path: ["advertisableEid"] };
}
