import { expect, test } from "vitest";
import { parseBasic } from "./parse-basic.js";

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}

test("the name ends at the first colon, and the password has all that follows", () => {
  expect(parseBasic(encode("ann:pass:word:"))).toEqual({ name: "ann", password: "pass:word:" });
});

test("names and passwords are UTF-8", () => {
  expect(parseBasic(encode("zoë@example.com:pässwörd🔑"))).toEqual({ name: "zoë@example.com", password: "pässwörd🔑" });
});

test("an empty password is a password, a wrong one", () => {
  expect(parseBasic(encode("ann:"))).toEqual({ name: "ann", password: "" });
});

test.each([
  ["no colon", encode("ann")],
  ["an empty name", encode(":secret")],
  ["nothing", ""],
  ["characters outside base64", "YW5uOng*"],
  ["base64 in the URL's alphabet", Buffer.from("ann:???>>>").toString("base64url")],
  ["base64 without its padding", encode("ann:xy").replaceAll("=", "").concat("A")],
  ["bytes that are not UTF-8", Buffer.from([0x61, 0x3a, 0xff, 0xfe]).toString("base64")],
  ["more than 1 KB", encode(`ann:${"x".repeat(1_024)}`)],
  ["10 KB", encode(`ann:${"x".repeat(10_240)}`)],
])("%s is not Basic credentials", (_what, encoded) => {
  expect(parseBasic(encoded)).toBeNull();
});
