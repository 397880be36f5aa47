import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Config, ConfigError } from "../lib/config.js";
import { type ContactKey, type ContactKeys, contactKeysOf, createContactKeys } from "../lib/contact-keys.js";
import { systemRandom } from "../lib/eid.js";
import { sqlStateOf } from "../lib/database.js";

const FILE = "contact-keys";

/** The keys of CONTACT_KEYS; those of the embedded PostgreSQL, where there are none; with a database elsewhere, none. */
export function contactKeysFrom(config: Pick<Config, "contactKeys" | "databaseUrl" | "dataDir">): ContactKeys {
  const isOwn = config.contactKeys.length === 0 && config.databaseUrl === null;
  return createContactKeys(isOwn ? ownKeys(config.dataDir) : config.contactKeys, systemRandom);
}

/** The setting CONTACT_KEYS for programs that this one starts. */
export function contactKeysSetting(config: Pick<Config, "contactKeys" | "databaseUrl" | "dataDir">): string {
  const isOwn = config.contactKeys.length === 0 && config.databaseUrl === null;
  const keys = isOwn ? ownKeys(config.dataDir) : config.contactKeys;
  return keys.map(({ id, secret }) => `${id}=${secret}`).join(",");
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
