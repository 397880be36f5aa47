import type { SegmentType } from "./segment.type.js";

/** Users that a segment must have to look like them. */
export const LOOKALIKE_USERS = 100;

export const LookalikeRefusal = {
  NOT_ACTIVE: "NOT_ACTIVE",
  WRONG_TYPE: "WRONG_TYPE",
  TOO_FEW_USERS: "TOO_FEW_USERS",
} as const;
export type LookalikeRefusal = keyof typeof LookalikeRefusal;

/** Whose users count at all: lists of customers, and visitors by what they did (own decision). */
export function isLookalikeType(type: SegmentType): boolean {
  return type === "CRM" || type === "USER_EVENTS";
}

/**
 * The users of a segment of type USER_EVENTS (own decision): those of its uploaded list or those who came in by what they
 * did, whichever are more. The same person may be among both, and so many there are at least.
 */
export function lookalikeUsers({ uploaded, visitors }: { uploaded: number; visitors: number }): number {
  return Math.max(uploaded, visitors);
}

/** Why no audience can be made that looks like a segment; null when one can. */
export function lookalikeRefusal(segment: {
  isActive: boolean;
  type: SegmentType;
  users: number;
}): LookalikeRefusal | null {
  if (!segment.isActive) return "NOT_ACTIVE";
  if (!isLookalikeType(segment.type)) return "WRONG_TYPE";
  return segment.users < LOOKALIKE_USERS ? "TOO_FEW_USERS" : null;
}
