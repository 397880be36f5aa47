import { imageSize } from "image-size";
import { badInput } from "./errors.js";

/** How an image is written down, as its first bytes say. */
export type ImageFormat = "PNG" | "JPEG" | "GIF";

/** Bytes. */
const MAX_SIZE = 5_242_880;
/** Pixels of a side; a small file of huge sides would fill the memory of whoever shows it. */
const MAX_SIDE = 10_000;

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

/** Throws BAD_USER_INPUT for what is no image of these formats. */
export function readImage(bytes: Buffer, path: readonly string[]): ImageFacts {
  if (bytes.length > MAX_SIZE) throw badInput(path, "TOO_LARGE", "The image must have at most 5 MiB.");
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

/** A picture as it was uploaded, with what its bytes say of it. */
export interface UploadedPicture extends ImageFacts {
  bytes: Buffer;
}

interface Sides {
  width?: number | null | undefined;
  height?: number | null | undefined;
}

/**
 * The picture of an ad or a creative, or null when none is given. Throws BAD_USER_INPUT for what is no PNG, JPEG or GIF
 * image, and for one of other sides than those that are given with it.
 */
export function readPicture(base64: string | null | undefined, given: Sides): UploadedPicture | null {
  if (base64 == null) return null;
  const path = ["input", "picture"];
  const bytes = fromBase64(base64);
  if (bytes === undefined) throw badInput(path, "NOT_BASE64", "picture must be the image's bytes in base64.");
  const facts = readImage(bytes, path);
  for (const side of ["width", "height"] as const) {
    if (given[side] != null && given[side] !== facts[side])
      throw badInput(["input", side], "MISMATCH", `${side} must be that of the picture, ${facts[side]} pixels.`);
  }
  return { ...facts, bytes };
}
