import type { MailFailureKind } from "../../lib/mail.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds that a mail is tried for, from its first try on; then it is given up. */
export const TRIED_FOR = 48 * HOUR;

/** Milliseconds that a mail waits for its image to be captured, from when the image was asked for. */
export const IMAGE_WAIT = HOUR;

const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 2 * HOUR;

/** Milliseconds until the next try after so many that failed in a row: half a minute, twice as long each time, at most two hours. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE * 2 ** Math.max(0, Math.min(failures, 30) - 1), LONGEST_PAUSE);
}

/** When the next mail of a campaign is due, after the one before it was sent. */
export function dueAfter(sentAt: number, delayHours: number): number {
  return sentAt + delayHours * HOUR;
}

/** What becomes of a mail whose try has failed: when it is tried again, or null where it is given up. */
export function nextTry(
  kind: MailFailureKind,
  tries: { attempts: number; firstTriedAt: number },
  now: number,
): number | null {
  if (kind === "PERMANENT") return null;
  const next = now + pauseAfter(tries.attempts);
  return next - tries.firstTriedAt > TRIED_FOR ? null : next;
}

/** What is known of a mail's image. */
export interface ImageState {
  status: "WAITING" | "CAPTURED" | "FAILED";
  askedAt: number;
}

/** Until when a mail waits for its image; null where it waits no longer. */
export function imageWait(image: ImageState | null, now: number): number | null {
  if (image === null || image.status !== "WAITING") return null;
  const until = image.askedAt + IMAGE_WAIT;
  return until > now ? until : null;
}

/** Mails that are taken at a time, for about this many milliseconds of work: so a pause, too, takes no longer. */
const BATCH_TIME = 1_500;
const SMALLEST_BATCH = 10;
export const LARGEST_BATCH = 500;

/** How many mails to take next, after so many took so many milliseconds. */
export function nextBatch(size: number, took: number): number {
  const fits = size * (BATCH_TIME / Math.max(took, 1));
  return Math.round(Math.min(Math.max(fits, SMALLEST_BATCH, size / 2), LARGEST_BATCH, size * 2));
}
