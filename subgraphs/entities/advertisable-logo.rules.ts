import type { Violation } from "../../lib/errors.js";

/** Logos of an advertisable, the older ones included, which stay for the ads that show them: at most 1 GB. */
const MAX_LOGOS = 200;

/** One more logo of an advertisable that has `count` of them. */
export function checkRoom(count: number): Violation[] {
  if (count < MAX_LOGOS) return [];
  const message = `An advertisable has at most ${MAX_LOGOS} logos, and this one has them: the older ones stay for the ads that show them.`;
  return [{ path: ["input", "advertisableEid"], code: "TOO_MANY", message }];
}
