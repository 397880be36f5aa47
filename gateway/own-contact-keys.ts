import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Config, ConfigError } from "../lib/config.js";
import { type ContactKey, type ContactKeys, contactKeysOf, createContactKeys } from "../lib/contact-keys.js";
import { systemRandom } from "../lib/eid.js";
import { sqlStateOf } from "../lib/database.js";

type KeySettings = Pick<Config, "contactKeys" | "databaseUrl" | "dataDir">;

const FILE = "contact-keys";

/** The keys of CONTACT_KEYS; those of the embedded PostgreSQL, where there are none; with a database elsewhere, none. */
export function contactKeysFrom(config: KeySettings): ContactKeys {
  return createContactKeys(keysFrom(config), systemRandom);
}

/** What the links of mails are signed with, of the key that stays; null where there are none, and so nobody to write to. */
export function mailLinkSecretFrom(config: KeySettings): string | null {
  return keysFrom(config).at(-1)?.secret ?? null;
}

/** The setting CONTACT_KEYS for programs that this one starts. */
export function contactKeysSetting(config: KeySettings): string {
  return keysFrom(config)
    .map(({ id, secret }) => `${id}=${secret}`)
    .join(",");
}

function keysFrom({ contactKeys, databaseUrl, dataDir }: KeySettings): readonly ContactKey[] {
  return contactKeys.length === 0 && databaseUrl === null ? ownKeys(dataDir) : contactKeys;
}

/** What DATA_DIR/contact-keys says, which only its owner may read; made when it is missing. */
function ownKeys(dataDir: string): ContactKey[] {
  const file = path.join(dataDir, FILE);
  const text = readIfThere(file) ?? create(dataDir, file);
  const keys = contactKeysOf(text.trim());
  if (keys === null || keys.length === 0) throw new ConfigError(`${file} does not hold keys as CONTACT_KEYS has them.`);
  return keys;
}

/** As a draft first, so that nobody reads half of it; of several programs at once the first one's counts. */
function create(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}-${process.pid}`;
  const secret = Buffer.from(systemRandom(32)).toString("base64url");
  writeFileSync(draft, `own=${secret}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (sqlStateOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (sqlStateOf(error) === "ENOENT") return null;
    throw error;
  }
}
