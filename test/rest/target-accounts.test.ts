import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadDomainAttributes } from "../../subgraphs/audience/domain-attributes.ingest.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { testEid, type UserName } from "../kit/world.js";

let service: TestService;
let shop: string;
beforeAll(async () => {
  service = await startService();
  shop = service.world.granted.advertisable;
  const { owner } = service.db;
  await loadDomainAttributes(
    owner,
    Readable.from(
      "domain,company_name,country,industry,revenue,size,technologies,traffic_rank,cookie_count\n" +
        "www.Known.example,Known,US,Retail,1M-10M,11-50,Shop|Tracker,900,40\n" +
        "other.example,Other,DE,Retail,,,,50000,\nsoft.example,Soft,US,Software,,,Shop,,7\n",
    ),
  );
});
afterAll(async () => await service.close());

type Method = "GET" | "POST" | "DELETE";

async function call(method: Method, path: string, payload?: object, as: UserName = "granted"): Promise<Answer> {
  const url = `/audience/v1/target_accounts${path}${path.includes("?") ? "&" : "?"}advertisable_eid=${shop}`;
  return await service.request({ as, method, url, ...(payload && { payload }) });
}

async function good(method: Method, path: string, payload?: object): Promise<Record<string, unknown>> {
  const answer = await call(method, path, payload);
  expect([method, path, answer.status, answer.text]).toEqual([method, path, 200, expect.any(String)]);
  return answer.json as Record<string, unknown>;
}

async function newList(domains: string[] = [], name = "List"): Promise<string> {
  return String((await good("POST", "", { name, domains }))["eid"]);
}

async function itemsOf(list: string, tier = "all", query = ""): Promise<Record<string, unknown>[]> {
  const { results } = await good("GET", `/${list}/tiers/${tier}/items${query}`);
  return results as Record<string, unknown>[];
}

async function domainsOf(list: string, tier = "all", query = ""): Promise<unknown[]> {
  return (await itemsOf(list, tier, query)).map((item) => item["domain"]);
}

test("domain attributes come in the order asked, with nulls for unknown domains", async () => {
  const ask = async (payload: unknown) =>
    await service.request({
      as: "granted",
      method: "POST",
      url: "/audience/v1/domain_attributes",
      payload: JSON.stringify(payload),
      headers: { "content-type": "application/json" },
    });
  const answer = await ask(["https.example", "WWW.KNOWN.example", "bücher.example"]);
  const unknown = { company_name: null, country: null, industry: null, revenue: null, size: null };
  expect(answer).toMatchObject({
    status: 200,
    json: {
      results: [
        { domain: "https.example", ...unknown, technologies: null, traffic_rank: null },
        { domain: "known.example", company_name: "Known", technologies: ["Shop", "Tracker"], traffic_rank: 900 },
        { domain: "xn--bcher-kva.example" },
      ],
    },
  });
  expect(Object.keys((answer.json as { results: object[] }).results[0] ?? {})).toHaveLength(8);
  for (const bad of [
    [],
    ["no domain"],
    ["a.example", "localhost"],
    ["a.example,b.example"],
    [["a.example"], "b.example"],
    [[], "b.example"],
    Array.from({ length: 1_001 }, () => "a.example"),
  ]) {
    expect(await ask(bad)).toMatchObject({ status: 400, json: { errors: [{ message: expect.any(String) }] } });
  }
  expect((await ask({ nothing: 1 })).status).toBe(400);
});

describe("the file of domain attributes", () => {
  const load = async (text: string) => await loadDomainAttributes(service.db.owner, Readable.from(text));

  test("loads again without a change, and refuses bad rows by their lines with nothing loaded", async () => {
    expect(await load("domain,country\nagain.example,FR\n")).toBe(1);
    expect(await load("domain,country\nagain.example,FR\n")).toBe(1);
    await expect(load("domain,traffic_rank\ngood.example,1\nno domain,1\nbad.example,0\n")).rejects.toThrow(
      /line 3.*line 4/s,
    );
    await expect(load("country\nFR\n")).rejects.toThrow(/header/);
    const { rows } = await service.db.owner.query(
      "select domain from audience.domain_attributes where domain in ('again.example', 'good.example')",
    );
    expect(rows).toEqual([{ domain: "again.example" }]);
    await service.db.owner.query("delete from audience.domain_attributes where domain = 'again.example'");
  });
});

describe("lists", () => {
  test("are created of domains, read, edited and deleted", async () => {
    const created = await good("POST", "", { name: "Mine", domains: ["B.example", "www.a.example", "a.example"] });
    const eid = String(created["eid"]);
    expect(created).toEqual({
      eid: expect.stringMatching(/^.{22}$/),
      advertisable_eid: shop,
      name: "Mine",
      items_count: 2,
      tiers: [],
      scoring_model_id: null,
      scoring_auc: null,
      scoring_grades: {
        A: { threshold: 80 },
        B: { threshold: 60 },
        C: { threshold: 40 },
        D: { threshold: 20 },
        F: { threshold: 0 },
      },
      scoring_holdout1_status: null,
      scoring_holdout2_status: null,
      scoring_holdout3_status: null,
      scoring_holdout4_status: null,
      scoring_holdout5_status: null,
      scoring_items_pending: true,
      scoring_production_status: null,
      scoring_status: "not_scored",
      crm_sync_state: null,
      crm_synced_at: null,
    });
    expect(await good("GET", `/${eid}`)).toEqual(created);
    const changes = { name: "New", scoring_auc: 0.75, crm_sync_state: "done", crm_synced_at: "2023-08-01T10:00:00" };
    const edited = await good("POST", `/${eid}`, { ...changes, scoring_holdout2_status: "ready" });
    expect(edited).toMatchObject({
      ...changes,
      crm_synced_at: "2023-08-01T10:00:00.000Z",
      scoring_holdout2_status: "ready",
    });
    expect(((await good("GET", "")) as { results: object[] }).results).toContainEqual(edited);
    const removed = { scoring_auc: null, crm_sync_state: "", crm_synced_at: "", scoring_holdout2_status: null };
    expect(await good("POST", `/${eid}`, removed)).toEqual({ ...created, name: "New" });
    expect((await good("GET", "?scoring_model_id=none"))["results"]).toEqual([]);

    const gone = await call("DELETE", `/${eid}`);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    for (const path of [`/${eid}`, `/${eid}/tiers`, `/${eid}/tiers/all/items`])
      expect((await call("GET", path)).status).toBe(404);
  });

  test("are created of what is known", async () => {
    const filters = { company_attributes: { industry: { values: ["retail"] } }, cookie_count: { from: 1 } };
    const created = await good("POST", "/create_from_discover", { name: "Found", filters });
    expect(await domainsOf(String(created["eid"]))).toEqual(["known.example"]);
  });

  test("of others are missing, and so are one's own under another advertisable", async () => {
    const list = await newList(["a.example"]);
    const { tier } = (await good("POST", `/${list}/tiers`, { name: "T" })) as { tier: { eid: string } };
    const { other } = service.world;
    const paths: [Method, string, object?][] = [
      ["GET", ""],
      ["POST", "", { name: "N" }],
      ["DELETE", ""],
      ["GET", "/tiers"],
      ["POST", "/tiers", { name: "N" }],
      ["POST", "/tiers/create_from_discover", { name: "N" }],
      ["GET", `/tiers/${tier.eid}`],
      ["POST", `/tiers/${tier.eid}`, { name: "N" }],
      ["DELETE", `/tiers/${tier.eid}`],
      ["GET", `/tiers/${tier.eid}/items`],
      ["GET", "/tiers/all/items?limit=1"],
      ["POST", "/tiers/all/items", { items: [{ domain: "x.example" }] }],
      ["POST", "/tiers/all/items/add_from_discover", {}],
      ["DELETE", "/tiers/all/items", { domains: ["a.example"] }],
    ];
    const before = await good("GET", `/${list}`);
    for (const [method, path, payload] of paths) {
      for (const [as, advertisable] of [
        ["foreign", shop],
        ["ungranted", shop],
        ["admin", other.advertisable],
      ] as const) {
        const url = `/audience/v1/target_accounts/${list}${path}${path.includes("?") ? "&" : "?"}advertisable_eid=${advertisable}`;
        const answer = await service.request({ as, method, url, ...(payload && { payload }) });
        expect([method, path, as, answer.status, answer.json]).toEqual([
          method,
          path,
          as,
          404,
          { message: expect.any(String) },
        ]);
      }
    }
    expect(await good("GET", `/${list}`)).toEqual(before);
  });
});

describe("tiers", () => {
  test("take domains that no other tier has, are renamed, and leave their items behind", async () => {
    const list = await newList(["a.example"]);
    const first = await good("POST", `/${list}/tiers`, { name: "First", domains: ["a.example", "b.example"] });
    const tier = (first["tier"] as { eid: string }).eid;
    expect(first).toEqual({ tier: { eid: tier, name: "First", tal_eid: list, items_count: 2 }, skipped_domains: 0 });
    const second = await good("POST", `/${list}/tiers`, { name: "Second", domains: ["b.example", "c.example"] });
    expect(second).toMatchObject({ tier: { items_count: 1 }, skipped_domains: 1 });
    const third = await good("POST", `/${list}/tiers/create_from_discover`, {
      name: "Third",
      filters: { cookie_count: { from: 5 } },
    });
    expect(third).toMatchObject({ tier: { items_count: 2 }, skipped_domains: 0 });
    expect(
      ((await good("GET", `/${list}/tiers`)) as { results: { name: string }[] }).results
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["First", "Second", "Third"]);
    expect(await good("POST", `/${list}/tiers/${tier}`, { name: "Best" })).toMatchObject({ eid: tier, name: "Best" });
    expect(await good("GET", `/${list}/tiers/all`)).toEqual({ eid: "all", name: "all", tal_eid: list, items_count: 5 });
    expect((await call("DELETE", `/${list}/tiers/${tier}`)).status).toBe(204);
    expect((await call("GET", `/${list}/tiers/${tier}`)).status).toBe(404);
    expect(await domainsOf(list)).toEqual(["a.example", "b.example", "c.example", "known.example", "soft.example"]);
    for (const method of ["POST", "DELETE"] as const)
      expect((await call(method, `/${list}/tiers/all`, { name: "x" })).status).toBe(400);
  });
});

describe("items", () => {
  test("are added and changed, and say which is which", async () => {
    const list = await newList(["a.example"]);
    const items = [{ domain: "A.example", score: 85, source: "crm" }, { domain: "new.example" }];
    const answer = await good("POST", `/${list}/tiers/all/items`, { items });
    expect(answer).toEqual({ existing_domains: ["a.example"], new_domains: ["new.example"] });
    await good("POST", `/${list}/tiers/all/items`, { items: [{ domain: "a.example" }] });
    expect(await itemsOf(list)).toMatchObject([
      {
        domain: "a.example",
        score: 85,
        grade: "A",
        source: "crm",
        is_scored: true,
        is_matched: false,
        ta_tier_eid: null,
      },
      { domain: "new.example", score: null, grade: null, is_scored: false },
    ]);
    expect(await good("POST", `/${list}/tiers/all/items/add_from_discover`, { filters: { is_matched: true } })).toEqual(
      {
        existing_domains: [],
        new_domains: ["known.example", "other.example", "soft.example"],
      },
    );
  });

  test("come in pages and orders, and with what is known and delivered", async () => {
    const list = await newList();
    const items = ["known.example", "c.example", "b.example"].map((domain, index) => ({ domain, score: index * 10 }));
    await good("POST", `/${list}/tiers/all/items`, { items });
    expect(await domainsOf(list, "all", "?limit=2")).toEqual(["b.example", "c.example"]);
    expect(await domainsOf(list, "all", "?offset=1&limit=5&order=score&desc=true")).toEqual([
      "c.example",
      "known.example",
    ]);
    expect(await domainsOf(list, "all", "?order=score")).toEqual(["known.example", "c.example", "b.example"]);
    expect(await domainsOf(list, "all", "?offset=9")).toEqual([]);
    const { owner } = service.db;
    const { campaign, adGroup, ad } = service.world.granted;
    await owner.query(
      "create table reporting.delivery_2023_08 partition of reporting.delivery for values from ('2023-08-01') to ('2023-09-01')",
    );
    await owner.query(
      `insert into reporting.delivery values ($1, '2023-08-15', $2, $3, $4, 'n', 's', 'known.example', 'USD', 10, 1, 0.5, 0, 0)`,
      [shop, campaign, adGroup, ad],
    );
    const [known, other] = await itemsOf(list, "all", "?dat=true&order=score&limit=2");
    expect(known).toMatchObject({
      domain: "known.example",
      company_name: "Known",
      cookie_count: 40,
      impressions: 10,
      clicks: 1,
      cost: 0.5,
    });
    expect(other).toMatchObject({
      domain: "c.example",
      company_name: null,
      technologies: null,
      impressions: 0,
      cost: 0,
    });
    for (const query of ["?order=eid", "?limit=0", "?limit=1001", "?offset=-1", "?dat=maybe", "?desc=2"])
      expect((await call("GET", `/${list}/tiers/all/items${query}`)).status).toBe(400);
  });

  test("of a new list of 10,000 are deleted by a filter at once, whatever the database knows of it yet", async () => {
    const { eid } = (await good("POST", "", { name: "Long", domains: [] })) as { eid: string };
    for (let from = 0; from < 10_000; from += 1_000) {
      const items = Array.from({ length: 1_000 }, (_, at) => ({ domain: `d${from + at}.example`, score: from / 100 }));
      await good("POST", `/${eid}/tiers/all/items`, { items });
    }
    const path = `/${eid}/tiers/all/items`;
    expect((await call("DELETE", path, { filters: { score: { to: 50 } } })).status).toBe(204);
    expect(await good("GET", `/${eid}`)).toMatchObject({ items_count: 4_000 });
    expect((await call("DELETE", path, { domains: ["d9999.example"], inverted: true })).status).toBe(204);
    expect(await good("GET", `/${eid}`)).toMatchObject({ items_count: 1 });
  }, 60_000);

  test("are deleted by domains, by filters and by what these are not", async () => {
    const all = ["a.example", "b.example", "known.example", "other.example", "soft.example"];
    for (const [body, left] of [
      [{ domains: ["WWW.a.example", "x.example"] }, all.slice(1)],
      [{ domains: ["a.example"], inverted: true }, ["a.example"]],
      [{ filters: { is_matched: false } }, all.slice(2)],
      [
        { filters: { company_attributes: { country: { values: ["us"] } } } },
        ["a.example", "b.example", "other.example"],
      ],
      [
        { filters: { company_attributes: { technologies: { values: ["shop"] } } }, inverted: true },
        ["known.example", "soft.example"],
      ],
      [
        { filters: { company_attributes: { traffic_rank: { to: 1000 } } } },
        all.filter((each) => each !== "known.example"),
      ],
      [{ filters: { search: { attributes: ["domain", "company_name"], value: "OFT" } } }, all.slice(0, 4)],
      [{ filters: { is_scored: true } }, all.slice(1)],
      [{ filters: { grades: ["A"] } }, all.slice(1)],
      [{ filters: { grades: ["B", "F"] } }, all],
      [{ filters: { score: { from: 90, to: 90 } } }, all.slice(1)],
      [{ filters: { cookie_count: { from: 8 } } }, all.filter((each) => each !== "known.example")],
      [{ domains: ["a.example"], filters: { is_matched: true } }, all],
      [{ force: true }, []],
    ] as const) {
      const list = await newList([...all]);
      await good("POST", `/${list}/tiers/all/items`, { items: [{ domain: "a.example", score: 90 }] });
      expect([body, (await call("DELETE", `/${list}/tiers/all/items`, body)).status]).toEqual([body, 204]);
      expect([body, await domainsOf(list)]).toEqual([body, left]);
    }
  });

  test("of one tier are deleted without the others", async () => {
    const list = await newList(["a.example", "b.example"]);
    const { tier } = (await good("POST", `/${list}/tiers`, { name: "T", domains: ["b.example"] })) as {
      tier: { eid: string };
    };
    expect((await call("DELETE", `/${list}/tiers/${tier.eid}/items`, { force: true })).status).toBe(204);
    expect(await domainsOf(list)).toEqual(["a.example"]);
  });

  test("two clients that write overlapping items at once leave one consistent list", async () => {
    const list = await newList();
    const names = Array.from({ length: 300 }, (_, index) => `d${String(index).padStart(3, "0")}.example`);
    const [one, two] = (await Promise.all(
      ["One", "Two"].map(async (name) => (await good("POST", `/${list}/tiers`, { name }))["tier"]),
    )) as { eid: string }[];
    const sides: [string, string[], number][] = [
      [one?.eid ?? "", names.slice(0, 200), 10],
      [two?.eid ?? "", names.slice(100).toReversed(), 20],
    ];
    const answers = await Promise.all(
      sides.map(async ([tier, domains, score]) =>
        good("POST", `/${list}/tiers/${tier}/items`, { items: domains.map((domain) => ({ domain, score })) }),
      ),
    );
    expect(answers.flatMap((answer) => answer["new_domains"] as string[]).toSorted()).toEqual(names);
    const items = await itemsOf(list);
    expect(items.map((item) => item["domain"])).toEqual(names);
    // Whoever came first has the tier of what both name, whoever came last has its score, for all of them alike.
    const shared = items.slice(100, 200).map((item) => [item["ta_tier_eid"], item["score"]].join());
    expect(new Set(shared).size).toBe(1);
  });
});

test("a domain is one that DNS can have, wherever it is written", async () => {
  const list = await newList(["a.example", "xn--bcher-kva.example"]);
  const path = `/${list}/tiers/all/items`;
  const long = "x".repeat(64);
  for (const domain of [
    "*.x.com",
    "-a.com",
    "a-.com",
    "a_b.com",
    `${long}.com`,
    "a..com",
    "1.2.3.4",
    "com",
    "a.com/x",
  ]) {
    for (const [method, url, payload, named] of [
      ["POST", "", { name: "N", domains: ["ok.example", domain] }, "domains.1"],
      ["POST", path, { items: [{ domain: "ok.example" }, { domain }] }, "items.1.domain"],
      ["DELETE", path, { domains: [domain] }, "domains.0"],
      ["DELETE", path, { filters: { company_attributes: { domain: { values: [domain] } } } }, "domain.0"],
    ] as const) {
      const answer = await call(method, url, payload);
      expect([domain, answer.status, answer.json]).toEqual([
        domain,
        400,
        { message: expect.stringContaining(`${named} must be a domain such as example.com.`) },
      ]);
    }
  }
  // A filter's domain is read as those of items are.
  const filters = { company_attributes: { domain: { values: ["WWW.Bücher.example."] } } };
  expect((await call("DELETE", path, { filters })).status).toBe(204);
  expect(await domainsOf(list)).toEqual(["a.example"]);
  const found = { company_attributes: { domain: { values: ["www.KNOWN.example"] } } };
  const created = await good("POST", "/create_from_discover", { name: "Found", filters: found });
  expect(await domainsOf(String(created["eid"]))).toEqual(["known.example"]);
});

test("numbers of filters that are out of range are named with their range", async () => {
  const list = await newList(["a.example"]);
  for (const [filters, named] of [
    [
      { company_attributes: { traffic_rank: { from: 1e300 } } },
      "traffic_rank: from and to must be whole numbers from 0 to 2147483647.",
    ],
    [
      { company_attributes: { traffic_rank: { to: 1.5 } } },
      "traffic_rank: from and to must be whole numbers from 0 to 2147483647.",
    ],
    [{ cookie_count: { to: 1e17 } }, "cookie_count: from and to must be whole numbers from 0 to 9007199254740991."],
    [{ cookie_count: { from: -1 } }, "cookie_count: from and to must be whole numbers from 0 to 9007199254740991."],
    [{ score: { from: 0, to: 101 } }, "score: from and to must be numbers from 0 to 100."],
  ] as const) {
    for (const [method, path, payload] of [
      ["DELETE", `/${list}/tiers/all/items`, { filters }],
      ["POST", "/create_from_discover", { name: "N", filters }],
    ] as const) {
      const answer = await call(method, path, payload);
      expect([filters, answer.status, answer.json]).toEqual([filters, 400, { message: named }]);
    }
  }
});

test("what is not accepted is a 400 with a message, and changes nothing", async () => {
  const list = await newList(["a.example"]);
  const { tier } = (await good("POST", `/${list}/tiers`, { name: "T" })) as { tier: { eid: string } };
  const before = await good("GET", `/${list}`);
  const bad: [Method, string, object][] = [
    ["POST", "", {}],
    ["POST", "", { name: " " }],
    ["POST", "", { name: "n".repeat(256) }],
    ["POST", "", { name: "N", domains: ["no domain"] }],
    ["POST", "/create_from_discover", { name: "N", filters: { nonsense: 1 } }],
    ["POST", `/${list}`, { scoring_auc: 2 }],
    ["POST", `/${list}`, { scoring_auc: "x" }],
    ["POST", `/${list}`, { scoring_grades: { A: { threshold: 1 } } }],
    [
      "POST",
      `/${list}`,
      { scoring_grades: Object.fromEntries(["A", "B", "C", "D", "F"].map((g) => [g, { threshold: 5 }])) },
    ],
    ["POST", `/${list}`, { scoring_status: "scored" }],
    ["POST", `/${list}`, { scoring_status: "nonsense" }],
    ["POST", `/${list}`, { crm_synced_at: "2023-13-01" }],
    ["POST", `/${list}`, { crm_synced_at: "2026-02-30" }],
    ["POST", `/${list}`, { crm_synced_at: "2026-02-30T10:00:00Z" }],
    ["POST", `/${list}`, { crm_synced_at: "0000-01-01" }],
    ["POST", `/${list}`, { name: "" }],
    ["POST", `/${list}`, { scoring_status: "" }],
    ["POST", `/${list}/tiers/${tier.eid}`, { name: "" }],
    ["POST", `/${list}/tiers/all/items`, { items: { domain: "x.example" } }],
    ["POST", `/${list}/tiers/all/items`, { items: [null] }],
    ["POST", `/${list}/tiers/all/items`, { items: [] }],
    ["POST", `/${list}/tiers/all/items`, { items: [{ domain: "x.example", crm_synced_at: "2026-02-30" }] }],
    ["DELETE", `/${list}/tiers/all/items`, { domains: [], force: true }],
    ["DELETE", `/${list}/tiers/all/items`, { domains: [], filters: { is_matched: false } }],
    ["DELETE", `/${list}/tiers/all/items`, { domains: ["a.example"], inverted: "" }],
    ["DELETE", `/${list}/tiers/all/items?force=`, {}],
    ["POST", `/${list}`, { crm_sync_state: "x".repeat(41) }],
    ["POST", `/${list}/tiers`, {}],
    ["POST", `/${list}/tiers/${tier.eid}`, { name: "a\nb" }],
    ["POST", `/${list}/tiers/nonsense/items`, { items: [{ domain: "x.example" }] }],
    ["POST", `/${list}/tiers/all/items`, {}],
    ["POST", `/${list}/tiers/all/items`, { items: [{ domain: "x.example", score: 101 }] }],
    ["POST", `/${list}/tiers/all/items`, { items: [{ domain: "ok.example" }, { domain: "http://x.example/" }] }],
    ["POST", `/${list}/tiers/all/items`, { items: ["x.example"] }],
    ["POST", `/${list}/tiers/all/items`, { items: Array.from({ length: 1_001 }, () => ({ domain: "x.example" })) }],
    ["DELETE", `/${list}/tiers/all/items`, {}],
    ["DELETE", `/${list}/tiers/all/items`, { filters: {} }],
    ["DELETE", `/${list}/tiers/all/items`, { inverted: true, force: true }],
    ["DELETE", `/${list}/tiers/all/items`, { filters: { grades: [] }, inverted: true }],
    [
      "DELETE",
      `/${list}/tiers/all/items`,
      { filters: { company_attributes: { country: { values: [] } } }, inverted: true },
    ],
    ["DELETE", `/${list}/tiers/all/items`, { filters: { search: { attributes: [], value: "x" } }, inverted: true }],
    ["DELETE", `/${list}/tiers/all/items`, { filters: { grades: ["E"] }, force: true }],
    ["DELETE", `/${list}/tiers/all/items`, { filters: { score: { from: 5, to: 1 } } }],
    ["DELETE", `/${list}/tiers/all/items`, { filters: { search: { attributes: ["score"], value: "x" } } }],
  ];
  for (const [method, path, payload] of bad) {
    const answer = await call(method, path, payload);
    expect([path, payload, answer.status, answer.json]).toEqual([path, payload, 400, { message: expect.any(String) }]);
    // In the words of the old interface.
    expect(answer.text).not.toMatch(/[a-z][A-Z]|[A-Z]{4}|criteria/);
  }
  expect(await good("GET", `/${list}`)).toEqual(before);
  expect((await service.request({ as: "granted", method: "GET", url: "/audience/v1/target_accounts" })).status).toBe(
    400,
  );
  expect((await call("GET", `/${testEid("nolist")}`)).status).toBe(404);
});
