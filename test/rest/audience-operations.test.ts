import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../gateway/rest/routes.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { testEid, type UserName } from "../kit/world.js";

/** Each operation of the audience area: what it answers, to whom, and what it refuses. */
interface Operation {
  method: "GET" | "POST" | "DELETE";
  /** As the documents name it; what stands in brackets is filled in. */
  path: string;
  query?: Record<string, string>;
  body?: () => object;
  /** The status and keys of a good answer; of its first item where it is a list. */
  status: number;
  keys: readonly string[];
  /** What of it makes a bad request, each another one. */
  bad: readonly { query?: Record<string, string>; body?: unknown; path?: Record<string, string> }[];
  /** What somebody of another organization is answered. */
  foreign?: number;
}

let service: TestService;
const objects: Record<string, string> = {};
beforeAll(async () => {
  service = await startService();
  const { advertisable } = service.world.granted;
  Object.assign(objects, { advertisable, missing: testEid("missing") });
  const made = async (url: string, payload: object): Promise<Record<string, unknown>> => {
    const answer = await service.request({ as: "granted", method: "POST", url, payload });
    expect(answer).toMatchObject({ status: 200 });
    return answer.json as Record<string, unknown>;
  };
  const segment = await made("/audience/v1/segments", segmentBody());
  objects["segment_id"] = String((segment["segment"] as Record<string, unknown>)["segment_id"]);
  const lists = `/audience/v1/target_accounts`;
  const list = await made(`${lists}?advertisable_eid=${advertisable}`, { name: "List", domains: ["a.example"] });
  objects["tal_eid"] = String(list["eid"]);
  const { tier } = await made(`${lists}/${objects["tal_eid"]}/tiers?advertisable_eid=${advertisable}`, {
    name: "Tier",
  });
  objects["ta_tier_eid"] = String((tier as Record<string, unknown>)["eid"]);
});
afterAll(async () => await service.close());

function segmentBody(): Record<string, unknown> {
  const data = [{ email: "a@example.com" }];
  return { advertiser_id: objects["advertisable"], name: "Customers", type: "crm", duration: 30, data };
}

const SEGMENT =
  "segment_id,advertiser_id,name,type,duration,is_active,is_conversion,conversion_value,created_date,source".split(",");
const TIER = ["eid", "name", "tal_eid", "items_count"];
const LIST = [
  ..."eid,advertisable_eid,name,items_count,tiers,scoring_model_id,scoring_auc,scoring_grades".split(","),
  ...[1, 2, 3, 4, 5].map((holdout) => `scoring_holdout${holdout}_status`),
  ..."scoring_items_pending,scoring_production_status,scoring_status,crm_sync_state,crm_synced_at".split(","),
];
const ITEM = "domain,ta_tier_eid,score,grade,source,is_matched,is_scored,crm_synced_at,created_date".split(",");
const ATTRIBUTES = "domain,company_name,country,industry,revenue,size,technologies,traffic_rank".split(",");
const WRITTEN = ["existing_domains", "new_domains"];

const A = "/audience/v1";
const LISTS = `${A}/target_accounts`;
const ONE_LIST = `${LISTS}/{tal_eid}`;
const TIERS = `${ONE_LIST}/tiers`;
const ONE_TIER = `${TIERS}/{ta_tier_eid}`;
const ITEMS = `${ONE_TIER}/items`;
const OWNER = { advertisable_eid: "{advertisable}" };
const NOT_OWNED = [{ query: { advertisable_eid: "" } }, { query: { advertisable_eid: "short" } }];
const NO_LIST = [...NOT_OWNED, { path: { tal_eid: "short" } }];
const NO_TIER = [...NO_LIST, { path: { ta_tier_eid: "short" } }];
const FILTERS = { score: { from: 99 } };
const BAD_FILTERS = [{ body: { name: "N", filters: { nope: 1 } } }, { body: { name: "N", filters: [] } }];
const BAD_NAMES = [{ body: { name: "" } }, { body: { name: "x".repeat(256) } }];

/** The ones that delete come last. */
const OPERATIONS: readonly Operation[] = [
  { method: "GET", path: `${A}/advertisers`, status: 200, keys: ["advertiser_id"], bad: [], foreign: 200 },
  {
    method: "GET",
    path: `${A}/crosschannel_lal_segments/valid-segments`,
    query: { advertiser_id: "{advertisable}" },
    status: 200,
    keys: ["valid_segments", "invalid_segments"],
    bad: [{ query: { advertiser_id: "" } }, { query: { advertiser_id: "short" } }],
  },
  {
    method: "POST",
    path: `${A}/domain_attributes`,
    body: () => ["a.example"],
    status: 200,
    keys: ATTRIBUTES,
    bad: [{ body: [] }, { body: ["no domain"] }, { body: { a: 1 } }],
    foreign: 200,
  },
  {
    method: "GET",
    path: `${A}/segments`,
    query: { advertiser_id: "{advertisable}", type: "crm", omit_fields: "name" },
    status: 200,
    keys: [...SEGMENT.filter((field) => field !== "name"), "emails"],
    bad: [{ query: { advertiser_id: "" } }, { query: { type: "nope" } }, { query: { omit_fields: "nope" } }],
  },
  {
    method: "POST",
    path: `${A}/segments`,
    body: segmentBody,
    status: 200,
    keys: [...SEGMENT, "emails"],
    bad: [{ body: {} }, { body: { ...segmentBody(), duration: 541 } }, { body: { ...segmentBody(), data: [{}] } }],
  },
  {
    method: "POST",
    path: `${A}/segments_bulk/put`,
    body: () => [segmentBody()],
    status: 200,
    keys: ["result", "segment"],
    bad: [{ body: { a: 1 } }, { body: Array.from({ length: 1_001 }, segmentBody) }],
    // Refused item by item.
    foreign: 200,
  },
  {
    method: "POST",
    path: `${A}/segments/bulk`,
    body: () => [segmentBody()],
    status: 200,
    keys: ["result", "segment"],
    bad: [{ body: { a: 1 } }],
    foreign: 200,
  },
  {
    method: "GET",
    path: `${A}/segments/{segment_id}`,
    status: 200,
    keys: [...SEGMENT, "emails"],
    bad: [{ path: { segment_id: "short" } }],
  },
  {
    method: "POST",
    path: `${A}/segments/{segment_id}`,
    body: () => ({ name: "New", data: [] }),
    status: 200,
    keys: [...SEGMENT, "emails"],
    bad: [{ body: { duration: 0 } }, { body: { conversion_value: -1 } }, { body: { data: {} } }],
  },
  { method: "GET", path: LISTS, query: OWNER, status: 200, keys: LIST, bad: NOT_OWNED },
  {
    method: "POST",
    path: LISTS,
    query: OWNER,
    body: () => ({ name: "N" }),
    status: 200,
    keys: LIST,
    bad: [...NOT_OWNED, ...BAD_NAMES, { body: { name: "N", domains: ["no domain"] } }],
  },
  {
    method: "POST",
    path: `${LISTS}/create_from_discover`,
    query: OWNER,
    body: () => ({ name: "N", filters: FILTERS }),
    status: 200,
    keys: LIST,
    bad: [...NOT_OWNED, ...BAD_NAMES, ...BAD_FILTERS],
  },
  { method: "GET", path: ONE_LIST, query: OWNER, status: 200, keys: LIST, bad: NO_LIST },
  {
    method: "POST",
    path: ONE_LIST,
    query: OWNER,
    body: () => ({ name: "N" }),
    status: 200,
    keys: LIST,
    bad: [...NO_LIST, ...BAD_NAMES, { body: { scoring_auc: 2 } }, { body: { scoring_status: "scored" } }],
  },
  { method: "GET", path: TIERS, query: OWNER, status: 200, keys: TIER, bad: NO_LIST },
  {
    method: "POST",
    path: TIERS,
    query: OWNER,
    body: () => ({ name: "N" }),
    status: 200,
    keys: ["tier", "skipped_domains"],
    bad: [...NO_LIST, ...BAD_NAMES],
  },
  {
    method: "POST",
    path: `${TIERS}/create_from_discover`,
    query: OWNER,
    body: () => ({ name: "N", filters: FILTERS }),
    status: 200,
    keys: ["tier", "skipped_domains"],
    bad: [...NO_LIST, ...BAD_NAMES, ...BAD_FILTERS],
  },
  { method: "GET", path: ONE_TIER, query: OWNER, status: 200, keys: TIER, bad: NO_TIER },
  {
    method: "POST",
    path: ONE_TIER,
    query: OWNER,
    body: () => ({ name: "N" }),
    status: 200,
    keys: TIER,
    bad: [...NO_TIER, ...BAD_NAMES, { path: { ta_tier_eid: "all" } }],
  },
  {
    method: "POST",
    path: ITEMS,
    query: OWNER,
    body: () => ({ items: [{ domain: "a.example", score: 5 }] }),
    status: 200,
    keys: WRITTEN,
    bad: [...NO_TIER, { body: {} }, { body: { items: [{ domain: "no domain" }] } }],
  },
  {
    method: "POST",
    path: `${ITEMS}/add_from_discover`,
    query: OWNER,
    body: () => ({ filters: FILTERS }),
    status: 200,
    keys: WRITTEN,
    bad: [...NO_TIER, ...BAD_FILTERS],
  },
  {
    method: "GET",
    path: ITEMS,
    query: { ...OWNER, offset: "0", limit: "5", order: "score", desc: "true" },
    status: 200,
    keys: ITEM,
    bad: [...NO_TIER, { query: { order: "eid" } }, { query: { limit: "0" } }, { query: { dat: "maybe" } }],
  },
  {
    method: "DELETE",
    path: ITEMS,
    query: OWNER,
    body: () => ({ domains: ["b.example"] }),
    status: 204,
    keys: [],
    bad: [...NO_TIER, { body: {} }, { body: { inverted: true, force: true } }],
  },
  { method: "DELETE", path: ONE_TIER, query: OWNER, status: 204, keys: [], bad: NO_TIER },
  { method: "DELETE", path: ONE_LIST, query: OWNER, status: 204, keys: [], bad: NO_LIST },
  {
    method: "DELETE",
    path: `${A}/segments/{segment_id}`,
    status: 200,
    keys: [...SEGMENT, "emails"],
    bad: [{ path: { segment_id: "short" } }],
  },
];

async function ask(
  { method, path, query = {}, body }: Operation,
  as: UserName | null,
  change: Operation["bad"][number] = {},
): Promise<Answer> {
  const fill = (text: string, names = objects): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? "");
  const asked = Object.entries({ ...query, ...change.query }).map(([name, value]): [string, string] => [
    name,
    fill(value),
  ]);
  const payload = change.body ?? body?.();
  return await service.request({
    as,
    method,
    url: `${fill(path, { ...objects, ...change.path })}?${new URLSearchParams(asked)}`,
    ...(payload !== undefined && { payload: JSON.stringify(payload), headers: { "content-type": "application/json" } }),
  });
}

/** The record of an answer, or the first of its list. */
function recordOf(json: unknown): unknown {
  const { segment, segments, results, data } = Object(json);
  const found: unknown = segment ?? segments ?? results ?? data ?? json;
  return Array.isArray(found) ? found[0] : found;
}

/** The body of a refusal: target accounts have one message, everything else a list. */
function refusalOf({ path }: Operation): object {
  if (path.startsWith(LISTS)) return { message: expect.any(String) };
  return { errors: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]) };
}

test("they are all operations of the area", () => {
  const routes = ROUTES.filter((route) => route.path.startsWith(`${A}/`));
  expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
  expect(OPERATIONS).toHaveLength(26);
});

describe.each(OPERATIONS)("$method $path", (operation) => {
  test("is refused without a sign-in, to strangers as if there were nothing, and where it is malformed", async () => {
    expect((await ask(operation, null)).status).toBe(401);
    const foreign = await ask(operation, "foreign");
    expect(foreign.status).toBe(operation.foreign ?? 404);
    if (foreign.status === 404) expect(foreign.json).toEqual(refusalOf(operation));
    expect(foreign.text).not.toContain(`"${objects["segment_id"]}"`);
    for (const change of operation.bad) {
      const answer = await ask(operation, "granted", change);
      expect([change, answer.status, answer.json]).toEqual([change, 400, refusalOf(operation)]);
    }
  });

  test("answers who may ask", async () => {
    const answer = await ask(operation, "granted");
    expect([answer.status, answer.status === 204 ? answer.text : ""]).toEqual([operation.status, ""]);
    if (operation.status === 200) expect(Object.keys(Object(recordOf(answer.json)))).toEqual(operation.keys);
  });
});
