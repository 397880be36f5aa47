import { isEid } from "../../lib/eid.js";
import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import type { Advertisable, AdvertisableStatus } from "./advertisable.type.js";
import { checkText, checkUrl } from "../../lib/checks.js";
import { checkDomains } from "./checks.js";
import type { EntityEvent } from "./entity-event.js";

export const ADVERTISABLE_STATES: StateTable<AdvertisableStatus, EntityEvent> = {
  ADMIN_REVIEW: { APPROVE: "APPROVED", REJECT: "REJECTED" },
  APPROVED: { PAUSE: "PAUSED", RESUME: "APPROVED", APPROVE: "APPROVED", REJECT: "REJECTED" },
  PAUSED: { PAUSE: "PAUSED", RESUME: "APPROVED", REJECT: "REJECTED" },
  REJECTED: { APPROVE: "APPROVED", REJECT: "REJECTED" },
};

/** Days; the longest that a segment or a window may last (decisions, section 7). */
const MAX_WINDOW_DAYS = 540;

/** The fields of an advertisable that a client may send; undefined is "not given". */
export interface AdvertisableFields {
  name?: string | undefined;
  url?: string | null | undefined;
  productName?: string | null | undefined;
  blacklistedSites?: string[] | undefined;
  clickThroughConversionWindow?: number | undefined;
  viewThroughConversionWindow?: number | undefined;
}

export function checkAdvertisable(fields: AdvertisableFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkUrl("url", fields.url),
    ...checkText("productName", fields.productName, 1, 255),
    ...checkDomains("blacklistedSites", fields.blacklistedSites),
    ...checkWindow("clickThroughConversionWindow", fields.clickThroughConversionWindow),
    ...checkWindow("viewThroughConversionWindow", fields.viewThroughConversionWindow),
  ];
}

/** What platform administrators alone may say of an advertisable. */
export type Administration = Pick<
  Advertisable,
  | "approvalState"
  | "isPublisher"
  | "isCoopApproved"
  | "hasPrivacyPolicy"
  | "enableCustomerMultiDurSegs"
  | "cmNetworks"
  | "liquidads"
  | "ops"
  | "optimizer"
  | "saleser"
  | "iab1CategoryId"
  | "iab1CategoryName"
  | "iab2CategoryId"
  | "iab2CategoryName"
  | "iabContentId"
  | "thirdpartyCategoryId"
  | "thirdpartyCategoryName"
>;

const PEOPLE = ["liquidads", "ops", "optimizer", "saleser"] as const;

const TEXTS = [
  "approvalState",
  "cmNetworks",
  "iab1CategoryId",
  "iab1CategoryName",
  "iab2CategoryId",
  "iab2CategoryName",
  "thirdpartyCategoryName",
] as const;

export function checkAdministration(fields: Partial<Administration>): Violation[] {
  const violations = [
    ...TEXTS.flatMap((name) => checkText(name, fields[name], 1, 255)),
    ...PEOPLE.flatMap((name): Violation[] => {
      const eid = fields[name];
      if (eid == null || isEid(eid)) return [];
      return [{ path: ["input", name], code: "NOT_AN_EID", message: `${name} must be an EID of 22 characters.` }];
    }),
  ];
  return violations.map((each) => ({ ...each, path: ["input", "administration", ...each.path.slice(1)] }));
}

function checkWindow(field: string, days: number | undefined): Violation[] {
  if (days === undefined || (days >= 0 && days <= MAX_WINDOW_DAYS)) return [];
  return [
    { path: ["input", field], code: "OUT_OF_RANGE", message: `${field} must be from 0 to ${MAX_WINDOW_DAYS} days.` },
  ];
}
