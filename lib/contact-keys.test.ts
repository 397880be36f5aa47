import fc from "fast-check";
import { expect, test } from "vitest";
import { contactKeysOf, createContactKeys } from "./contact-keys.js";
import { isEid, systemRandom } from "./eid.js";

const OLD = { id: "2023", secret: "o".repeat(32) };
const NEW = { id: "2024", secret: "n".repeat(32) };
const old = createContactKeys([OLD], systemRandom);
const both = createContactKeys([NEW, OLD], systemRandom);

test("what is sealed opens for its owner alone, and shows nothing of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (text, owner, other) => {
      const sealed = both.seal(text, owner);
      expect(both.open(sealed, owner)).toBe(text);
      if (Buffer.byteLength(text) > 8) expect(sealed.includes(Buffer.from(text))).toBe(false);
      if (owner !== other) expect(() => both.open(sealed, other)).toThrow();
    }),
  );
});

test("no two seals of a text are alike, and one that was changed does not open", () => {
  const sealed = both.seal("a@example.com", "owner");
  expect(both.seal("a@example.com", "owner")).not.toEqual(sealed);
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => both.open(changed, "owner")).toThrow();
    expect(() => both.open(sealed.subarray(0, at), "owner")).toThrow();
  }
});

test("with a newer key in front the older one still opens and digests stay the same", () => {
  const sealed = old.seal("a@example.com", "owner");
  expect(both.open(sealed, "owner")).toBe("a@example.com");
  expect(both.digest("email:a@example.com", "T")).toBe(old.digest("email:a@example.com", "T"));
  expect(() => old.open(both.seal("a@example.com", "owner"), "owner")).toThrow("CONTACT_KEYS");
});

test("a digest looks like an EID, the same for the same text of the same tenant only", () => {
  const digest = both.digest("email:a@example.com", "T");
  expect(isEid(digest)).toBe(true);
  expect(both.digest("email:a@example.com", "T")).toBe(digest);
  expect(both.digest("email:a@example.com", "U")).not.toBe(digest);
  expect(both.digest("email:b@example.com", "T")).not.toBe(digest);
  expect(createContactKeys([NEW], systemRandom).digest("email:a@example.com", "T")).not.toBe(digest);
});

test("without keys nothing is kept", () => {
  const none = createContactKeys([], systemRandom);
  expect(() => none.seal("a", "b")).toThrow("CONTACT_KEYS");
  expect(() => none.digest("a", "b")).toThrow("CONTACT_KEYS");
});

test("keys are read off the setting", () => {
  expect(contactKeysOf(`2024=${NEW.secret}, 2023=${OLD.secret}`)).toEqual([NEW, OLD]);
  expect(contactKeysOf("")).toEqual([]);
  expect(contactKeysOf(`a=${"=".repeat(40)}`)).toEqual([{ id: "a", secret: "=".repeat(40) }]);
  for (const wrong of ["a", "a=short", `=${OLD.secret}`, `a b=${OLD.secret}`, `a=${OLD.secret},a=${NEW.secret}`]) {
    expect(contactKeysOf(wrong)).toBeNull();
  }
});
