import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import type { Role } from "../../lib/viewer.js";
import type { AdStatus } from "./ad.type.js";
import { checkText, checkUrl } from "../../lib/checks.js";
import type { EntityEvent } from "./entity-event.js";

export const AD_STATES: StateTable<AdStatus, EntityEvent> = {
  ADMIN_REVIEW: { APPROVE: "APPROVED", REJECT: "REJECTED" },
  APPROVED: { PAUSE: "PAUSED", RESUME: "APPROVED", APPROVE: "APPROVED", REJECT: "REJECTED" },
  PAUSED: { PAUSE: "PAUSED", RESUME: "APPROVED", REJECT: "REJECTED" },
  REJECTED: { APPROVE: "APPROVED", REJECT: "REJECTED" },
};

/** Whether an edit waits for approval as an ad of its own: what is approved is not changed behind staff's back. */
export function editMakesNewAd(status: AdStatus, role: Role): boolean {
  return role !== "STAFF" && (status === "APPROVED" || status === "PAUSED");
}

/** What an ad needs to be active (decisions, section 6, ad/create). */
interface Reachable {
  name: string;
  destinationUrl: string | null;
}

export function isComplete({ name, destinationUrl }: Reachable): boolean {
  return name !== "" && destinationUrl !== null;
}

/** An ad that lacks nothing and is not active was deleted. */
export function isDeleted(ad: Reachable & { isActive: boolean }): boolean {
  return !ad.isActive && isComplete(ad);
}

/** An ad that lacks something is not active, and becomes active once it has all; a deleted one stays deleted. */
export function isActiveAfter(before: Reachable & { isActive: boolean }, changes: Partial<Reachable>): boolean {
  const complete = isComplete({ ...before, ...changes });
  return complete && (before.isActive || !isComplete(before));
}

const MAX_PIXELS = 10_000;

/** The fields of an ad that a client may send; undefined is "not given". */
export interface AdFields {
  name?: string | undefined;
  destinationUrl?: string | null | undefined;
  headline?: string | null | undefined;
  body?: string | null | undefined;
  message?: string | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
}

export function checkAd(fields: AdFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkUrl("destinationUrl", fields.destinationUrl),
    ...checkText("headline", fields.headline, 1, 255),
    ...checkText("body", fields.body, 1, 10_000),
    ...checkText("message", fields.message, 1, 10_000),
    ...checkPixels("width", fields.width),
    ...checkPixels("height", fields.height),
  ];
}

function checkPixels(field: string, pixels: number | null | undefined): Violation[] {
  if (pixels == null || (pixels >= 1 && pixels <= MAX_PIXELS)) return [];
  return [
    { path: ["input", field], code: "OUT_OF_RANGE", message: `${field} must be from 1 to ${MAX_PIXELS} pixels.` },
  ];
}

/** "300 wide x 250 high", or null while a side is unknown. */
export function adFormat(width: number | null, height: number | null): string | null {
  return width === null || height === null ? null : `${width} wide x ${height} high`;
}

/** "300x250", or null while a side is unknown. */
export function adFormatName(width: number | null, height: number | null): string | null {
  return width === null || height === null ? null : `${width}x${height}`;
}
