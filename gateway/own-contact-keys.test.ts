import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contactKeysFrom, contactKeysSetting } from "./own-contact-keys.js";

function dataDir(): string {
  const made = mkdtempSync(path.join(tmpdir(), "keys-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test("the embedded database has a key of its own, which nobody else may read and which stays", () => {
  const config = { contactKeys: [], databaseUrl: null, dataDir: path.join(dataDir(), "new") };
  const sealed = contactKeysFrom(config).seal("a@example.com", "o");
  expect(contactKeysFrom(config).open(sealed, "o")).toBe("a@example.com");
  const file = path.join(config.dataDir, "contact-keys");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(contactKeysSetting(config)).toBe(readFileSync(file, "utf8").trim());
});

test("what CONTACT_KEYS says counts, and a database elsewhere has no key unless it says one", () => {
  const keys = [{ id: "a", secret: "s".repeat(32) }];
  const config = { contactKeys: [], databaseUrl: "postgres://x", dataDir: dataDir() };
  expect(() => contactKeysFrom(config).seal("a", "o")).toThrow("CONTACT_KEYS");
  expect(contactKeysSetting(config)).toBe("");
  expect(contactKeysSetting({ ...config, databaseUrl: null, contactKeys: keys })).toBe(`a=${"s".repeat(32)}`);
});

test("a broken file of keys is told of, and never replaced", () => {
  const config = { contactKeys: [], databaseUrl: null, dataDir: dataDir() };
  const file = path.join(config.dataDir, "contact-keys");
  writeFileSync(file, "");
  expect(() => contactKeysFrom(config)).toThrow(file);
  expect(readFileSync(file, "utf8")).toBe("");
});
