import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_MAIL } from "../../lib/mail.js";
import type { DatabaseLine } from "../../test/kit/database-line.js";
import { createDatabaseBehindLine } from "../../test/kit/database.js";
import { startService, type TestService } from "../../test/kit/service.js";
import { create, STAFF } from "../../test/kit/world.js";
import { loadDomainAttributes } from "./domain-attributes.ingest.js";
import { scoreAccounts } from "./score-accounts.job.js";

/** Accounts of a list that takes several batches. */
const ACCOUNTS = 10_000;

let service: TestService;
let line: DatabaseLine;
let advertisable: string;
beforeAll(async () => {
  const db = await createDatabaseBehindLine();
  line = db.line;
  service = await startService({ db, subgraphs: "local" });
  advertisable = service.world.granted.advertisable;
  const rows = Array.from({ length: ACCOUNTS }, (_, index) => `d${index}.example,US\n`);
  await loadDomainAttributes(service.db.owner, Readable.from(["domain,country\n", ...rows]));
});
afterAll(async () => await service.close());

/** A list of domains that are known, waiting to be scored. */
async function longList(accounts = ACCOUNTS): Promise<string> {
  const input = { advertisableEid: advertisable, name: "Long" };
  const eid = await create(
    service.gateway,
    "createTargetAccountList",
    "CreateTargetAccountListInput",
    "targetAccountList",
    input,
  );
  await service.db.owner.query(
    `insert into audience.target_account (advertisable_eid, tal_eid, domain, eid, is_score_given, created_at, updated_at)
     select $1, $2, 'd' || n || '.example', left('R' || n || $2, 22), false, now(), now() from generate_series(0, $3::int - 1) n`,
    [advertisable, eid, accounts],
  );
  await queue(eid);
  return eid;
}

async function queue(eid: string): Promise<void> {
  const { errors } = await service.graphql(
    "mutation ($input: EditTargetAccountListInput!) { editTargetAccountList(input: $input) { targetAccountList { eid } } }",
    { input: { eid, scoringStatus: "PENDING" } },
  );
  expect(errors).toBeUndefined();
}

async function run(eid: string, signal = new AbortController().signal): Promise<void> {
  const viewer = { ...STAFF, advertisables: [advertisable] };
  const context = service.gateway.contextFor({ viewer, requestId: "job", pageLimit: 100 });
  await scoreAccounts.run({ listEid: eid }, { context, signal, mail: NO_MAIL });
}

async function seen(eid: string): Promise<{ status: string; scored: number }> {
  const { rows } = await service.db.owner.query(
    `select l.scoring_status as status, count(t.score)::int as scored from audience.target_account_list l
     join audience.target_account t on t.tal_eid = l.eid where l.eid = $1 group by 1`,
    [eid],
  );
  return rows[0];
}

async function untilSomeAreScored(eid: string): Promise<void> {
  await expect.poll(async () => (await seen(eid)).scored, { interval: 5, timeout: 10_000 }).toBeGreaterThan(0);
}

test("a run whose list is queued anew leaves the rest to the run that follows", async () => {
  const eid = await longList();
  const first = run(eid);
  await untilSomeAreScored(eid);
  await queue(eid);
  await first;
  const after = await seen(eid);
  expect(after.status).toBe("PENDING");
  expect(after.scored).toBeLessThan(ACCOUNTS);
  await run(eid);
  expect(await seen(eid)).toEqual({ status: "SCORED", scored: ACCOUNTS });
});

test("a run whose list is deleted ends", async () => {
  const eid = await longList();
  const running = run(eid);
  await untilSomeAreScored(eid);
  await service.graphql(
    "mutation ($input: DeleteTargetAccountListInput!) { deleteTargetAccountList(input: $input) { deletedEid } }",
    { input: { eid } },
  );
  await running;
  const { status, scored } = await seen(eid);
  expect(status).toBe("RUNNING");
  expect(scored).toBeLessThan(ACCOUNTS);
});

test("a run that the end of its process cut short begins again where nothing is lost", async () => {
  const eid = await longList();
  const ending = new AbortController();
  const cut = run(eid, ending.signal);
  const refused = expect(cut).rejects.toThrow();
  await untilSomeAreScored(eid);
  ending.abort();
  await refused;
  const after = await seen(eid);
  expect(after.status).toBe("RUNNING");
  expect(after.scored).toBeLessThan(ACCOUNTS);
  await run(eid);
  expect(await seen(eid)).toEqual({ status: "SCORED", scored: ACCOUNTS });
});

test.each([
  [0, "BEFORE"],
  [3, "AFTER"],
  [4, "BEFORE"],
  [6, "BEFORE"],
  [8, "AFTER"],
  [9, "BEFORE"],
  [11, "BEFORE"],
  [13, "AFTER"],
] as const)("a run that loses the database at statement %i, %s it, is made good by the next one", async (at, where) => {
  const accounts = 2_500;
  const eid = await longList(accounts);
  line.cutAt(({ index }) => (index === at ? where : null));
  const outcome = await run(eid).then(
    () => "DONE",
    () => "CUT",
  );
  line.cutAt(null);
  const { status, scored } = await seen(eid);
  // What it says is never more than what was done.
  if (outcome === "DONE" || status === "SCORED") expect([status, scored]).toEqual(["SCORED", accounts]);
  else expect(["PENDING", "RUNNING", "FAILED"]).toContain(status);
  await expect
    .poll(
      async () =>
        await run(eid).then(
          () => true,
          () => false,
        ),
    )
    .toBe(true);
  expect(await seen(eid)).toEqual({ status: "SCORED", scored: accounts });
});
