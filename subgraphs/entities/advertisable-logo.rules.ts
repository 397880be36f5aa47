import { imageSize } from "image-size";
import { badInput, type Violation } from "../../lib/errors.js";
import type { ImageFormat } from "./advertisable-logo.type.js";

/** Bytes. */
export const MAX_LOGO_SIZE = 5_242_880;
/** Pixels of a side; a small file of huge sides would fill the memory of whoever shows it. */
const MAX_SIDE = 10_000;

/** Logos of an advertisable, the older ones included, which stay for the ads that show them: at most 1 GB. */
const MAX_LOGOS = 200;

/** One more logo of an advertisable that has `count` of them. */
export function checkRoom(count: number): Violation[] {
  if (count < MAX_LOGOS) return [];
  const message = `An advertisable has at most ${MAX_LOGOS} logos, and this one has them: the older ones stay for the ads that show them.`;
  return [{ path: ["input", "advertisableEid"], code: "TOO_MANY", message }];
}

/** The bytes that a file of each format begins with; nothing else about a file says what it is. */
const MAGIC: Readonly<Record<ImageFormat, readonly string[]>> = {
  PNG: ["\x89PNG\r\n\x1a\n"],
  JPEG: ["\xff\xd8\xff"],
  GIF: ["GIF87a", "GIF89a"],
};

/** What can be told of an image by its bytes. */
export interface ImageFacts {
  format: ImageFormat;
  width: number;
  height: number;
}

/** Throws BAD_USER_INPUT for what is no image of the formats that logos have. */
export function readImage(bytes: Buffer, path: readonly string[]): ImageFacts {
  if (bytes.length > MAX_LOGO_SIZE) throw badInput(path, "TOO_LARGE", "The image must have at most 5 MiB.");
  const format = formatOf(bytes);
  const sides = format === undefined ? undefined : sidesOf(bytes);
  if (format === undefined || sides === undefined)
    throw badInput(path, "NOT_AN_IMAGE", "The file must be a PNG, JPEG or GIF image.");
  const { width, height } = sides;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE)
    throw badInput(path, "OUT_OF_RANGE", `The image must have 1 to ${MAX_SIDE} pixels a side.`);
  return { format, width, height };
}

function formatOf(bytes: Buffer): ImageFormat | undefined {
  const head = bytes.toString("latin1", 0, 8);
  if (MAGIC.PNG.some((magic) => head.startsWith(magic))) return "PNG";
  if (MAGIC.JPEG.some((magic) => head.startsWith(magic))) return "JPEG";
  return MAGIC.GIF.some((magic) => head.startsWith(magic)) ? "GIF" : undefined;
}

/** The library throws for a file that only begins like an image. */
function sidesOf(bytes: Buffer): { width: number; height: number } | undefined {
  try {
    // A copy in memory of its own: the library reads past the end of a buffer that lies in the shared pool.
    return imageSize(new Uint8Array(bytes));
  } catch {
    return undefined;
  }
}

/** Bytes out of base64; undefined for what is none. */
export function fromBase64(text: string): Buffer | undefined {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
