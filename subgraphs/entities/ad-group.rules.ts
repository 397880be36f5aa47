import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import type { AdGroupStatus } from "./ad-group.type.js";
import { checkDomains, checkText } from "./checks.js";
import type { EntityEvent } from "./entity-event.js";

export const AD_GROUP_STATES: StateTable<AdGroupStatus, EntityEvent> = {
  ADMIN_REVIEW: { APPROVE: "APPROVED", REJECT: "ADMIN_PAUSED" },
  APPROVED: { PAUSE: "PAUSED", RESUME: "APPROVED", APPROVE: "APPROVED", REJECT: "ADMIN_PAUSED" },
  PAUSED: { PAUSE: "PAUSED", RESUME: "APPROVED", REJECT: "ADMIN_PAUSED" },
  ADMIN_PAUSED: { APPROVE: "APPROVED", REJECT: "ADMIN_PAUSED" },
};

/** The fields of an ad group that a client may send; undefined is "not given". */
export interface AdGroupFields {
  name?: string | undefined;
  siteExclusions?: string[] | undefined;
}

export function checkAdGroup(fields: AdGroupFields): Violation[] {
  return [...checkText("name", fields.name, 1, 255), ...checkDomains("siteExclusions", fields.siteExclusions)];
}
