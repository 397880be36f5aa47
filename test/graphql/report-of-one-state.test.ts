import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { STAFF, testEid } from "../kit/world.js";

/** What a report says while a load of its advertisable comes to its end. */
let service: TestService;
let advertisable: string;

beforeAll(async () => {
  service = await startService();
  advertisable = service.world.granted.advertisable;
  const columns = "advertisable_eid, day, currency, impressions, clicks, cost, extra_cost, reported_conversions";
  const { owner } = service.db;
  await owner.query(
    `insert into reporting.delivery_by_advertisable (${columns}) values ($1, '2023-08-20', 'USD', 100, 10, 1, 0, 0)`,
    [advertisable],
  );
  await owner.query(
    `insert into reporting.delivery_by_campaign (campaign_eid, ${columns}) values ($2, $1, '2023-08-20', 'USD', 100, 10, 1, 0, 0)`,
    [advertisable, testEid("campaign")],
  );
});
afterAll(async () => await service.close());

interface Metrics {
  metrics: { impressions: number };
}

/** Impressions of the summary, by date and by campaign. */
async function impressions(): Promise<number[]> {
  const { data, errors } = await service.graphql(
    `{ advertisable(eid: "${advertisable}") { deliveries(range: { between: { start: "2023-08-20", endExclusive: "2023-08-21" } }) {
      summary { impressions } byDate { metrics { impressions } } byEntity(level: CAMPAIGN) { nodes { metrics { impressions } } }
    } } }`,
  );
  expect(errors).toBeUndefined();
  const { deliveries } = (
    data as {
      advertisable: {
        deliveries: { summary: { impressions: number }; byDate: Metrics[]; byEntity: { nodes: Metrics[] } };
      };
    }
  ).advertisable;
  const rows = [...deliveries.byDate, ...deliveries.byEntity.nodes];
  return [deliveries.summary.impressions, ...rows.map(({ metrics }) => metrics.impressions)];
}

test("a summary and its breakdowns are of one state, also where a load ends between their statements", async () => {
  expect(await impressions()).toEqual([100, 100, 100]);
  const { owner } = service.db;
  await owner.query("begin");
  // The statement by campaign waits for this, when the others have been answered.
  await owner.query("lock table reporting.delivery_by_campaign in access exclusive mode");
  const answer = impressions();
  await expect
    .poll(async () => (await owner.query("select from pg_locks where not granted")).rowCount, { interval: 10 })
    .toBe(1);
  for (const table of ["delivery_by_campaign", "delivery_by_advertisable"])
    await owner.query(`update reporting.${table} set impressions = 200`);
  await owner.query("commit");
  expect(await answer).toEqual([100, 100, 100]);
  expect(await impressions()).toEqual([200, 200, 200]);
});

test("a statement that fails fails alone, and the connection serves the next ones", async () => {
  const context = service.gateway.contextFor({ viewer: STAFF, requestId: "test" });
  const read: unknown[] = [];
  const reading = context.readTogether(async (sql) => {
    read.push(await sql.rows("select 1 as n where 1 = ?", [1]));
    read.push(await sql.rows("select 1 / (? - 1) as n", [1]));
  });
  await expect(reading).rejects.toThrow("division by zero");
  expect(read).toEqual([[{ n: 1 }]]);
  expect(await context.sql.rows("select current_setting('transaction_isolation') as level where 1 = ?", [1])).toEqual([
    { level: "read committed" },
  ]);
});
