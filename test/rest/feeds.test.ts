import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allowFeed } from "../kit/feeds.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { ALPHA, create, testEid, type UserName } from "../kit/world.js";

let service: TestService;
let shop: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => {
  shop = await create(service.gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
    organizationEid: ALPHA,
    name: "Shop",
  });
});

const ENABLE = "/api/v1/advertisable/enable_feed_crawl";
const SET = "/api/v1/feed_config/set_parser_configs";
const URL_ = "https://shop.example/feed.xml";

async function post(url: string, payload: object, as: UserName = "admin"): Promise<Answer> {
  return await service.request({ as, method: "POST", url, payload });
}

/** What has been written of a shop: configurations, crawls and jobs to come. */
async function written(): Promise<{ configs: number; crawls: number; jobs: number }> {
  const { rows } = await service.db.owner.query<{ configs: number; crawls: number; jobs: number }>(
    `select (select count(*)::int from entities.feed_config where advertisable_eid = $1) as configs,
       (select count(*)::int from entities.feed_crawl where advertisable_eid = $1) as crawls,
       (select count(*)::int from platform.outbox where advertisable_eid = $1) as jobs`,
    [shop],
  );
  return rows[0] ?? { configs: 0, crawls: 0, jobs: 0 };
}

describe("the feature is allowed by platform administrators", () => {
  test("until then everybody else is refused, and nothing is written", async () => {
    for (const [url, payload] of [
      [ENABLE, { advertisable: shop, url: URL_ }],
      [SET, { advertisable: shop, feed_url: URL_ }],
    ] as const) {
      expect(await post(url, payload)).toMatchObject({
        status: 403,
        json: { errors: [{ code: 512, message: expect.stringContaining("platform administrator") }] },
      });
    }
    expect(await written()).toEqual({ configs: 0, crawls: 0, jobs: 0 });
    await allowFeed(service, shop);
    expect(await written()).toEqual({ configs: 1, crawls: 0, jobs: 0 });
    expect((await post(ENABLE, { advertisable: shop, url: URL_ })).status).toBe(200);
  });

  test("who do so too when they enable a feed themselves; taken back, it is refused again", async () => {
    expect((await post(ENABLE, { advertisable: shop, url: URL_ }, "staff")).status).toBe(200);
    expect((await post(SET, { advertisable: shop, feedtype: "xml" })).status).toBe(200);
    await service.graphql(
      "mutation ($input: AllowFeedCrawlInput!) { allowFeedCrawl(input: $input) { feedConfig { isAllowed } } }",
      { input: { advertisableEid: shop, isAllowed: false } },
      "staff",
    );
    expect((await post(SET, { advertisable: shop, feedtype: "json" })).status).toBe(403);
  });
});

test("enable_feed_crawl answers an empty object by POST and PUT, from JSON, form and query", async () => {
  await allowFeed(service, shop);
  const form = new URLSearchParams({ advertisable: shop, url: URL_ }).toString();
  for (const request of [
    { method: "POST", url: ENABLE, payload: { advertisable: shop, url: URL_ } },
    { method: "PUT", url: `${ENABLE}?${form}` },
    {
      method: "POST",
      url: ENABLE,
      payload: form,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  ] as const) {
    expect(await service.request({ as: "admin", ...request })).toMatchObject({ status: 200, json: { results: {} } });
  }
  expect(await written()).toEqual({ configs: 1, crawls: 3, jobs: 3 });
  expect(await service.request({ as: "admin", method: "GET", url: `${ENABLE}?${form}` })).toMatchObject({
    status: 405,
    headers: { allow: "POST, PUT" },
  });
});

test("set_parser_configs answers the configuration; what is not given stays", async () => {
  await allowFeed(service, shop);
  const fields = {
    feed_url: URL_,
    feedtype: "csv",
    delimiter: "\\t",
    quotechar: "'",
    encoding: "latin1",
    skipfirstrow: "true",
    tag_name: "product",
    locale: "de_DE",
  };
  const record = {
    eid: expect.stringMatching(/^.{22}$/),
    advertisable: shop,
    ...fields,
    delimiter: "\t",
    encoding: "windows-1252",
    skipfirstrow: true,
    locale: "de-DE",
    created_date: "2023-09-01T12:00:00+0000",
    updated_date: "2023-09-01T12:00:00+0000",
  };
  expect((await post(SET, { advertisable: shop, ...fields })).json).toEqual({ results: record });
  expect((await post(SET, { advertisable: shop, skipfirstrow: false, feedtype: "xml" })).json).toEqual({
    results: { ...record, skipfirstrow: false, feedtype: "xml" },
  });
  expect((await post(ENABLE, { advertisable: shop, url: "http://shop.example/other" })).status).toBe(200);
  expect((await post(SET, { advertisable: shop })).json).toEqual({
    results: { ...record, skipfirstrow: false, feedtype: "xml", feed_url: "http://shop.example/other" },
  });
});

describe("bad input", () => {
  test.each([
    [ENABLE, {}, "advertisable", "required"],
    [ENABLE, {}, "url", "required"],
    [ENABLE, { url: "shop.example/feed" }, "url", "http or https"],
    [ENABLE, { url: "ftp://shop.example/feed" }, "url", "http or https"],
    [ENABLE, { url: "file:///etc/passwd" }, "url", "http or https"],
    [ENABLE, { url: "javascript:alert(1)" }, "url", "http or https"],
    [ENABLE, { url: "https://user:pass@shop.example/feed" }, "url", "http or https"],
    [ENABLE, { url: "https://:pass@shop.example/feed" }, "url", "without user and password"],
    [ENABLE, { url: "https://shop.example:5432/feed" }, "url", "port 80 or 443"],
    [ENABLE, { url: "http://127.0.0.1/feed" }, "url", "public host"],
    [ENABLE, { url: "http://0x7f.1/feed" }, "url", "public host"],
    [ENABLE, { url: "http://[::1]/feed" }, "url", "public host"],
    [ENABLE, { url: "http://169.254.169.254/latest" }, "url", "public host"],
    [ENABLE, { url: `https://shop.example/${"x".repeat(1_024)}` }, "url", "1024 characters"],
    [SET, {}, "advertisable", "required"],
    [SET, { feedtype: "yaml", feed_url: URL_ }, "feedtype", "xml, json, csv"],
    [SET, { delimiter: ";;", feed_url: URL_ }, "delimiter", "one character"],
    [SET, { delimiter: "\n", feed_url: URL_ }, "delimiter", "one character"],
    [SET, { quotechar: "''", feed_url: URL_ }, "quotechar", "one character"],
    [SET, { quotechar: ";", delimiter: ";", feed_url: URL_ }, "quotechar", "two characters"],
    [SET, { delimiter: '"', feed_url: URL_ }, "quotechar", "two characters"],
    [SET, { encoding: "klingon", feed_url: URL_ }, "encoding", "utf-8"],
    [SET, { skipfirstrow: "maybe", feed_url: URL_ }, "skipfirstrow", "true or false"],
    [SET, { tag_name: "<item>", feed_url: URL_ }, "tag_name", "name"],
    [SET, { tag_name: "x".repeat(101), feed_url: URL_ }, "tag_name", "100 characters"],
    [SET, { locale: "not a locale", feed_url: URL_ }, "locale", "de-DE"],
    [SET, { locale: "x".repeat(300), feed_url: URL_ }, "locale", "de-DE"],
    [SET, { feed_url: "http://10.0.0.1/" }, "feed_url", "public host"],
    [SET, { feedtype: "xml" }, "feed_url", "required"],
  ])("%s %j is refused: %s", async (url, fields, field, says) => {
    await allowFeed(service, shop);
    const { status, json } = await post(url, { ...(field !== "advertisable" && { advertisable: shop }), ...fields });
    expect(status).toBe(400);
    expect(json).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ field })]) });
    expect(JSON.stringify(json)).toContain(says);
    expect(await written()).toEqual({ configs: 1, crawls: 0, jobs: 0 });
  });

  test("a missing and a foreign advertisable look alike; a granted user may not", async () => {
    for (const url of [ENABLE, SET]) {
      const fields = { url: URL_, feed_url: URL_ };
      for (const advertisable of [testEid("nowhere"), service.world.foreign.advertisable]) {
        expect(await post(url, { advertisable, ...fields })).toMatchObject({
          status: 404,
          json: { errors: [{ code: 16 }] },
        });
      }
      const { advertisable } = service.world.granted;
      expect(await post(url, { advertisable, ...fields }, "granted")).toMatchObject({
        status: 403,
        json: { errors: [{ code: 512 }] },
      });
      expect((await post(url, { advertisable: "x", ...fields })).status).toBe(400);
    }
  });
});

test("twenty configurations at once leave one crawl to be done", async () => {
  await allowFeed(service, shop);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(ENABLE, { advertisable: shop, url: `https://shop.example/${n}` })),
  );
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  const { rows } = await service.db.owner.query<{ status: string; n: number }>(
    "select status, count(*)::int as n from entities.feed_crawl where advertisable_eid = $1 group by status order by status",
    [shop],
  );
  const done = answers.filter(({ status }) => status === 200).length;
  expect(rows).toEqual([
    { status: "QUEUED", n: 1 },
    { status: "SUPERSEDED", n: done - 1 },
  ]);
});
