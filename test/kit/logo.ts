/** A GIF of one pixel. */
export const LOGO = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** The head of a PNG of these sides, as far as sides are read; the rest is filled up to `size` bytes. */
export function pngOf(width: number, height: number, size = 64): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size);
  bytes.write("\x89PNG\r\n\x1a\n", 0, "latin1");
  bytes.writeUInt32BE(13, 8);
  bytes.write("IHDR", 12, "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** The head of a JPEG of these sides. */
export function jpegOf(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(
    "ffd8ffe000104a46494600010100000100010000ffc0001108000000000301110002110103110100000000",
    "hex",
  );
  const frame = bytes.indexOf(Buffer.from("ffc0", "hex"));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}
