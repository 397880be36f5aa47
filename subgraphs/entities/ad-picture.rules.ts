import { badInput } from "../../lib/errors.js";
import { fromBase64, type ImageFacts, readImage } from "./advertisable-logo.rules.js";

/** A picture as it was uploaded, with what its bytes say of it. */
export interface UploadedPicture extends ImageFacts {
  bytes: Buffer;
}

interface Sides {
  width?: number | null | undefined;
  height?: number | null | undefined;
}

/**
 * The picture of an ad, or null when none is given. Throws BAD_USER_INPUT for what is no PNG, JPEG or GIF
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
