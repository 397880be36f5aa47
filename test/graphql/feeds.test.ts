import { XMLParser } from "fast-xml-parser";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeadWorkers } from "../../lib/dead-workers.js";
import { type FeedService, startFeedService } from "../kit/feeds.js";
import { zipOf } from "../kit/zip.js";

let service: FeedService;
beforeAll(async () => {
  service = await startFeedService();
});
afterAll(async () => await service.close());

const XML = `<?xml version="1.0"?>
<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
  <item><g:id>a</g:id><title>Boots &amp; more</title><link>https://shop.example/a</link>
    <g:image_link>https://shop.example/a.jpg</g:image_link><g:price>1,234.50 USD</g:price></item>
  <item><g:id>b</g:id><title><![CDATA[Hat <!DOCTYPE>]]></title><link>https://shop.example/b</link></item>
</channel></rss>`;
const ATOM = `<feed><entry><id>a</id><title>Boots &amp; more</title><link href="https://shop.example/a"/>
  <image>https://shop.example/a.jpg</image><price>1234.5</price><currency>USD</currency></entry>
  <entry><id>b</id><title>Hat &lt;!DOCTYPE&gt;</title><link href="https://shop.example/b"/></entry></feed>`;
const JSON_FEED = JSON.stringify({
  shop: {
    products: [
      {
        sku: "a",
        name: "Boots & more",
        url: "https://shop.example/a",
        imageUrl: "https://shop.example/a.jpg",
        price: { amount: 1234.5, currency: "USD" },
      },
      { id: "b", title: "Hat <!DOCTYPE>", link: "https://shop.example/b" },
    ],
  },
});
const CSV = `ID;Title;Link;Image Link;Price
a;"Boots & more";https://shop.example/a;https://shop.example/a.jpg;1234.50 USD
b;Hat <!DOCTYPE>;https://shop.example/b;;
`;

const PRODUCTS = [
  {
    externalId: "a",
    title: "Boots & more",
    url: "https://shop.example/a",
    imageUrl: "https://shop.example/a.jpg",
    price: { exactAmount: "1234.5", currency: "USD" },
    isActive: true,
  },
  {
    externalId: "b",
    title: "Hat <!DOCTYPE>",
    url: "https://shop.example/b",
    imageUrl: null,
    price: null,
    isActive: true,
  },
];

describe("a feed becomes products", () => {
  test.each([
    ["XML", XML],
    ["Atom", ATOM],
    ["JSON", JSON_FEED],
    ["JSON as a bare list", JSON.stringify((JSON.parse(JSON_FEED) as { shop: { products: object } }).shop.products)],
    ["CSV", CSV],
    ["gzipped", gzipSync(XML)],
    ["zipped", zipOf({ "feed.xml": XML, "__MACOSX/._feed.xml": "x" })],
    ["with a byte order mark", `\uFEFF${CSV}`],
  ])("%s", async (name, feed) => {
    service.host.put("/feed", feed);
    const shop = await service.newShop();
    const crawl = await service.crawl(shop, { url: service.host.url("/feed") });
    expect([name, crawl]).toMatchObject([
      name,
      { status: "SUCCEEDED", attempts: 1, failure: null, addedCount: 2, skippedCount: 0 },
    ]);
    expect(crawl.startedAt).not.toBeNull();
    expect(crawl.finishedAt).not.toBeNull();
    expect(await service.products(shop)).toMatchObject(PRODUCTS);
  });

  test("read as its configuration says", async () => {
    const { host } = service;
    const shop = await service.newShop("EUR");
    host.put(
      "/odd",
      Buffer.from(
        "made by a program\nid|title|link|price\nx|'Caf\xe9 | bar'|https://shop.example/x|1.234,50\n",
        "latin1",
      ),
    );
    const how = { delimiter: "|", quoteChar: "'", encoding: "latin1", skipFirstRow: true, locale: "de_DE" };
    expect(await service.crawl(shop, { url: host.url("/odd"), feedType: "CSV", ...how })).toMatchObject({
      status: "SUCCEEDED",
    });
    expect(await service.products(shop)).toMatchObject([
      { title: "Café | bar", price: { exactAmount: "1234.5", currency: "EUR" } },
    ]);
    host.put(
      "/tag",
      "<shop><item><id>n</id></item><thing><id>x</id><name>N</name><url>http://a.example</url></thing></shop>",
    );
    const other = { url: host.url("/tag"), tagName: "thing", feedType: null, encoding: null };
    expect(await service.crawl(shop, other)).toMatchObject({ status: "SUCCEEDED", changedCount: 1 });
    const { data } = await service.graphql(
      `query ($eid: ID!) { advertisable(eid: $eid) { feedConfig {
        url feedType delimiter quoteChar encoding skipFirstRow tagName locale advertisable { eid }
        crawls { nodes { status url feedConfig { eid } } } } } }`,
      { eid: shop },
    );
    expect(data).toMatchObject({
      advertisable: {
        feedConfig: {
          url: host.url("/tag"),
          feedType: null,
          delimiter: "|",
          quoteChar: "'",
          encoding: null,
          skipFirstRow: true,
          tagName: "thing",
          locale: "de-DE",
          advertisable: { eid: shop },
          crawls: { nodes: [{ url: host.url("/tag") }, { url: host.url("/odd") }] },
        },
      },
    });
  });

  test("what can't be kept is counted and left out; of two with one id the first counts", async () => {
    const rows = [
      "id,title,link,price",
      "ok,Fine,https://shop.example/ok,1",
      "ok,Again,https://shop.example/ok,2",
      ",No id,https://shop.example/1,1",
      "t,,https://shop.example/1,1",
      "u,No address,javascript:alert(1),1",
      "n,Negative,https://shop.example/1,-5",
      "w,Words,https://shop.example/1,ask us",
      "l,Too large,https://shop.example/1,1000000000000",
      `c,Control \u0001,https://shop.example/1,1`,
    ];
    service.host.put("/bad", rows.join("\n"));
    const shop = await service.newShop();
    expect(await service.crawl(shop, { url: service.host.url("/bad") })).toMatchObject({
      status: "SUCCEEDED",
      addedCount: 1,
      skippedCount: 8,
    });
    expect(await service.products(shop)).toMatchObject([{ externalId: "ok", title: "Fine" }]);
  });
});

describe("a crawl after another", () => {
  test("changes nothing when the feed is the same, and else just what changed, vanished or came back", async () => {
    const { host } = service;
    const shop = await service.newShop();
    const put = (...rows: string[]): void => host.put("/moving", ["id,title,link,price", ...rows].join("\n"));
    const row = (id: string, title = "T", price = "1.50"): string =>
      `${id},${title},https://shop.example/${id},${price}`;
    put(row("a"), row("b"), row("c"));
    expect(await service.crawl(shop, { url: host.url("/moving") })).toMatchObject({ addedCount: 3 });
    const first = await service.products(shop);

    put(row("c"), row("a", "T", "1.5"), row("b"));
    const audited = await audits(shop, "storeProducts");
    expect(await service.crawl(shop, {})).toMatchObject({ addedCount: 0, changedCount: 0, unchangedCount: 3 });
    expect(await service.products(shop)).toEqual(first);
    expect(await audits(shop, "storeProducts")).toBe(audited);

    put(row("a", "New title"), row("b"));
    expect(await service.crawl(shop, {})).toMatchObject({ changedCount: 1, unchangedCount: 1, deactivatedCount: 1 });
    const second = await service.products(shop);
    expect(second.map(({ eid }) => eid)).toEqual(first.map(({ eid }) => eid));
    expect(second.map(({ title, isActive }) => [title, isActive])).toEqual([
      ["New title", true],
      ["T", true],
      ["T", false],
    ]);
    put(row("a", "New title"), row("b"), row("c"));
    expect(await service.crawl(shop, {})).toMatchObject({ addedCount: 1, unchangedCount: 2 });
    expect((await service.products(shop)).map(({ isActive }) => isActive)).toEqual([true, true, true]);
  });

  test("the same job twice does its work once", async () => {
    const { host, db } = service;
    host.put("/once", "id,title,link\na,A,https://shop.example/a\n");
    const shop = await service.newShop();
    await service.crawl(shop, { url: host.url("/once") });
    const before = [await service.crawled(shop), await service.products(shop), await audits(shop)];
    const asked = host.requests.length;
    const { rows } = await db.owner.query<{ eid: string }>(
      "select eid from entities.feed_crawl where advertisable_eid = $1",
      [shop],
    );
    await db.owner.query(
      `select graphile_worker.add_job('crawl-feed', json_build_object('advertisableEid', $1::text, 'requestId', 'again',
         'input', json_build_object('advertisableEid', $1::text, 'crawlEid', $2::text)))`,
      [shop, rows[0]?.eid],
    );
    await queueIsEmpty();
    expect([await service.crawled(shop), await service.products(shop), await audits(shop)]).toEqual(before);
    expect(host.requests.length).toBe(asked);
  });

  test("gives up the one that still runs, which then writes nothing", async () => {
    const { host } = service;
    let release = (): void => {};
    const asked = new Promise<void>((resolve) => {
      host.put("/slow", (_request, response) => {
        release = () => void response.end("id,title,link\nslow,Slow,https://shop.example/s\n");
        resolve();
      });
    });
    host.put("/quick", "id,title,link\nquick,Quick,https://shop.example/q\n");
    const shop = await service.newShop();
    await service.configure(shop, { url: host.url("/slow") });
    await asked;
    const crawl = await service.crawl(shop, { url: host.url("/quick") });
    expect(crawl.status).toBe("SUCCEEDED");
    release();
    await queueIsEmpty();
    expect((await service.products(shop)).map(({ externalId }) => externalId)).toEqual(["quick"]);
    const { data } = await service.graphql(
      "query ($eid: ID!) { advertisable(eid: $eid) { feedConfig { crawls { nodes { status } } } } }",
      { eid: shop },
    );
    expect(data).toEqual({
      advertisable: { feedConfig: { crawls: { nodes: [{ status: "SUCCEEDED" }, { status: "SUPERSEDED" }] } } },
    });
  });

  test("keeps its job as long as its process lives, and one whose process is gone is free", async () => {
    const { host, db } = service;
    let release = (): void => {};
    const asked = new Promise<void>((resolve) => {
      host.put("/long", (_request, response) => {
        release = () => void response.end("id,title,link\na,A,https://shop.example/a\n");
        resolve();
      });
    });
    const shop = await service.newShop();
    await service.configure(shop, { url: host.url("/long") });
    await asked;
    const onlooker = new DeadWorkers(db.url);
    const key = `crawl-feed:${shop}`;
    const worker = async (): Promise<string | undefined> => {
      const found = "select locked_by as by from graphile_worker.jobs where key = $1";
      return (await db.owner.query<{ by: string }>(found, [key])).rows[0]?.by;
    };
    const lockAs = async (name: string | undefined): Promise<void> => {
      await db.owner.query("update graphile_worker._private_jobs set locked_by = $2 where key = $1", [key, name]);
    };
    const alive = await worker();
    expect(alive).toEqual(expect.any(String));
    expect(await onlooker.find()).toEqual([]);
    await lockAs("gone");
    expect(await onlooker.find()).toEqual(["gone"]);
    await lockAs(alive);
    await onlooker.close();
    release();
    expect((await service.crawled(shop)).status).toBe("SUCCEEDED");
  });

  test("begins a minute after the one before at the earliest", async () => {
    const { host, db } = service;
    host.put("/paced", "id,title,link\na,A,https://shop.example/a\n");
    const shop = await service.newShop();
    await service.crawl(shop, { url: host.url("/paced") });
    await db.owner.query("update entities.feed_crawl set started_at = now() where advertisable_eid = $1", [shop]);
    // The second takes the place of the first, which never began.
    await service.configure(shop, {});
    await service.configure(shop, { delimiter: "," });
    await outboxIsEmpty();
    const { rows } = await db.owner.query<{ wait: number }>(
      `select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs where key = $1`,
      [`crawl-feed:${shop}`],
    );
    expect(rows[0]?.wait).toBeGreaterThan(50);
    expect((await service.crawled(shop, () => true)).status).toBe("QUEUED");
  });
});

describe("audit", () => {
  test("every change has its row, named after the request that asked for it and who did it", async () => {
    service.host.put("/audit", "id,title,link\na,A,https://shop.example/a\n");
    const shop = await service.newShop();
    await service.crawl(shop, { url: service.host.url("/audit") });
    const { rows } = await service.db.owner.query<{ action: string; userEid: string; requestId: string }>(
      `select action, user_eid as "userEid", request_id as "requestId" from platform.audit_entry
       where advertisable_eid = $1 and noun like 'feed%' order by eid`,
      [shop],
    );
    const byJob = rows.filter(({ userEid }) => userEid.startsWith("JOBS"));
    // Within a millisecond they follow no order.
    const byPeople = rows.filter((row) => !byJob.includes(row)).map(({ action }) => action);
    expect(byPeople.toSorted()).toEqual(["allowFeedCrawl", "setFeedParserConfig", "setFeedParserConfig"]);
    expect(byJob.map(({ action }) => action).toSorted()).toEqual([
      "beginFeedCrawl",
      "finishFeedCrawl",
      "storeProducts",
    ]);
    expect(new Set(byJob.map(({ requestId }) => requestId)).size).toBe(1);
    expect(rows.map(({ requestId }) => requestId)).toContain(byJob[0]?.requestId);
  });
});

test("a list of products takes as many statements for 1 as for 1,000, and so does storing a part of a feed", async () => {
  const counts: number[] = [];
  const crawls: number[] = [];
  for (const size of [1, 500]) {
    const rows = Array.from({ length: size }, (_, n) => `p${n},T,https://shop.example/${n},2.00`);
    service.host.put("/many", ["id,title,link,price", ...rows].join("\n"));
    const shop = await service.newShop();
    const before = service.db.statements.length;
    await service.crawl(shop, { url: service.host.url("/many") });
    const during = service.db.statements.slice(before);
    crawls.push(during.filter((sql) => sql.includes("entities.product")).length);
    const { statements } = await service.graphql(
      `query ($eid: ID!) { advertisable(eid: $eid) { products(first: 100) { nodes { title price { amount } } } } }`,
      { eid: shop },
    );
    counts.push(statements);
  }
  expect(counts).toEqual([counts[0], counts[0]]);
  expect(crawls).toEqual([crawls[0], crawls[0]]);
});

test("a large feed holds nothing up: other requests go on, and statements grow by its parts only", async () => {
  const count = 20_000;
  const item = (n: number): string =>
    `<item><id>p${n}</id><title>Title ${n}</title><link>https://shop.example/${n}</link><price>2.00</price><text>${"filler ".repeat(60)}</text></item>`;
  const parts = Array.from({ length: count }, (_, n) => item(n));
  const feed = `<rss>${parts.join("")}</rss>`;
  service.host.put("/large", feed);
  // How long this machine takes to read it at a stretch, at the speed of the moment.
  const started = performance.now();
  new XMLParser().parse(feed);
  const stretch = performance.now() - started;
  const shop = await service.newShop();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = service.db.statements.length;
  await service.configure(shop, { url: service.host.url("/large") });
  await service.crawled(shop, ({ status }) => status === "RUNNING");
  delay.enable();
  let asked = 0;
  const isDone = async (): Promise<boolean> => {
    asked += 1;
    const { status } = await service.crawled(shop, () => true);
    return status !== "RUNNING";
  };
  while (!(await isDone()));
  delay.disable();
  expect(await service.crawled(shop)).toMatchObject({
    status: "SUCCEEDED",
    attempts: 1,
    addedCount: count,
  });
  expect(asked).toBeGreaterThan(10);
  expect(delay.max / 1e6).toBeLessThan(stretch / 2);
  const ofProducts = service.db.statements.slice(before).filter((sql) => sql.includes("entities.product"));
  expect(ofProducts.length).toBe((count / 500) * 2 + count / 1_000 + 1);
}, 90_000);

async function audits(advertisableEid: string, action = "%"): Promise<number> {
  const { rows } = await service.db.owner.query<{ n: number }>(
    "select count(*)::int as n from platform.audit_entry where advertisable_eid = $1 and action like $2",
    [advertisableEid, action],
  );
  return rows[0]?.n ?? 0;
}

async function outboxIsEmpty(): Promise<void> {
  await expect.poll(async () => (await service.db.owner.query("select 1 from platform.outbox")).rowCount).toBe(0);
}

/** No job runs, or could run now. */
async function queueIsEmpty(): Promise<void> {
  await outboxIsEmpty();
  const waiting = `select 1 from graphile_worker.jobs
    where locked_at is not null or (run_at <= now() and attempts < max_attempts)`;
  await expect.poll(async () => (await service.db.owner.query(waiting)).rowCount, { timeout: 10_000 }).toBe(0);
}
