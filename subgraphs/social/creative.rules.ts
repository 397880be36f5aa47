import { AppError, type Violation } from "../../lib/errors.js";
import { checkInteger, checkText, checkUrl } from "../../lib/checks.js";
import type { CreativeStatus } from "./creative.type.js";

/** The fields of a creative that a client may send; undefined and null are "nothing to check". */
interface CreativeFields {
  name?: string | null | undefined;
  title?: string | null | undefined;
  message?: string | null | undefined;
  description?: string | null | undefined;
  caption?: string | null | undefined;
  callToAction?: string | null | undefined;
  link?: string | null | undefined;
  imageUrl?: string | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
}

const MAX_PIXELS = 10_000;

export function checkCreative(fields: CreativeFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkText("title", fields.title, 1, 255),
    ...checkText("message", fields.message, 1, 10_000),
    ...checkText("description", fields.description, 1, 10_000),
    ...checkText("caption", fields.caption, 1, 255),
    ...checkText("callToAction", fields.callToAction, 1, 40),
    ...checkUrl("link", fields.link),
    ...checkUrl("imageUrl", fields.imageUrl),
    ...checkInteger("width", fields.width, 1, MAX_PIXELS),
    ...checkInteger("height", fields.height, 1, MAX_PIXELS),
  ];
}

/** Refuses to change a creative that the network owns, and to delete one that ads still use. */
export function requireEditable(creative: { readOnly: boolean }, wanted: CreativeStatus, isUsed: boolean): void {
  if (creative.readOnly) throw new AppError("ILLEGAL_TRANSITION", "The network owns this creative; make another one.");
  if (wanted === "DELETED" && isUsed)
    throw new AppError("ILLEGAL_TRANSITION", "Ads use this creative; delete them first.");
}
