import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDomainAttributes } from "../../subgraphs/audience/domain-attributes.ingest.js";
import { type Answer, startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await load("sigma.example,ΟΔΟΣ,Straße,Ελλάς\ndotted.example,İzmir,Gıda,İ\nplain.example,Österreich,Retail,C++\n");
});
afterAll(async () => await service.close());

async function load(rows: string): Promise<number> {
  const file = Readable.from(`domain,country,industry,technologies\n${rows}`);
  return await loadDomainAttributes(service.db.owner, file);
}

async function call(method: "GET" | "POST" | "DELETE", path: string, payload?: object): Promise<Answer> {
  const url = `/audience/v1/target_accounts${path}?advertisable_eid=${service.world.granted.advertisable}`;
  return await service.request({ as: "granted", method, url, ...(payload && { payload }) });
}

/** The domains that filters discover. */
async function discovered(filters: object): Promise<string[]> {
  const created = await call("POST", "/create_from_discover", { name: "Found", filters });
  expect(created).toMatchObject({ status: 200 });
  const { eid } = created.json as { eid: string };
  const items = await call("GET", `/${eid}/tiers/all/items`);
  return (items.json as { results: { domain: string }[] }).results.map(({ domain }) => domain);
}

test("a value fits itself in any script, and in another case", async () => {
  for (const [field, value, domain] of [
    ["country", "ΟΔΟΣ", "sigma"],
    ["country", "İzmir", "dotted"],
    ["country", "Österreich", "plain"],
    ["country", "ÖSTERREICH", "plain"],
    ["industry", "Straße", "sigma"],
    ["industry", "Gıda", "dotted"],
    ["technologies", "Ελλάς", "sigma"],
    ["technologies", "İ", "dotted"],
    ["technologies", "c++", "plain"],
  ] as const)
    expect([value, await discovered({ company_attributes: { [field]: { values: ["nothing", value] } } })]).toEqual([
      value,
      [`${domain}.example`],
    ]);
  expect(await discovered({ company_attributes: { country: { values: ["Österreich", "ΟΔΟΣ"] } } })).toEqual([
    "plain.example",
    "sigma.example",
  ]);
});

test("what is looked for may have characters that mean something to the database", async () => {
  expect(await load('odd.example,"100%_\\",x,y\n')).toBe(1);
  for (const value of ["%", "_", "\\", "0%_", "100%_\\"])
    expect([value, await discovered({ search: { attributes: ["country"], value } })]).toEqual([value, ["odd.example"]]);
  expect(await discovered({ search: { attributes: ["country", "domain"], value: "1__" } })).toEqual([]);
});

test("a row may have as many cookies as a count can be, and a rank from 1", async () => {
  const file = (row: string) => Readable.from(`domain,traffic_rank,cookie_count\n${row}\n`);
  const read = async (row: string) => await loadDomainAttributes(service.db.owner, file(row));
  expect(await read("busy.example,1,9007199254740991")).toBe(1);
  expect(await discovered({ cookie_count: { from: 9_007_199_254_740_991 } })).toEqual(["busy.example"]);
  expect(await discovered({ cookie_count: { from: 4_294_967_296 } })).toEqual(["busy.example"]);
  for (const row of ["x.example,1,9007199254740992", "x.example,0,1", "x.example,2147483648,1", "x.example,1,-1"])
    await expect(read(row)).rejects.toThrow(/line 2: (?:traffic_rank|cookie_count) ".*" is not accepted/);
});

test("bytes that are no UTF-8, and characters that nobody sees, are refused by their line and not shown", async () => {
  for (const bad of [Buffer.from([0xe9]), "\0", "\u001B[2J", "\u0085"]) {
    const row = Buffer.concat([Buffer.from("domain,country\nx.example,Caf"), Buffer.from(bad), Buffer.from("\n")]);
    await expect(loadDomainAttributes(service.db.owner, Readable.from([row]))).rejects.toThrow(
      /line 2: country "Caf\uFFFD\P{Cc}*" is not accepted/u,
    );
  }
  expect(await load('quoted.example,"Côte d\u2019Ivoire, ""CI""",x,y\n')).toBe(1);
});

test("10,000 domains are discovered at once, and no more", async () => {
  await service.db.owner.query(
    "insert into audience.domain_attributes (domain, industry) select 'many' || n || '.example', 'Many' from generate_series(1, 10000) n",
  );
  const filters = { company_attributes: { industry: { values: ["many"] } } };
  expect(await call("POST", "/create_from_discover", { name: "All", filters })).toMatchObject({
    status: 200,
    json: { items_count: 10_000 },
  });
  await load("onemore.example,,Many,\n");
  const { eid } = (await call("POST", "", { name: "None" })).json as { eid: string };
  for (const [path, body] of [
    ["/create_from_discover", { name: "All", filters }],
    [`/${eid}/tiers/create_from_discover`, { name: "All", filters }],
    [`/${eid}/tiers/all/items/add_from_discover`, { filters }],
  ] as const)
    expect([path, await call("POST", path, body)]).toMatchObject([
      path,
      { status: 400, json: { message: "filters fits more than 10000 domains; narrow it down." } },
    ]);
  expect(await call("GET", `/${eid}`)).toMatchObject({ json: { items_count: 0, tiers: [] } });
});

test("a list names all its tiers, also more than a page of them", async () => {
  const { eid } = (await call("POST", "", { name: "Tiers" })).json as { eid: string };
  await service.db.owner.query(
    `insert into audience.tier (advertisable_eid, eid, tal_eid, name, created_at, updated_at)
     select $1, left('T' || n || $2, 22), $2, 'Tier ' || n, now(), now() from generate_series(1, 150) n`,
    [service.world.granted.advertisable, eid],
  );
  const { json } = await call("GET", `/${eid}`);
  const { tiers } = json as { tiers: object[] };
  expect(tiers).toHaveLength(150);
  expect((await call("GET", `/${eid}/tiers`)).json).toEqual({ results: tiers });
  const { results } = (await call("GET", "")).json as { results: { eid: string; tiers: object[] }[] };
  expect(results.find((list) => list.eid === eid)?.tiers).toEqual(tiers);
});

test("a tier of many accounts is deleted like any other", async () => {
  const { eid } = (await call("POST", "", { name: "Large" })).json as { eid: string };
  const { tier } = (await call("POST", `/${eid}/tiers`, { name: "Most" })).json as { tier: { eid: string } };
  await service.db.owner.query(
    `insert into audience.target_account (advertisable_eid, tal_eid, tier_eid, domain, eid, is_score_given, created_at, updated_at)
     select $1, $2, $3, 'd' || n || '.example', left('L' || n || $2, 22), false, now(), now() from generate_series(1, 60000) n`,
    [service.world.granted.advertisable, eid, tier.eid],
  );
  expect((await call("DELETE", `/${eid}/tiers/${tier.eid}`)).status).toBe(204);
  expect((await call("GET", `/${eid}`)).json).toMatchObject({ items_count: 60_000, tiers: [] });
  const { rows } = await service.db.owner.query("select 1 from audience.target_account where tier_eid = $1", [
    tier.eid,
  ]);
  expect(rows).toEqual([]);
}, 60_000);
