import { badInput, type Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import { checkText } from "../../lib/checks.js";
import type { SocialAdStatus } from "./social-ad.type.js";

/**
 * An event is the status that is wanted; COMPLETED and KICKED come from the network alone. One that is completed may go
 * on, if its ad set was given more days; the network ends it again otherwise.
 */
export const SOCIAL_AD_STATES: StateTable<SocialAdStatus, SocialAdStatus> = {
  DRAFT: { DRAFT: "DRAFT", PAUSED: "PAUSED", ACTIVE: "ACTIVE", DELETED: "DELETED" },
  PAUSED: { PAUSED: "PAUSED", ACTIVE: "ACTIVE", DELETED: "DELETED" },
  ACTIVE: { PAUSED: "PAUSED", ACTIVE: "ACTIVE", DELETED: "DELETED" },
  DELETED: { DELETED: "DELETED" },
  COMPLETED: { COMPLETED: "COMPLETED", PAUSED: "PAUSED", ACTIVE: "ACTIVE", DELETED: "DELETED" },
  KICKED: { KICKED: "KICKED", DELETED: "DELETED" },
};

/** The status that each action of several ads leads to (decisions, section 6). */
export const STATUS_OF_ACTION = { PAUSE: "PAUSED", ACTIVATE: "ACTIVE", DELETE: "DELETED" } as const satisfies Record<
  string,
  SocialAdStatus
>;

/** The status of an ad that the network has ended: a draft or a deleted one has nothing to end. */
export function statusWhenEnded(before: SocialAdStatus, ended: "COMPLETED" | "KICKED" | undefined): SocialAdStatus {
  return ended !== undefined && (before === "ACTIVE" || before === "PAUSED") ? ended : before;
}

const FIRST: readonly SocialAdStatus[] = ["DRAFT", "PAUSED", "ACTIVE"];

export function checkAdName(name: string | null | undefined): Violation[] {
  return checkText("name", name, 1, 255);
}

/** The status of a new ad; BAD_USER_INPUT for one that an ad can't begin with. */
export function firstStatus(status: SocialAdStatus): SocialAdStatus {
  if (FIRST.includes(status)) return status;
  throw badInput(["input", "status"], "NOT_A_FIRST_STATUS", `status of a new ad must be one of ${FIRST.join(", ")}.`);
}

/** The status of a copy: what the original's people decided, and nothing that the network did. */
export function statusOfCopy(status: SocialAdStatus): SocialAdStatus {
  return FIRST.includes(status) ? status : "PAUSED";
}
