import { createHash } from "node:crypto";

/** SHA-256 of a document's text in hexadecimal: the id that everybody can work out. */
export function documentDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
