import fc from "fast-check";
import { expect, test } from "vitest";
import { createMailLinks, type MailLinkKind } from "./mail-links.js";

const SECRET = "a secret of this test, long enough";
const links = createMailLinks(SECRET, () => "https://ads.example");
const subject = { advertisableEid: "ADV".padEnd(22, "A"), eid: "SEND".padEnd(22, "A") };
const KINDS: readonly MailLinkKind[] = ["image", "open", "click", "unsubscribe"];

function tokenOf(url: string): { token: string; to: string | undefined } {
  const { pathname, searchParams } = new URL(url);
  return { token: pathname.split("/").at(-1) ?? "", to: searchParams.get("to") ?? undefined };
}

test("a link is read as what it was made for, and as nothing else", () => {
  const to = "https://shop.example/a?b=ü&c=%20#d";
  for (const kind of KINDS) {
    const made = links.url(kind, subject, kind === "click" ? to : undefined);
    expect(made).toMatch(new RegExp(`^https://ads\\.example/mail/${kind}/`));
    const { token, to: sent } = tokenOf(made);
    for (const other of KINDS) expect(links.read(other, token, sent)).toEqual(other === kind ? subject : null);
  }
  const { token } = tokenOf(links.url("click", subject, to));
  expect(links.read("click", token, `${to}x`)).toBeNull();
  expect(links.read("click", token)).toBeNull();
});

test("a token with any character changed, left out or added is none of ours", () => {
  const { token } = tokenOf(links.url("unsubscribe", subject));
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(..."AQgw09_-bZ"), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      expect(links.read("unsubscribe", changed) !== null).toBe(changed === token);
    }),
  );
  // Of the last character four bits say nothing: as bytes, some texts are the same signature.
  const sameBytes = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
    .map((last) => token.slice(0, -1) + last)
    .filter((other) => Buffer.from(other, "base64url").equals(Buffer.from(token, "base64url")));
  expect(sameBytes.length).toBeGreaterThan(1);
  expect(sameBytes.filter((other) => links.read("unsubscribe", other) !== null)).toEqual([token]);
  for (const other of ["", token.slice(1), `${token}A`, `${token} `, "x".repeat(5000)])
    expect(links.read("unsubscribe", other)).toBeNull();
});

test("another secret reads nothing", () => {
  const { token } = tokenOf(links.url("open", subject));
  expect(createMailLinks(`${SECRET}!`, () => "").read("open", token)).toBeNull();
});
