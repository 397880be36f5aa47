import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDomainAttributes } from "../../subgraphs/audience/domain-attributes.ingest.js";
import { startService, type TestService } from "../kit/service.js";

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

/** The domains that filters discover. */
async function discovered(filters: object): Promise<string[]> {
  const base = "/audience/v1/target_accounts";
  const owner = `advertisable_eid=${service.world.granted.advertisable}`;
  const created = await service.request({
    as: "granted",
    method: "POST",
    url: `${base}/create_from_discover?${owner}`,
    payload: { name: "Found", filters },
  });
  expect(created).toMatchObject({ status: 200 });
  const { eid } = created.json as { eid: string };
  const items = await service.request({ as: "granted", url: `${base}/${eid}/tiers/all/items?${owner}` });
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
