import { afterAll, beforeAll, expect, test } from "vitest";
import { giveLogo } from "../kit/ad-logo.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { ALPHA, create, testEid, type UserName } from "../kit/world.js";

let service: TestService;
let shop: string;
beforeAll(async () => {
  service = await startService();
  shop = await create(service.gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
    organizationEid: ALPHA,
    name: "Shop",
    url: "https://shop.example",
  });
  await giveLogo(service.db.owner, shop);
});
afterAll(async () => await service.close());

const FIELDS = {
  name: "Autumn",
  theme_color: "1a2b3c",
  text_cta: "Buy now",
  text_promo: "-20 %",
  dynamic_template_name: "standard",
  prefix: "https://track.example/click?to=",
  tracking: "utm_source=ads&utm_medium=web",
};
const SIZES = ["160x600", "300x250", "300x600", "320x50", "728x90", "970x250"];

async function post(fields: object, as: UserName = "admin"): Promise<Answer> {
  return await service.request({ as, method: "POST", url: "/api/v1/ad/create_templated_web_ads", payload: fields });
}

async function written(): Promise<number> {
  const { rows } = await service.db.owner.query<{ n: number }>(
    "select ((select count(*) from entities.ad) + (select count(*) from platform.audit_entry))::int as n",
  );
  return rows[0]?.n ?? 0;
}

test("one ad for each size of the template, named as documented", async () => {
  const { status, json } = await post({ advertisable: shop, ...FIELDS });
  expect(status).toBe(200);
  const { results } = json as { results: { eid: string; name: string; ad_format_name: string }[] };
  expect(results.map(({ name }) => name)).toEqual(SIZES.map((size) => `Dynamic_${size}_2023-09-01_Autumn`));
  expect(results.map((ad) => ad.ad_format_name)).toEqual(SIZES);
  for (const ad of results) {
    expect(ad).toMatchObject({
      advertisable: shop,
      status: "admin_review",
      type: "liquid",
      is_active: true,
      destination_url: "https://shop.example",
      adgroups: [],
    });
  }
  const { data } = await service.graphql(
    "query ($eid: ID!) { ad(eid: $eid) { template { name themeColor textCta textPromo prefix tracking } } }",
    { eid: results[0]?.eid },
  );
  expect(data).toEqual({
    ad: {
      template: {
        name: "STANDARD",
        themeColor: "#1A2B3C",
        textCta: "Buy now",
        textPromo: "-20 %",
        prefix: "https://track.example/click?to=",
        tracking: "utm_source=ads&utm_medium=web",
      },
    },
  });
  const { rows } = await service.db.owner.query(
    `select 1 from platform.audit_entry where action = 'createTemplatedWebAds' and noun_eid = any($1)
     and after -> 'template' ->> 'textCta' = 'Buy now'`,
    [results.map(({ eid }) => eid)],
  );
  expect(rows).toHaveLength(SIZES.length);
});

test("without prefix and tracking these are empty; an ad of no template has none", async () => {
  const { advertisable, name, theme_color, text_cta, text_promo } = { advertisable: shop, ...FIELDS };
  const few = { advertisable, name, theme_color, text_cta, text_promo, dynamic_template_name: "mobile" };
  const { results } = (await post(few, "staff")).json as { results: { eid: string; status: string }[] };
  expect(results.map(({ status }) => status)).toEqual(["approved", "approved", "approved"]);
  const { data, statements } = await service.graphql(
    `query ($mine: ID!, $eid: ID!) { advertisable(eid: $mine) { ads(first: 100) { nodes { template { name prefix tracking } } } }
      other: ad(eid: $eid) { template { name } } }`,
    { mine: shop, eid: service.world.granted.ad },
  );
  expect(data).toMatchObject({ other: { template: null } });
  expect(JSON.stringify(data)).toContain('{"name":"MOBILE","prefix":"","tracking":""}');
  expect(statements).toBeLessThanOrEqual(5);
});

test.each([
  ["name", "n".repeat(201)],
  ["theme_color", "red"],
  ["theme_color", "#12345"],
  ["text_cta", "c".repeat(256)],
  ["text_promo", " "],
  ["dynamic_template_name", "carousel"],
  ["prefix", "javascript:alert(1)"],
  ["prefix", `https://track.example/${"x".repeat(1_024)}`],
  ["tracking", "no parameters"],
  ["tracking", "a=1#fragment"],
  ["tracking", `a=${"x".repeat(1_024)}`],
])("%s %j is refused, and nothing is written", async (field, value) => {
  const before = await written();
  expect(await post({ advertisable: shop, ...FIELDS, [field]: value })).toMatchObject({
    status: 400,
    json: { errors: [{ field }] },
  });
  expect(await written()).toBe(before);
});

test("what is missing is named, a logo too", async () => {
  const required = ["advertisable", "name", "theme_color", "text_cta", "text_promo", "dynamic_template_name"];
  expect((await post({})).json).toEqual({
    errors: required.map((field) => ({ field, code: 64, message: `${field} is required.` })),
  });
  const before = await written();
  expect(await post({ advertisable: service.world.granted.advertisable, ...FIELDS })).toMatchObject({
    status: 400,
    json: { errors: [{ field: "advertisable", code: 64, message: expect.stringContaining("logo") }] },
  });
  expect(await written()).toBe(before);
});

test("a missing and a foreign advertisable look alike; who was granted one may", async () => {
  for (const advertisable of [testEid("nowhere"), service.world.foreign.advertisable]) {
    expect(await post({ advertisable, ...FIELDS })).toMatchObject({ status: 404, json: { errors: [{ code: 16 }] } });
  }
  await giveLogo(service.db.owner, service.world.granted.advertisable);
  expect((await post({ advertisable: service.world.granted.advertisable, ...FIELDS }, "granted")).status).toBe(200);
});
