import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callEntities, type Method, recordOf } from "../kit/entity-client.js";
import { startService, type Answer, type TestService } from "../kit/service.js";
import { ALPHA, createTree, type Tree, type UserName } from "../kit/world.js";

let service: TestService;
/** A tree of its own for each test, approved, as staff makes it. */
let tree: Tree;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  tree = await createTree(service.gateway, ALPHA, "Own");
});
afterAll(async () => await service.close());

async function call(method: Method, verb: string, fields: object, as: UserName = "admin"): Promise<Answer> {
  return await callEntities(service, method, `ad/${verb}`, fields, as);
}

async function record(ad = tree.ad): Promise<Record<string, unknown>> {
  return recordOf(await call("GET", "get", { ad }));
}

const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);

describe("ad/create", () => {
  test("the record with all that was given; in review unless staff creates it", async () => {
    const fields = {
      advertisable: tree.advertisable,
      name: "Banner",
      destination_url: "https://example.test/?a=1&b=2",
      headline: "Head",
      body: "Body",
      message: "Message",
      ad_format: "300x250",
      type: "liquid",
    };
    const results = recordOf(await call("POST", "create", fields));
    expect(results).toEqual({
      eid: expect.stringMatching(/^.{22}$/),
      name: "Banner",
      advertisable: tree.advertisable,
      adgroups: [],
      status: "admin_review",
      type: "liquid",
      is_active: true,
      ad_format: "300 wide x 250 high",
      ad_format_name: "300x250",
      ad_format_id: null,
      width: 300,
      height: 250,
      src: null,
      destination_url: "https://example.test/?a=1&b=2",
      headline: "Head",
      body: "Body",
      message: "Message",
      original_ad: null,
      has_edits: false,
      has_pending_edits: false,
      has_future_campaigns: false,
      is_outlined: false,
      outline_color: null,
      valid_clicktag: false,
      created_date: DATE,
      updated_date: DATE,
    });
    expect(await record(String(results["eid"]))).toEqual(results);
    expect(recordOf(await call("POST", "create", fields, "staff"))).toMatchObject({ status: "approved" });
  });

  test("without a name or a destination it is not active, and becomes so with both", async () => {
    const { advertisable } = tree;
    const bare = recordOf(await call("POST", "create", { advertisable }));
    expect(bare).toMatchObject({ name: "", destination_url: null, type: "image", is_active: false });
    const ad = bare["eid"];
    expect(recordOf(await call("PUT", "edit", { ad, destination_url: "https://example.test/" }))).toMatchObject({
      eid: ad,
      is_active: false,
    });
    expect(recordOf(await call("PUT", "edit", { ad, name: "Named" }))).toMatchObject({ eid: ad, is_active: true });
    const named = recordOf(await call("POST", "create", { advertisable, name: "Nowhere to go" }));
    expect(named).toMatchObject({ is_active: false });
  });

  test("bad values: 400 by the names of the old interface", async () => {
    for (const [fields, field] of [
      [{ advertisable: undefined }, "advertisable"],
      [{ name: "x".repeat(256) }, "name"],
      [{ destination_url: "javascript:alert(1)" }, "destination_url"],
      [{ destination_url: "https://user:pass@example.test/" }, "destination_url"],
      [{ headline: "a\r\nb\u0000" }, "headline"],
      [{ width: 0 }, "width"],
      [{ height: "1e2" }, "height"],
      [{ ad_format: "big" }, "ad_format"],
      [{ ad_format: "0x250" }, "width"],
      [{ ad_format: "300x250", width: 301 }, "ad_format"],
      [{ type: "hologram" }, "type"],
    ] as const) {
      const answer = await call("POST", "create", { advertisable: tree.advertisable, name: "Bad", ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field, message: expect.stringContaining(field) }] });
    }
  });
});

describe("ad/edit", () => {
  test("an approved ad goes on unchanged; the result is a new one that carries it as original", async () => {
    const before = await record();
    const edit = recordOf(await call("PUT", "edit", { ad: tree.ad, headline: "Better", type: "ad_network" }));
    expect(edit).toMatchObject({
      headline: "Better",
      type: "ad_network",
      status: "admin_review",
      original_ad: tree.ad,
      adgroups: [],
      original: { ...before, has_edits: true, has_pending_edits: true, updated_date: DATE },
    });
    expect(edit["eid"]).not.toBe(tree.ad);
    // One in review is edited in place, and so is any by staff.
    const again = recordOf(await call("POST", "edit", { ad: edit["eid"], width: 300, height: 250 }));
    expect(again).toMatchObject({ eid: edit["eid"], ad_format_name: "300x250", headline: "Better" });
    expect(again).not.toHaveProperty("original");
    const byStaff = recordOf(await call("PUT", "edit", { ad: tree.ad, message: "By staff" }, "staff"));
    expect(byStaff).toMatchObject({ eid: tree.ad, status: "approved", message: "By staff" });
    expect(byStaff).not.toHaveProperty("original");
  });

  test("once its edits are reviewed, none is pending", async () => {
    const edits = [];
    for (const headline of ["One", "Two"])
      edits.push(recordOf(await call("PUT", "edit", { ad: tree.ad, headline }))["eid"]);
    const review = async (eid: unknown, verdict: string): Promise<void> => {
      const { errors } = await service.graphql(
        `mutation { reviewAd(input: {eid: "${String(eid)}", verdict: ${verdict}}) { ad { eid } } }`,
        {},
        "staff",
      );
      expect(errors).toBeUndefined();
    };
    await review(edits[0], "REJECT");
    expect(await record()).toMatchObject({ has_edits: true, has_pending_edits: true });
    await review(edits[1], "APPROVE");
    expect(await record()).toMatchObject({ has_edits: true, has_pending_edits: false });
  });

  test("bad values: 400, and nothing changes", async () => {
    const before = await record();
    for (const [fields, field] of [
      [{ destination_url: "ftp://example.test/" }, "destination_url"],
      [{ message: "x".repeat(10_001) }, "message"],
      [{ width: 10_001 }, "width"],
    ] as const) {
      const answer = await call("PUT", "edit", { ad: tree.ad, name: "Changed", ...fields });
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ field }] } });
    }
    expect(await record()).toEqual(before);
  });
});

test("ad/clone: a copy in review that serves nowhere", async () => {
  await call("PUT", "edit", { ad: tree.ad, headline: "Head", ad_format: "728x90" }, "staff");
  const original = await record();
  const clone = recordOf(await call("POST", "clone", { ad: tree.ad }));
  expect(clone).toEqual({
    ...original,
    eid: expect.any(String),
    adgroups: [],
    status: "admin_review",
    created_date: DATE,
    updated_date: DATE,
  });
  expect(clone["eid"]).not.toBe(tree.ad);
  expect(recordOf(await call("POST", "clone", { ad: tree.ad, name: "Second" }))).toMatchObject({ name: "Second" });
  // A copy of an edit is no edit.
  const edit = recordOf(await call("PUT", "edit", { ad: tree.ad, headline: "New" }));
  expect(recordOf(await call("POST", "clone", { ad: edit["eid"] }))).toMatchObject({ original_ad: null });
  expect((await call("POST", "clone", { ad: tree.ad, name: "x".repeat(256) })).json).toMatchObject({
    errors: [{ field: "name" }],
  });
  expect(await record()).toMatchObject({ eid: tree.ad, adgroups: [tree.adGroup] });
});

test("has_future_campaigns: while a campaign that it serves in is still to begin", async () => {
  const begin = async (start_date: string): Promise<unknown> => {
    await service.request({
      as: "admin",
      method: "PUT",
      url: "/api/v1/campaign/edit",
      payload: { campaign: tree.campaign, ui_budget_daily: false, start_date },
    });
    return (await record())["has_future_campaigns"];
  };
  // Today is 2023-09-01.
  expect(await begin("2023-09-01")).toBe(false);
  expect(await begin("2023-09-02")).toBe(true);
  const { errors } = await service.graphql(
    `mutation { reviewCampaign(input: {eid: "${tree.campaign}", verdict: REJECT}) { campaign { eid } } }`,
    {},
    "staff",
  );
  expect(errors).toBeUndefined();
  expect(await record()).toMatchObject({ has_future_campaigns: false });
});

test("a file is refused by name instead of being lost", async () => {
  const answer = await call("POST", "create", {
    advertisable: tree.advertisable,
    name: "Picture",
    file: "iVBORw0KGgo=",
  });
  expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: "file" }] } });
});
