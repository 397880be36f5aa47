import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../lib/clock.js";
import { PROJECT_ROOT } from "../../lib/config.js";
import type { AcceptedChange } from "../../schema/accepted-changes.js";
import { check } from "../../schema/check.js";
import { schemaFiles } from "../../schema/files.js";

let folder: string;
let repository: string;

function git(cwd: string, ...args: string[]): void {
  execFileSync(
    "git",
    ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always", ...args],
    { cwd, stdio: "ignore" },
  );
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "schema-check-"));
  repository = path.join(folder, "repository");
  mkdirSync(path.join(repository, "schema"), { recursive: true });
  git(repository, "init", "-b", "main");
  for (const [name, sdl] of Object.entries(schemaFiles())) writeFileSync(path.join(repository, "schema", name), sdl);
  git(repository, "add", "-A");
  git(repository, "commit", "-m", "base");
  git(repository, "checkout", "-b", "work");
  git(repository, "commit", "--allow-empty", "-m", "work");
  git(repository, "checkout", "main");
  writeFileSync(path.join(repository, "schema/api.graphql"), "type Query { later: Int }");
  git(repository, "commit", "-am", "main goes on");
  git(repository, "checkout", "work");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOTHING = mkdtempSync(path.join(tmpdir(), "schema-check-nothing-"));
const NO_OPERATIONS = path.join(NOTHING, "manifest.json");
const NO_CALLS = path.join(NOTHING, "usage.json");
beforeAll(() => {
  writeFileSync(NO_OPERATIONS, "{}");
  writeFileSync(NO_CALLS, JSON.stringify({ operations: [], routes: [] }));
});
afterAll(() => rmSync(NOTHING, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** An area's SDL with something changed. */
function proposal(area: string, from: string | RegExp, to: string): string {
  const sdl = readFileSync(path.join(PROJECT_ROOT, "schema", `${area}.graphql`), "utf8");
  expect(sdl.replace(from, to)).not.toBe(sdl);
  return `--subgraph=${area}=${write(`${area}-${to.length}.graphql`, sdl.replace(from, to))}`;
}

async function run(args: string[], given: { root?: string; accepted?: AcceptedChange[] } = {}) {
  let out = "";
  let err = "";
  const code = await check(args, {
    clock: fixedClock("2026-11-28T12:00:00Z"),
    root: repository,
    accepted: [],
    budgets: {},
    summaryFile: null,
    print: (text) => (out += text),
    warn: (text) => (err += text),
    ...given,
  });
  return { code, out, err };
}

const RENAMED = (): string => proposal("reporting", "  impressions: Count!", "  views: Count!");
const UNUSED_REMOVED = (): string => proposal("reporting", /  """[^"]*"""\n  cpm: Money\n/, "");

// Each compares the whole graph, some of them twice.
describe("the check of the real graph", { timeout: 120_000 }, () => {
  test("the schema as it is passes, compared with the merge base and not with where main has got to", async () => {
    expect(await run(["--against", "main"])).toMatchObject({ code: 0 });
    expect((await run(["--against", "main"])).out).toContain("The schema is fine: 0 refused, 0 to look at, 0 safe");
  });

  test("a renamed field that a legacy route needs is refused, naming the route, the client and its last call", async () => {
    const call = { client: "dashboard-app", day: "2026-11-20", count: 7, errors: 0, lastSeen: "2026-11-20T10:00:00Z" };
    const usage = write(
      "usage.json",
      JSON.stringify({ operations: [], routes: [{ route: "GET /api/v1/report/advertisable", ...call }] }),
    );
    const { code, out } = await run([RENAMED(), "--usage", usage]);
    expect(code).toBe(1);
    expect(out).toContain("breaking FIELD_REMOVED DeliveryMetrics.impressions");
    expect(out).toContain("renamed to DeliveryMetrics.views?");
    expect(out).toMatch(
      /used by GET \/api\/v1\/report\/advertisable \(the old interface\) at \d+:\d+, called by dashboard-app \(last 2026-11-20\)/,
    );
    expect(out.split("\n").length).toBeLessThan(20);
  });

  test("a removed field that nobody asks for is safe once it is known what clients ask, and refused before", async () => {
    const other = write("operations/other.graphql", "query Other { errorCodes { code } }");
    expect((await run([UNUSED_REMOVED()])).code).toBe(1);
    const known = await run([UNUSED_REMOVED(), "--operations", path.dirname(other)]);
    expect(known).toMatchObject({ code: 0 });
    expect(known.out).toContain("Nobody uses it: none of 1 known operations and none of the old routes.");
  });

  test.each([
    [
      "Apollo's",
      (body: string) => ({
        format: "apollo-persisted-query-manifest",
        version: 1,
        operations: [{ id: "1", name: "Cpm", type: "query", body }],
      }),
    ],
    ["Relay's and graphql-codegen's", (body: string) => ({ abc: body })],
  ])("an operation of %s manifest keeps what it asks for", async (_name, manifest) => {
    const body =
      'query Cpm { advertisable(eid: "x") { deliveries(range: { pastDays: 1 }) { summary { cpm { amount } } } } }';
    const { code, out } = await run([
      UNUSED_REMOVED(),
      "--operations",
      write("manifest.json", JSON.stringify(manifest(body))),
    ]);
    expect(code).toBe(1);
    expect(out).toContain("used by Cpm");
  });

  test("what does not compose is 2, with code and area", async () => {
    const { code, out } = await run([proposal("reporting", "cpm: Money", "cpm: Mony")]);
    expect(code).toBe(2);
    expect(out).toMatch(/INVALID_GRAPHQL[\s\S]*\[reporting\] Unknown type Mony/);
  });

  test("an accepted change passes until its day; one past it, and one that matches nothing, are refused", async () => {
    const accepted = {
      coordinate: "DeliveryMetrics.cpm",
      code: "FIELD_REMOVED",
      reason: "agreed",
      expires: "2026-12-31",
    };
    const passes = await run([UNUSED_REMOVED()], { accepted: [accepted] });
    expect(passes).toMatchObject({ code: 0 });
    expect(passes.out).toContain("Accepted until 2026-12-31: agreed");
    const late = await run([UNUSED_REMOVED()], { accepted: [{ ...accepted, expires: "2026-11-27" }] });
    expect(late).toMatchObject({ code: 1 });
    expect(late.out).toContain("EXCEPTION_EXPIRED");
    const unused = await run([], { accepted: [accepted] });
    expect(unused).toMatchObject({ code: 1 });
    expect(unused.out).toContain("EXCEPTION_UNUSED");
  });

  test.each([
    [["--format", "yaml"], "--format must be one of"],
    [["--fail-on", "safe"], "--fail-on must be"],
    [["--nonsense"], "Unknown option"],
    [["--subgraph", "reporting"], "--subgraph must be AREA=FILE"],
    [["--subgraph", "reporting=/nowhere"], "There is no file /nowhere"],
    [["--against", "nowhere"], "neither a file nor a git ref"],
    [["--operations", "/nowhere"], "There is no file or folder /nowhere"],
    [["--usage", "/nowhere"], "There is no file or folder /nowhere"],
    [["--operations", NO_OPERATIONS], "holds no operation."],
    [["--usage", NO_CALLS], "tells of no call."],
  ])("%j is 3, with what to change", async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain(message);
  });

  test("a shallow clone is refused with the cure", async () => {
    const shallow = path.join(folder, "shallow");
    git(folder, "clone", "--depth", "1", "--no-single-branch", "--branch", "work", `file://${repository}`, shallow);
    const { code, err } = await run(["--against", "origin/main"], { root: shallow });
    expect(code).toBe(3);
    expect(err).toContain("git fetch --unshallow");
    expect(err).toContain("fetch-depth: 0");
  });
});
