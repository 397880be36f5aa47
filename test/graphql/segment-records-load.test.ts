import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, create, createTree, STAFF } from "../kit/world.js";

/** Lists that are loaded while others read them, and loads that are killed. */
let service: TestService;
let advertisable: string;
beforeAll(async () => {
  service = await startService();
  ({ advertisable } = await createTree(service.gateway, ALPHA, "Shop"));
});
afterAll(async () => await service.close());

const users = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@customers.example.com` }));

async function newSegment(name: string, count: number): Promise<string> {
  return await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
    advertisableEid: advertisable,
    name,
    type: "CRM",
    duration: 30,
    data: users(name, count),
  });
}

async function replace(eid: string, data: readonly object[], query = "") {
  const url = `/audience/v1/segments/${eid}${query}`;
  return await service.request({ as: "admin", method: "POST", url, payload: { data } });
}

/** How many users an answer says that the segment has. */
function told({ status, json }: Awaited<ReturnType<typeof replace>>): unknown {
  return status === 200 ? (json as { segment: { emails: number } }).segment.emails : [status, json];
}

/** The people of a list, and what the segment says how many they are, as one statement sees both. */
async function seen(eid: string): Promise<{ people: number; told: number; mark: string | null }> {
  const { rows } = await service.db.owner.query(
    `select count(r.eid)::int as people, s.records_count as told, min(r.eid) as mark from audience.segment s
     left join audience.segment_record r on r.segment_eid = s.eid where s.eid = $1 group by s.records_count`,
    [eid],
  );
  return rows[0];
}

test("a list of 100,000 is replaced by another one, and by itself", async () => {
  const MANY = 100_000;
  const eid = await newSegment("big", 1_000);
  for (const name of ["new", "new"]) {
    expect(told(await replace(eid, users(name, MANY)))).toBe(MANY);
    expect(await seen(eid)).toMatchObject({ people: MANY, told: MANY });
  }
  // One user more, and a few in the place of all.
  expect(told(await replace(eid, users("added", 1), "?append=true"))).toBe(MANY + 1);
  expect(await seen(eid)).toMatchObject({ people: MANY + 1, told: MANY + 1 });
  expect(told(await replace(eid, users("few", 3)))).toBe(3);
  expect(await seen(eid)).toMatchObject({ people: 3, told: 3 });
  // A service of ours that asks the graph itself for more than one write may bring is told so too.
  expect(
    await service.gateway.ask(
      "mutation ($input: EditSegmentInput!) { editSegment(input: $input) { segment { emails } } }",
      { input: { eid, data: users("more", MANY + 1) } },
      { viewer: STAFF, requestId: "load" },
    ),
  ).toMatchObject({ errors: [{ extensions: { violations: [{ path: ["input", "data"], code: "TOO_MANY" }] } }] });
}, 240_000);

test("whoever reads while a list is replaced sees the old one or the new one, whole", async () => {
  const eid = await newSegment("old", 3_000);
  const before = await seen(eid);
  const state = { isDone: false };
  const load = replace(eid, users("young", 25_000)).finally(() => (state.isDone = true));
  const states = new Set<string>();
  while (!state.isDone) states.add(JSON.stringify(await seen(eid)));
  expect(told(await load)).toBe(25_000);
  const after = await seen(eid);
  expect(after).toMatchObject({ people: 25_000, told: 25_000 });
  for (const each of states) expect([JSON.stringify(before), JSON.stringify(after)]).toContain(each);
}, 120_000);

test("a load that is killed in its middle leaves the old list, and can be sent again", async () => {
  const eid = await newSegment("kept", 2_000);
  const before = await seen(eid);
  const load = replace(eid, users("lost", 60_000));
  const state = { isDone: false };
  void load.finally(() => (state.isDone = true));
  let killed = 0;
  while (killed === 0 && !state.isDone) {
    const { rowCount } = await service.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%insert into audience.segment_record%' and pid <> pg_backend_pid()`,
    );
    killed = rowCount ?? 0;
  }
  expect(killed).toBe(1);
  expect(await load).toMatchObject({ status: 503 });
  expect(await seen(eid)).toEqual(before);
  expect(told(await replace(eid, users("lost", 60_000)))).toBe(60_000);
  expect(await seen(eid)).toMatchObject({ people: 60_000, told: 60_000 });
}, 120_000);

test("a list of 100,000 comes through the old interface to an area that runs alone", async () => {
  const split = await startService({ subgraphs: "http" });
  try {
    const { advertisable: advertiser } = await createTree(split.gateway, ALPHA, "Alone");
    // More bytes than an area takes of anything else.
    const data = Array.from({ length: 100_000 }, (_, index) => ({ email: `${index}@${"x".repeat(60)}.shop.example` }));
    const answer = await split.request({
      as: "admin",
      method: "POST",
      url: "/audience/v1/segments",
      payload: { advertiser_id: advertiser, name: "All", type: "crm", duration: 30, data },
    });
    expect(answer).toMatchObject({ status: 200, json: { segment: { emails: 100_000 } } });
  } finally {
    await split.close();
  }
}, 240_000);

test("two who add to a list at once both find their users in it", async () => {
  const eid = await newSegment("shared", 10);
  const answers = await Promise.all([
    replace(eid, users("shared", 1_500), "?append=true"),
    replace(eid, users("shared", 1_800), "?append=true"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await seen(eid)).toMatchObject({ people: 1_800, told: 1_800 });
});
