import type { RequestContext } from "../../lib/context.js";
import { FetchError, fetchGuarded } from "../../lib/guarded-fetch.js";
import type { Job } from "../../lib/job.js";
import { queueRun } from "./drip.table.js";
import { emails } from "./email.table.js";
import { MAX_IMAGE_BYTES, mayPass, readHeroImage } from "./hero-image.rules.js";
import {
  type Capture,
  heroImageByEid,
  type HeroImageRecord,
  queueCaptures,
  recordCapture,
} from "./hero-image.table.js";
import { IMAGE_WAIT, pauseAfter } from "./send-schedule.rules.js";

/** Makes our own copy of the image of an e-mail, within the hour that mails wait for it. */
export const captureHeroImage: Job = {
  async run(input, { context, signal }) {
    if (!isImageKey(input)) throw new TypeError("a capture names its image");
    const image = await heroImageByEid(context, input.eid);
    if (image === null || image.status !== "WAITING") return;
    const capture = await captureOf(context, image, signal);
    // Whose address it is: the mails that wait for it go on at once.
    const email = capture.status === "WAITING" ? null : await emails.byEid(context, image.emailEid);
    const now = context.clock.now();
    await context.transaction("email.send", async (sql) => {
      await recordCapture(sql, context, image, capture);
      if (capture.status === "WAITING")
        await queueCaptures(sql, context, [image], new Date(now + pauseAfter(image.attempts + 1)));
      if (email !== null)
        await queueRun(sql, context, { eid: email.campaignEid, advertisableEid: image.advertisableEid }, now);
    });
  },
};

async function captureOf(context: RequestContext, image: HeroImageRecord, signal: AbortSignal): Promise<Capture> {
  const until = image.createdAt.getTime() + IMAGE_WAIT;
  if (context.clock.now() >= until) return { status: "FAILED", reason: "TOO_LATE" };
  const policy = { ...context.fetchPolicy, maxBytes: MAX_IMAGE_BYTES };
  try {
    const bytes = await fetchGuarded(image.url, policy, signal);
    const read = readHeroImage(bytes);
    if (typeof read === "string") return { status: "FAILED", reason: read };
    return { status: "CAPTURED", mediaType: read.mediaType, image: Buffer.from(bytes) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { failure, status } = error;
    return { status: mayPass(failure, status) ? "WAITING" : "FAILED", reason: failure };
  }
}

function isImageKey(input: unknown): input is { eid: string } {
  return typeof input === "object" && input !== null && "eid" in input && typeof input.eid === "string";
}
