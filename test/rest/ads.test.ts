import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf, callEntities, type Method, recordOf } from "../kit/entity-client.js";
import { multipartOf } from "../kit/form.js";
import { jpegOf, LOGO, pngOf } from "../kit/logo.js";
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

describe("the picture of an ad", () => {
  interface Shown {
    eid: string;
    src: string;
  }

  async function pictures(): Promise<number> {
    const { rows } = await service.db.owner.query("select 1 from entities.ad_picture where advertisable_eid = $1", [
      tree.advertisable,
    ]);
    return rows.length;
  }

  async function read(url: string, as: UserName = "admin") {
    return await service.app.inject({
      method: "GET",
      url: `${url}&apikey=test-apikey`,
      headers: { authorization: `Token ${service.world.tokens[as]}` },
    });
  }

  async function create(fields: object, as: UserName = "admin"): Promise<Answer> {
    return await call("POST", "create", { advertisable: tree.advertisable, name: "Picture", ...fields }, as);
  }

  const base64 = (image: Buffer): string => image.toString("base64");

  test("PNG, JPEG and GIF by their bytes, in a form or in base64; its sides are the ad's, and src answers it", async () => {
    for (const [image, format, width, height] of [
      [LOGO, "gif", 1, 1],
      [pngOf(300, 250), "png", 300, 250],
      [jpegOf(64, 32), "jpeg", 64, 32],
    ] as const) {
      const form = await multipartOf([
        ["advertisable", tree.advertisable],
        ["name", "Picture"],
        ["file", Buffer.from(image)],
      ]);
      const uploaded = await service.request({ as: "admin", method: "POST", url: "/api/v1/ad/create", ...form });
      for (const answer of [uploaded, await create({ file: base64(image) })]) {
        const ad = recordOf(answer);
        expect(ad).toMatchObject({ src: expect.stringContaining("/api/v1/ad_picture/get?picture="), width, height });
        expect(await record(String(ad["eid"]))).toEqual(ad);
        const file = await read(String(ad["src"]));
        expect([file.statusCode, file.headers["content-type"]]).toEqual([200, `image/${format}`]);
        expect(file.headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "content-security-policy": expect.stringContaining("sandbox"),
        });
        expect(file.rawPayload.equals(image)).toBe(true);
        const entries = await auditOf(service, String(ad["eid"]));
        expect(entries).toMatchObject([{ action: "createAd", after: { src: ad["src"] } }]);
        expect(JSON.stringify(entries)).not.toContain(base64(image));
      }
    }
  });

  test("ad/edit: an approved ad keeps its picture, and its edit and copies show theirs", async () => {
    const one = recordOf(await create({ file: base64(pngOf(300, 250)) }, "staff")) as unknown as Shown;
    const edit = recordOf(await call("PUT", "edit", { ad: one.eid, file: base64(jpegOf(64, 32)) }));
    expect(edit).toMatchObject({ width: 64, height: 32, original: { eid: one.eid, src: one.src, width: 300 } });
    expect((await read(String(edit["src"]))).headers["content-type"]).toBe("image/jpeg");
    // In place: another picture; and without one it stays.
    const again = recordOf(await call("PUT", "edit", { ad: edit["eid"], file: base64(LOGO) }));
    expect(again).toMatchObject({ eid: edit["eid"], width: 1, height: 1 });
    expect((await read(String(again["src"]))).headers["content-type"]).toBe("image/gif");
    expect(recordOf(await call("PUT", "edit", { ad: edit["eid"], headline: "H" }))).toMatchObject({
      src: again["src"],
    });
    expect(recordOf(await call("POST", "clone", { ad: one.eid }))).toMatchObject({ src: one.src, width: 300 });
    expect((await read(one.src)).statusCode).toBe(200);
  });

  test("who sees the advertisable sees it; everybody else 404 as for one that is missing", async () => {
    const { granted } = service.world;
    const { src } = recordOf(
      await create({ advertisable: granted.advertisable, file: base64(LOGO) }),
    ) as unknown as Shown;
    const found: Record<string, number> = {};
    for (const as of ["ungranted", "granted", "admin", "foreign", "staff"] as const)
      found[as] = (await read(src, as)).statusCode;
    expect(found).toEqual({ ungranted: 404, granted: 200, admin: 200, foreign: 404, staff: 200 });
    expect((await service.app.inject({ method: "GET", url: src })).statusCode).toBe(401);
    expect((await read(`/api/v1/ad_picture/get?picture=${"N".repeat(22)}`)).statusCode).toBe(404);
    expect((await read("/api/v1/ad_picture/get?picture=x")).statusCode).toBe(400);
    const before = await pictures();
    expect((await create({ file: base64(LOGO) }, "foreign")).status).toBe(404);
    expect((await call("PUT", "edit", { ad: tree.ad, file: base64(LOGO) }, "foreign")).status).toBe(404);
    expect(await pictures()).toBe(before);
  });

  test("what is no such image: 400 with the field, and nothing is kept", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const before = await record();
    for (const file of [
      base64(svg),
      base64(Buffer.from("GIF89a")),
      base64(Buffer.from("RIFFxxxxWEBPVP8 " + "x".repeat(100))),
      base64(pngOf(50_000, 50_000)),
      base64(pngOf(0, 10)),
      base64(pngOf(10_001, 1)),
      base64(pngOf(10, 10, 5_242_881)),
      "not base64!",
      7,
      { $ne: 1 },
      [base64(LOGO), base64(LOGO)],
    ]) {
      for (const answer of [await create({ file }), await call("PUT", "edit", { ad: tree.ad, file })]) {
        expect([String(file).slice(0, 20), answer.status]).toEqual([String(file).slice(0, 20), 400]);
        expect(answer.json).toMatchObject({ errors: [{ field: "file", message: expect.any(String) }] });
      }
    }
    for (const [sides, field] of [
      [{ width: 2 }, "width"],
      [{ height: 2 }, "height"],
      [{ ad_format: "300x250" }, "width"],
    ] as const) {
      expect(await create({ file: base64(LOGO), ...sides })).toMatchObject({
        status: 400,
        json: { errors: [{ field, message: expect.stringContaining("picture") }] },
      });
    }
    expect(await record()).toEqual(before);
    expect(await pictures()).toBe(0);
  });

  test("5 MiB are read; a body beyond 8 MiB is 413; pictures come one by one", async () => {
    const largest = pngOf(100, 100, 5_242_880);
    const { src } = recordOf(await create({ file: base64(largest) })) as unknown as Shown;
    expect((await read(src)).rawPayload.equals(largest)).toBe(true);
    const form = await multipartOf([["file", Buffer.alloc(8_388_608)]]);
    const answer = await service.request({ as: "admin", method: "POST", url: "/api/v1/ad/create", ...form });
    expect(answer.status).toBe(413);
    const other = recordOf(await create({ file: base64(LOGO) })) as unknown as Shown;
    const [one, two] = [src, other.src].map((url) => url.slice(-22));
    const both = await service.graphql(
      `{ a: adPicture(eid: "${one}") { format } b: adPicture(eid: "${two}") { format } }`,
    );
    expect(both.data).toEqual({ a: null, b: null });
    expect(both.errors?.map((error) => error.extensions.code)).toEqual(["BAD_USER_INPUT", "BAD_USER_INPUT"]);
  });
});
