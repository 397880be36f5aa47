import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { queueJobs } from "../../lib/outbox.js";
import type { EmailRecord } from "./email.table.js";
import type { ImageFailure } from "./hero-image.rules.js";

/** The job's name in the queue. */
export const CAPTURE_HERO_IMAGE = "capture-hero-image";

/** Our copy of an image, without its bytes. */
export interface HeroImageRecord {
  eid: string;
  advertisableEid: string;
  emailEid: string;
  url: string;
  status: "WAITING" | "CAPTURED" | "FAILED";
  reason: string | null;
  attempts: number;
  createdAt: Date;
}

const COLUMNS = `t.eid, t.advertisable_eid as "advertisableEid", t.email_eid as "emailEid", t.url, t.status, t.reason, t.attempts, t.created_at as "createdAt"`;

/** Asks for the images of e-mails to be captured, in the transaction of the write that named their addresses. */
export async function askForHeroImages(
  sql: Sql,
  context: RequestContext,
  emails: readonly EmailRecord[],
): Promise<void> {
  const now = new Date(context.clock.now());
  const images = emails.flatMap(({ advertisableEid, eid: emailEid, heroImageUrl: url }) =>
    url === null ? [] : [{ advertisableEid, eid: context.newEid(), emailEid, url }],
  );
  if (images.length === 0) return;
  await sql.from("email.hero_image").insert(
    images.map(({ advertisableEid, eid, emailEid, url }) => ({
      advertisable_eid: advertisableEid,
      eid,
      email_eid: emailEid,
      url,
      status: "WAITING",
      attempts: 0,
      created_at: now,
      updated_at: now,
    })),
  );
  await queueCaptures(sql, context, images, now);
}

/** Queues the work on images that are asked for. */
export async function queueCaptures(
  sql: Sql,
  context: RequestContext,
  images: readonly Pick<HeroImageRecord, "eid" | "advertisableEid">[],
  runAt: Date,
): Promise<void> {
  await queueJobs(
    sql,
    context,
    images.map(({ advertisableEid, eid }) => ({
      advertisableEid,
      job: CAPTURE_HERO_IMAGE,
      key: `${CAPTURE_HERO_IMAGE}:${eid}`,
      input: { eid },
      runAt,
    })),
  );
}

export async function heroImageByEid(context: RequestContext, eid: string): Promise<HeroImageRecord | null> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await context.sql.rows<HeroImageRecord>(
    `select ${COLUMNS} from email.hero_image t where ${visible.sql} and t.eid = ?`,
    [...visible.bindings, eid],
  );
  return row ?? null;
}

/** The bytes of an image that was captured, or null. */
export async function capturedImage(
  context: RequestContext,
  eid: string,
): Promise<{ mediaType: string; image: Buffer } | null> {
  if (!isEid(eid)) return null;
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await context.sql.rows<{ mediaType: string; image: Buffer }>(
    `select t.media_type as "mediaType", t.image from email.hero_image t
     where ${visible.sql} and t.eid = ? and t.status = 'CAPTURED'`,
    [...visible.bindings, eid],
  );
  return row ?? null;
}

/** The newest image of each e-mail, by the e-mail's EID. */
export async function heroImagesOf(
  context: RequestContext,
  advertisableEid: string,
  emailEids: readonly string[],
): Promise<Map<string, HeroImageRecord>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<HeroImageRecord>(
    `select distinct on (t.email_eid) ${COLUMNS} from email.hero_image t
     where ${visible.sql} and t.advertisable_eid = ? and t.email_eid = any(?)
     order by t.email_eid, t.created_at desc, t.eid desc`,
    [...visible.bindings, advertisableEid, [...emailEids]],
  );
  return new Map(rows.map((row) => [row.emailEid, row]));
}

/** What capturing an image came to. */
export type Capture =
  | { status: "CAPTURED"; mediaType: string; image: Buffer }
  | { status: "FAILED"; reason: ImageFailure }
  | { status: "WAITING"; reason: ImageFailure };

/** Writes that down, in the caller's transaction; an image that is captured or given up already stays as it is. */
export async function recordCapture(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, eid }: HeroImageRecord,
  capture: Capture,
): Promise<void> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const captured = capture.status === "CAPTURED" ? capture : null;
  await sql.rows(
    `update email.hero_image t
     set status = ?, reason = ?, media_type = ?, image = ?, attempts = t.attempts + 1, updated_at = ?
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = ? and t.status = 'WAITING'`,
    [
      capture.status,
      capture.status === "CAPTURED" ? null : capture.reason,
      captured?.mediaType ?? null,
      captured?.image ?? null,
      new Date(context.clock.now()),
      ...visible.bindings,
      advertisableEid,
      eid,
    ],
  );
}
