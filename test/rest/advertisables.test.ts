import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { multipartOf } from "../kit/form.js";
import { jpegOf, LOGO, pngOf } from "../kit/logo.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, BETA, testEid, userEid, type UserName } from "../kit/world.js";

const SIGNED_IN = ["ungranted", "granted", "admin", "foreign", "staff"] as const;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

function own(): string {
  return service.world.granted.advertisable;
}

async function get(as: UserName, url: string) {
  return await service.request({ as, method: "GET", url: `/api/v1/${url}` });
}

async function post(as: UserName, path: string, payload: object) {
  return await service.request({ as, method: "POST", url: `/api/v1/${path}`, payload });
}

async function audit(nounEid: string): Promise<Record<string, unknown>[]> {
  const { rows } = await service.db.owner.query(
    "select user_eid, action, noun, before, after from platform.audit_entry where noun_eid = $1 order by ctid",
    [nounEid],
  );
  return rows;
}

describe("advertisables", () => {
  const RECORD = {
    url: "https://new.example/",
    product_name: "Product",
    organization: ALPHA,
    status: "admin_review",
    approval_state: null,
    is_active: true,
    is_publisher: false,
    is_coop_approved: false,
    has_privacy_policy: false,
    enable_customer_multi_dur_segs: false,
    attached_users: [],
    blacklisted_sites: [],
    click_through_conversion_window: 30,
    view_through_conversion_window: 30,
    cm_networks: null,
    liquidads: null,
    ops: null,
    optimizer: null,
    saleser: null,
    iab1_category_id: null,
    iab1_category_name: null,
    iab2_category_id: null,
    iab2_category_name: null,
    iab_content_id: null,
    thirdparty_category_id: null,
    thirdparty_category_name: null,
    created_date: "2023-09-01T12:00:00+0000",
    updated_date: "2023-09-01T12:00:00+0000",
  };
  const NEW = { organization: ALPHA, name: "New", url: "https://new.example/", product_name: "Product" };

  test("advertisable/create: the whole record, which advertisable/get answers too, and its audit", async () => {
    const answer = await post("admin", "advertisable/create", NEW);
    const eid = (answer.json as { results: { eid: string } }).results.eid;
    expect(answer).toMatchObject({ status: 200, json: { results: { eid, name: "New", ...RECORD } } });
    expect(Object.keys((answer.json as { results: object }).results).toSorted()).toEqual(
      ["eid", "name", ...Object.keys(RECORD)].toSorted(),
    );
    expect((await get("admin", `advertisable/get?advertisable=${eid}`)).json).toEqual(answer.json);
    expect(await audit(eid)).toMatchObject([
      {
        user_eid: userEid("admin"),
        action: "createAdvertisable",
        noun: "advertisable",
        before: null,
        after: { name: "New" },
      },
    ]);
  });

  test("set_as_default: the caller's default from now on, in the audit too", async () => {
    const answer = await post("admin", "advertisable/create", { ...NEW, name: "Default", set_as_default: "true" });
    const { eid } = (answer.json as { results: { eid: string } }).results;
    expect((await get("admin", `user/get?user=${userEid("admin")}`)).json).toMatchObject({
      results: { default_profile: eid },
    });
    const { rows } = await service.db.owner.query(
      "select action, before, after from platform.organization_audit_entry where noun_eid = $1",
      [userEid("admin")],
    );
    expect(rows).toMatchObject([
      {
        action: "createAdvertisable",
        before: { defaultAdvertisableEid: null },
        after: { defaultAdvertisableEid: eid },
      },
    ]);
    await post("admin", "advertisable/create", { ...NEW, name: "Not default", set_as_default: false });
    expect((await get("admin", `user/get?user=${userEid("admin")}`)).json).toMatchObject({
      results: { default_profile: eid },
    });
  });

  test("who may create: admins in their own organization, staff in any", async () => {
    const found: Record<string, number[]> = {};
    for (const as of SIGNED_IN) {
      found[as] = [];
      for (const organization of [ALPHA, BETA, testEid("noorg")])
        found[as].push((await post(as, "advertisable/create", { ...NEW, organization })).status);
    }
    expect(found).toEqual({
      ungranted: [403, 404, 404],
      granted: [403, 404, 404],
      admin: [200, 404, 404],
      foreign: [404, 200, 404],
      staff: [200, 200, 404],
    });
  });

  test("create and edit: bad inputs are 400 with the field", async () => {
    for (const [fields, field] of [
      [{ organization: undefined }, "organization"],
      [{ organization: "x" }, "organization"],
      [{ name: undefined }, "name"],
      [{ name: "  " }, "name"],
      [{ name: "x".repeat(256) }, "name"],
      [{ name: ["a", "b"] }, "name"],
      [{ url: undefined }, "url"],
      [{ url: "javascript:alert(1)" }, "url"],
      [{ url: "https://user:password@new.example/" }, "url"],
      [{ product_name: "\u0001" }, "product_name"],
      [{ set_as_default: "maybe" }, "set_as_default"],
    ] as const) {
      const answer = await post("admin", "advertisable/create", { ...NEW, ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field }] });
    }
    for (const [fields, field] of [
      [{ click_through_conversion_window: 541 }, "click_through_conversion_window"],
      [{ blacklisted_sites: "10.0.0.1" }, "blacklisted_sites"],
      [{ blacklisted_sites: "a.test,*.b.test" }, "blacklisted_sites"],
    ] as const) {
      const answer = await post("admin", "advertisable/edit", { advertisable: own(), ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field }] });
    }
    for (const [fields, field] of [
      [{ ops: "me" }, "ops"],
      [{ approval_state: "x".repeat(256) }, "approval_state"],
      [{ is_publisher: "perhaps" }, "is_publisher"],
      [{ iab_content_id: "1e3" }, "iab_content_id"],
    ] as const) {
      const answer = await post("staff", "advertisable/edit", { advertisable: own(), ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field, message: expect.stringContaining(field) }] });
    }
  });

  test("advertisable/edit: every field that its people may change", async () => {
    const changes = {
      name: "Renamed",
      url: "https://renamed.example/",
      product_name: "Renamed product",
      click_through_conversion_window: 7,
      view_through_conversion_window: 0,
      blacklisted_sites: ["a.test", "b.test"],
    };
    const before = (await audit(own())).length;
    expect(await post("admin", "advertisable/edit", { advertisable: own(), ...changes })).toMatchObject({
      status: 200,
      json: { results: { eid: own(), ...changes } },
    });
    expect((await audit(own())).slice(before)).toMatchObject([
      { action: "editAdvertisable", after: { name: "Renamed", blacklistedSites: ["a.test", "b.test"] } },
    ]);
  });

  const ADMINISTRATION = {
    approval_state: "manual",
    is_publisher: true,
    is_coop_approved: true,
    has_privacy_policy: true,
    enable_customer_multi_dur_segs: true,
    cm_networks: "one,two",
    liquidads: testEid("liquid"),
    ops: testEid("ops"),
    optimizer: testEid("optimizer"),
    saleser: testEid("saleser"),
    iab1_category_id: "IAB1",
    iab1_category_name: "Arts",
    iab2_category_id: "IAB1-1",
    iab2_category_name: "Books",
    iab_content_id: 1,
    thirdparty_category_id: 2,
    thirdparty_category_name: "Third",
  };

  test("what staff alone may say: 403 for everybody else, field by field, and nothing is changed", async () => {
    const record = (await get("staff", `advertisable/get?advertisable=${own()}`)).json;
    for (const [field, value] of Object.entries(ADMINISTRATION)) {
      const answer = await post("admin", "advertisable/edit", { advertisable: own(), name: "Mine", [field]: value });
      expect([field, answer.status]).toEqual([field, 403]);
    }
    expect((await get("staff", `advertisable/get?advertisable=${own()}`)).json).toEqual(record);
    // Whose it is not learns nothing by it.
    expect((await post("foreign", "advertisable/edit", { advertisable: own(), ...ADMINISTRATION })).status).toBe(404);
    expect(await post("staff", "advertisable/edit", { advertisable: own(), ...ADMINISTRATION })).toMatchObject({
      status: 200,
      json: { results: ADMINISTRATION },
    });
    expect((await get("admin", `advertisable/get?advertisable=${own()}`)).json).toMatchObject({
      results: { ...ADMINISTRATION, liquidads: null, ops: null, optimizer: null, saleser: null },
    });
  });
});

describe("logos", () => {
  const CREATE = "/api/v1/advertisable_logo/create";

  async function upload(image: Uint8Array<ArrayBuffer>, as: UserName = "admin", advertisable = own()) {
    const form = await multipartOf([
      ["advertisable", advertisable],
      ["logo_file", image],
    ]);
    return await service.request({ as, method: "POST", url: CREATE, ...form });
  }

  async function read(url: string, as: UserName = "granted") {
    return await service.app.inject({
      method: "GET",
      url: `${url}&apikey=test-apikey`,
      headers: { authorization: `Token ${service.world.tokens[as]}` },
    });
  }

  beforeEach(async () => {
    await service.db.owner.query("truncate entities.advertisable_logo, entities.advertisable_logo_image");
  });

  test("at most 200 of an advertisable, however many come at once", async () => {
    await service.db.owner.query(
      `insert into entities.advertisable_logo
       select $1, 'L' || lpad(n::text, 21, '0'), 'GIF', 1, 1, $2, '2023-01-01', '2023-01-01' from generate_series(1, 198) n`,
      [own(), LOGO.length],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await upload(LOGO)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 400, 400, 400]);
    expect(answers.find((answer) => answer.status === 400)?.json).toMatchObject({
      errors: [{ field: "advertisable", message: expect.stringContaining("at most 200 logos") }],
    });
  });

  test("PNG, JPEG and GIF are told by their bytes; the url answers them as they were sent", async () => {
    for (const [image, format, width, height] of [
      [LOGO, "gif", 1, 1],
      [pngOf(300, 250), "png", 300, 250],
      [jpegOf(64, 32), "jpeg", 64, 32],
    ] as const) {
      const answer = await upload(Buffer.from(image));
      expect(answer).toMatchObject({
        status: 200,
        json: {
          results: {
            eid: expect.any(String),
            advertisable: own(),
            url: expect.stringContaining("/api/v1/advertisable_logo/get?logo="),
            format,
            width,
            height,
            size: image.length,
            created_date: "2023-09-01T12:00:00+0000",
          },
        },
      });
      const { url, eid } = (answer.json as { results: { url: string; eid: string } }).results;
      const file = await read(url);
      expect([file.statusCode, file.headers["content-type"]]).toEqual([200, `image/${format}`]);
      expect(file.rawPayload.equals(image)).toBe(true);
      expect(file.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cache-control": expect.stringContaining("private"),
        "content-security-policy": expect.stringContaining("sandbox"),
      });
      const entries = await audit(eid);
      expect(entries).toMatchObject([
        { action: "createAdvertisableLogo", after: { format: format.toUpperCase(), width } },
      ]);
      expect(JSON.stringify(entries)).not.toContain(image.toString("base64"));
    }
  });

  test("in base64, by JSON or a form; the newest is the current one, and the older url goes on answering", async () => {
    const base64 = Buffer.from(pngOf(10, 20)).toString("base64");
    const first = await service.request({
      as: "admin",
      method: "PUT",
      url: CREATE,
      payload: { advertisable: own(), logo_file: base64 },
    });
    expect(first).toMatchObject({ status: 200, json: { results: { width: 10, height: 20 } } });
    const form = new URLSearchParams({ advertisable: own(), logo_file: LOGO.toString("base64") });
    await service.db.owner.query("update entities.advertisable_logo set created_at = '2023-08-01'");
    const second = await service.request({
      as: "admin",
      method: "POST",
      url: CREATE,
      payload: String(form),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(second.status).toBe(200);
    const { eid } = (second.json as { results: { eid: string } }).results;
    const { data } =
      await service.graphql(`{ advertisable(eid: "${own()}") { logo { eid format url advertisable { eid } } }
      node(id: "AdvertisableLogo_${eid}") { id } }`);
    expect(data).toEqual({
      advertisable: {
        logo: { eid, format: "GIF", url: `/api/v1/advertisable_logo/get?logo=${eid}`, advertisable: { eid: own() } },
      },
      node: { id: `AdvertisableLogo_${eid}` },
    });
    expect((await read((first.json as { results: { url: string } }).results.url)).statusCode).toBe(200);
  });

  test("who may upload: admins and staff; who may look: everybody who sees the advertisable", async () => {
    const found: Record<string, number[]> = {};
    const { url } = ((await upload(LOGO)).json as { results: { url: string } }).results;
    for (const as of SIGNED_IN) found[as] = [(await upload(LOGO, as)).status, (await read(url, as)).statusCode];
    expect(found).toEqual({
      ungranted: [404, 404],
      granted: [403, 200],
      admin: [200, 200],
      foreign: [404, 404],
      staff: [200, 200],
    });
    expect((await service.app.inject({ method: "GET", url })).statusCode).toBe(401);
    expect((await read(url, "revoked")).statusCode).toBe(401);
    expect((await upload(LOGO, "admin", testEid("nowhere"))).status).toBe(404);
    expect((await read(`/api/v1/advertisable_logo/get?logo=${testEid("nologo")}`)).statusCode).toBe(404);
    expect((await read("/api/v1/advertisable_logo/get?logo=x")).statusCode).toBe(400);
  });

  test("what is no such image: 400 with the field, and nothing is kept", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const image of [
      svg,
      Buffer.from("GIF89a"),
      Buffer.from("GIF88a and more"),
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      Buffer.from("BM" + "x".repeat(100)),
      Buffer.from("RIFFxxxxWEBPVP8 " + "x".repeat(100)),
      Buffer.from("ffd8ff", "hex"),
      pngOf(50_000, 50_000),
      pngOf(0, 10),
      pngOf(10_001, 1),
      jpegOf(20_000, 1),
      Buffer.alloc(0),
      pngOf(10, 10, 5_242_881),
    ]) {
      expect(await upload(Buffer.from(image))).toMatchObject({
        status: 400,
        json: { errors: [{ field: "logo_file", message: expect.any(String) }] },
      });
    }
    for (const logo_file of [
      "not base64!",
      "abc",
      7,
      { $ne: 1 },
      [LOGO.toString("base64"), LOGO.toString("base64")],
      true,
    ]) {
      expect(await post("admin", "advertisable_logo/create", { advertisable: own(), logo_file })).toMatchObject({
        status: 400,
        json: { errors: [{ field: "logo_file" }] },
      });
    }
    expect(await post("admin", "advertisable_logo/create", { advertisable: own() })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "logo_file", code: 64 }] },
    });
    const { rows } = await service.db.owner.query("select 1 from entities.advertisable_logo");
    expect(rows).toEqual([]);
  });

  test("5 MiB are read, by a form and in base64; a body beyond 8 MiB is 413", async () => {
    const largest = pngOf(100, 100, 5_242_880);
    expect(await upload(largest)).toMatchObject({ status: 200, json: { results: { size: 5_242_880 } } });
    const base64 = await post("admin", "advertisable_logo/create", {
      advertisable: own(),
      logo_file: largest.toString("base64"),
    });
    expect(base64.status).toBe(200);
    expect((await read((base64.json as { results: { url: string } }).results.url)).rawPayload.equals(largest)).toBe(
      true,
    );
    expect(await upload(Buffer.alloc(8_388_608))).toMatchObject({
      status: 413,
      json: { errors: [{ message: expect.stringContaining("8 MiB") }] },
    });
  });

  test("a list takes the same statements however long it is, and images come one by one", async () => {
    const { granted, other } = service.world;
    const logos = [await upload(LOGO), await upload(LOGO, "admin", other.advertisable)];
    const [one, two] = logos.map((answer) => (answer.json as { results: { eid: string } }).results.eid);
    const list = async (eids: string[]) =>
      await service.graphql(
        "query ($eids: [String!]) { advertisables(filter: { eid: { in: $eids } }) { nodes { logo { width } } } }",
        {
          eids,
        },
      );
    const both = await list([granted.advertisable, other.advertisable]);
    expect(both.data).toEqual({ advertisables: { nodes: [{ logo: { width: 1 } }, { logo: { width: 1 } }] } });
    expect(both.statements).toBe((await list([granted.advertisable])).statements);

    const image = await service.graphql(`{ advertisableLogoImage(eid: "${one}") { format base64 } }`, {}, "granted");
    expect(image.data).toEqual({ advertisableLogoImage: { format: "GIF", base64: LOGO.toString("base64") } });
    const many = await service.graphql(
      `{ a: advertisableLogoImage(eid: "${one}") { base64 } b: advertisableLogoImage(eid: "${two}") { base64 } }`,
    );
    expect(many.data).toEqual({ a: null, b: null });
    expect(many.errors?.map((error) => error.extensions.code)).toEqual(["BAD_USER_INPUT", "BAD_USER_INPUT"]);
  });
});
