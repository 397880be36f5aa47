import { imageSize } from "image-size";
import type { FetchFailure } from "../../lib/guarded-fetch.js";

/** Bytes, and pixels in all: a small file of huge sides would fill the memory of whoever shows it. */
export const MAX_IMAGE_BYTES = 10 * 2 ** 20;
const MAX_PIXELS = 40_000_000;

/** What a file of each type begins with; nothing else about a file says what it is. */
const MAGIC: readonly { mediaType: string; library: string; head: RegExp }[] = [
  // oxlint-disable-next-line no-control-regex -- bytes are what it is about
  { mediaType: "image/png", library: "png", head: /^\x89PNG\r\n\x1a\n/ },
  { mediaType: "image/jpeg", library: "jpg", head: /^\xff\xd8\xff/ },
  { mediaType: "image/gif", library: "gif", head: /^GIF8[79]a/ },
  { mediaType: "image/webp", library: "webp", head: /^RIFF[^]{4}WEBP/ },
];

/** Why there is no image. */
export type ImageFailure = FetchFailure | "NOT_AN_IMAGE" | "TOO_MANY_PIXELS" | "TOO_LATE";

/** What type of image the bytes are, or why they are none that mails show. */
export function readHeroImage(bytes: Uint8Array): { mediaType: string } | ImageFailure {
  if (bytes.length > MAX_IMAGE_BYTES) return "TOO_LARGE";
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const known = MAGIC.find((each) => each.head.test(head));
  const facts = known === undefined ? null : factsOf(bytes);
  if (known === undefined || facts === null || facts.type !== known.library) return "NOT_AN_IMAGE";
  if (!(facts.width >= 1 && facts.height >= 1)) return "NOT_AN_IMAGE";
  return facts.width * facts.height > MAX_PIXELS ? "TOO_MANY_PIXELS" : { mediaType: known.mediaType };
}

/** The library throws for a file that only begins like an image. */
function factsOf(bytes: Uint8Array): { width: number; height: number; type?: string } | null {
  try {
    // A copy in memory of its own: the library reads past the end of a buffer that lies in a shared pool.
    return imageSize(new Uint8Array(bytes));
  } catch {
    return null;
  }
}

/** Whether the same address may give an image a little later. */
export function mayPass(failure: ImageFailure, status: number | null): boolean {
  if (failure === "UNREACHABLE" || failure === "TIMEOUT") return true;
  return failure === "HTTP_STATUS" && (status === 429 || (status ?? 0) >= 500);
}
