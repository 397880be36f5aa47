import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse, validate } from "graphql";
import pg from "pg";
import { createGateway, type Gateway } from "../../gateway/gateway.js";
import { systemClock } from "../../lib/clock.js";
import { Database } from "../../lib/database.js";
import { systemRandom } from "../../lib/eid.js";
import { startPostgres } from "../../lib/embedded-postgres.js";
import { createLog } from "../../lib/log.js";
import type { Viewer } from "../../lib/viewer.js";
import { migrate } from "../../migrations/index.js";

export interface AudienceBenchOptions {
  /** Accounts in the database, all of one list. */
  rows: number;
  /** Pages of each contender. */
  pages: number;
  print: (line: string) => void;
}

const PAGE = 100;
const WARM_UP = 300;
const SHOP = "SHOP".padEnd(22, "A");
const LIST = "LIST".padEnd(22, "A");
const VIEWER: Viewer = {
  userEid: "USER".padEnd(22, "A"),
  organizationEid: "ORGANIZATION".padEnd(22, "A"),
  role: "ADMIN",
  advertisables: [SHOP],
  apiClient: null,
};

const OPERATION = `query Page($list: ID!, $after: String) { targetAccountList(eid: $list) {
  targetAccounts(first: ${PAGE}, after: $after) {
    nodes { eid domain tierEid score source crmSyncedAt createdAt updatedAt } pageInfo { hasNextPage endCursor } } } }`;

const SQL = `select eid, domain, tier_eid as "tierEid", score, source, crm_synced_at as "crmSyncedAt",
    created_at as "createdAt", updated_at as "updatedAt"
  from audience.target_account
  where advertisable_eid = $1 and tal_eid = $2 and (domain, eid) > ($3, $4) order by domain, eid limit ${PAGE + 1}`;

const LIST_SQL =
  "select * from audience.target_account_list where advertisable_eid = any($1) and eid = $2 and is_active";

/** One page after the other of a long list, each as JSON text. */
type Pager = () => Promise<string>;

/** What a page of a list of target accounts costs beside SQL by hand, in one process and one page at a time. */
export async function benchAudience({ rows, pages, print }: AudienceBenchOptions): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "adgraph-bench-"));
  const postgres = await startPostgres({ dataDir: folder, throwaway: true });
  const owner = new pg.Client({ connectionString: postgres.url });
  const database = new Database({ url: postgres.url });
  try {
    await migrate(postgres.url);
    await owner.connect();
    await fill(owner, rows);
    const gateway = createGateway({
      database,
      clock: systemClock,
      random: systemRandom,
      log: createLog("warn"),
    });
    const contenders = [byHand(owner), byGraph(gateway)];
    const times: number[][] = [[], []];
    for (let page = -WARM_UP; page < pages; page += 1) {
      for (const [index, next] of contenders.entries()) {
        const start = performance.now();
        await next();
        if (page >= 0) times[index]?.push(performance.now() - start);
      }
    }
    const [hand = [], graph = []] = times;
    const ratio = (rank: number): string => (percentile(graph, rank) / percentile(hand, rank)).toFixed(2);
    print(`\n### A page of ${PAGE} target accounts of ${rows.toLocaleString("en")}, one at a time\n`);
    print("| | p10 ms | p50 ms | p99 ms |");
    print("|---|---|---|---|");
    for (const [name, each] of [
      ["SQL by hand through pg: the list, then its page", hand],
      ["the graph", graph],
    ] as const) {
      print(`| ${name} | ${[0.1, 0.5, 0.99].map((rank) => percentile(each, rank).toFixed(2)).join(" | ")} |`);
    }
    print(`| the graph ÷ by hand | ${[0.1, 0.5, 0.99].map(ratio).join(" | ")} |`);
  } finally {
    await database.close();
    await owner.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(owner: pg.Client, rows: number): Promise<void> {
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `insert into audience.target_account_list (advertisable_eid, eid, name, scoring_grades, scoring_items_pending,
       scoring_status, is_active, created_at, updated_at)
     values ($1, $2, 'L', '{"A": 80, "B": 60, "C": 40, "D": 20, "F": 0}', false, 'NOT_SCORED', true, now(), now())`,
    [SHOP, LIST],
  );
  await owner.query("set maintenance_work_mem = '512MB'");
  const rebuild = await dropIndexes(owner);
  await owner.query(
    `insert into audience.target_account (advertisable_eid, tal_eid, domain, eid, tier_eid, score, is_score_given, source,
       crm_synced_at, created_at, updated_at)
     select $1, $2, 'shop' || n || '.example', rpad('I' || n, 22, 'A'), null, n % 101, true, 'crm', now(), now(), now()
     from generate_series(1, $3::integer) n`,
    [SHOP, LIST, rows],
  );
  for (const statement of rebuild) await owner.query(statement);
  await owner.query("vacuum analyze audience.target_account");
}

/** Drops the indexes of the accounts, since rows come faster without; the statements that make them again, all alike. */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ remove: string; make: string }>(
    `select case when c.oid is null then 'drop index ' || i.indexrelid::regclass
         else format('alter table audience.target_account drop constraint %I', c.conname) end as remove,
       case when c.oid is null then pg_get_indexdef(i.indexrelid)
         else format('alter table audience.target_account add constraint %I %s', c.conname, pg_get_constraintdef(c.oid)) end as make
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
     where i.indrelid = 'audience.target_account'::regclass order by 2`,
  );
  for (const { remove } of rows) await owner.query(remove);
  return rows.map(({ make }) => make);
}

function byHand(owner: pg.Client): Pager {
  let after = ["", ""];
  return async () => {
    // As whoever lists must: a list that is deleted or somebody else's is none.
    const list = await owner.query(LIST_SQL, [[SHOP], LIST]);
    if (list.rows.length === 0) throw new Error("the list is gone");
    const { rows } = await owner.query<{ domain: string; eid: string }>(SQL, [SHOP, LIST, ...after]);
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    after = rows.length > PAGE && last !== undefined ? [last.domain, last.eid] : ["", ""];
    return JSON.stringify({ nodes: page, hasNextPage: rows.length > PAGE });
  };
}

function byGraph(gateway: Gateway): Pager {
  const document = parse(OPERATION, { noLocation: true });
  const [error] = validate(gateway.schema, document);
  if (error !== undefined) throw error;
  const operation = gateway.prepare(document, undefined);
  let after: string | null = null;
  return async () => {
    const context = gateway.contextFor({ viewer: VIEWER, requestId: "bench" });
    const { text, errors } = await gateway.answer(operation, { variables: { list: LIST, after }, context });
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    const answer = String(text);
    after = /"endCursor":"([^"]+)"/.exec(answer.slice(-200))?.[1] ?? null;
    return answer;
  };
}

function percentile(times: readonly number[], rank: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * rank)] ?? Number.NaN;
}
