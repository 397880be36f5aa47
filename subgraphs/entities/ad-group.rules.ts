import type { Violation } from "../../lib/errors.js";
import { nextState, type StateTable } from "../../lib/state-table.js";
import type { AdGroupStatus } from "./ad-group.type.js";
import { checkText } from "../../lib/checks.js";
import type { EntityEvent } from "./entity-event.js";

export const AD_GROUP_STATES: StateTable<AdGroupStatus, EntityEvent> = {
  ADMIN_REVIEW: { APPROVE: "APPROVED", REJECT: "ADMIN_PAUSED" },
  APPROVED: { PAUSE: "PAUSED", RESUME: "APPROVED", APPROVE: "APPROVED", REJECT: "ADMIN_PAUSED" },
  PAUSED: { PAUSE: "PAUSED", RESUME: "APPROVED", REJECT: "ADMIN_PAUSED" },
  ADMIN_PAUSED: { APPROVE: "APPROVED", REJECT: "ADMIN_PAUSED" },
};

/** The fields of an ad group that a client may send, beside its lists; undefined is "not given". */
export interface AdGroupFields {
  name?: string | undefined;
  status?: AdGroupStatus | undefined;
}

/** What a client means by the status that an edit names. */
const EVENT_OF: Readonly<Partial<Record<AdGroupStatus, EntityEvent>>> = { APPROVED: "RESUME", PAUSED: "PAUSE" };

export function checkAdGroup(fields: AdGroupFields): Violation[] {
  const unknown = fields.status !== undefined && EVENT_OF[fields.status] === undefined;
  return [
    ...checkText("name", fields.name, 1, 255),
    ...(unknown
      ? [{ path: ["input", "status"], code: "NOT_SETTABLE", message: "status must be APPROVED or PAUSED." }]
      : []),
  ];
}

/** The status after an edit that names one; ILLEGAL_TRANSITION where pausing or resuming is. */
export function statusAfterEdit(before: AdGroupStatus, wanted: AdGroupStatus | undefined): AdGroupStatus {
  const event = wanted === undefined ? undefined : EVENT_OF[wanted];
  return event === undefined ? before : nextState(AD_GROUP_STATES, before, event, "An ad group");
}

/** The name of a copy that nobody named. */
export function copyName(name: string): string {
  return `Copy of ${name}`.slice(0, 255);
}
