import { expect, test } from "vitest";
import { MAX_IMAGE_BYTES, mayPass, readHeroImage } from "./hero-image.rules.js";

/** The head of a PNG of these sides; nobody draws it. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008020000000000000049454e44", "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const WEBP = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");
const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "base64",
);

test("images are known by their bytes", () => {
  expect(readHeroImage(png(600, 200))).toEqual({ mediaType: "image/png" });
  expect(readHeroImage(GIF)).toEqual({ mediaType: "image/gif" });
  expect(readHeroImage(WEBP)).toEqual({ mediaType: "image/webp" });
  expect(readHeroImage(JPEG)).toEqual({ mediaType: "image/jpeg" });
});

test("nothing else is one", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>';
  for (const bytes of ["", svg, "GIF89", "%PDF-1.4", "<html>", "BM"].map((text) => Buffer.from(text)))
    expect(readHeroImage(bytes)).toBe("NOT_AN_IMAGE");
  expect(readHeroImage(png(0, 5))).toBe("NOT_AN_IMAGE");
  expect(readHeroImage(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(svg)]))).toBe(
    "NOT_AN_IMAGE",
  );
});

test("one that is too large in bytes or in pixels is refused", () => {
  expect(readHeroImage(png(50_000, 50_000))).toBe("TOO_MANY_PIXELS");
  expect(readHeroImage(png(8_000, 5_000))).toEqual({ mediaType: "image/png" });
  expect(readHeroImage(png(8_000, 5_001))).toBe("TOO_MANY_PIXELS");
  expect(readHeroImage(Buffer.concat([png(1, 1), Buffer.alloc(MAX_IMAGE_BYTES)]))).toBe("TOO_LARGE");
});

test("what may pass is tried again, what will not is not", () => {
  for (const failure of ["UNREACHABLE", "TIMEOUT"] as const) expect(mayPass(failure, null)).toBe(true);
  expect([429, 500, 503].map((status) => mayPass("HTTP_STATUS", status))).toEqual([true, true, true]);
  expect([401, 404].map((status) => mayPass("HTTP_STATUS", status))).toEqual([false, false]);
  for (const failure of ["BLOCKED_ADDRESS", "BLOCKED_URL", "NOT_AN_IMAGE", "TOO_LARGE"] as const)
    expect(mayPass(failure, null)).toBe(false);
});
