import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "../kit/feed-host.js";
import { type Crawl, type FeedService, startFeedService, startRunner } from "../kit/feeds.js";
import { zipOf } from "../kit/zip.js";

/** What a hostile or broken host can do to a crawl: it fails with its reason, and the service goes on. */
let service: FeedService;
/** One that waits for a host no longer than a test can. */
let hasty: FeedService;
beforeAll(async () => {
  service = await startFeedService({ maxBytes: 1_000_000 });
  hasty = await startFeedService({ totalMs: 1_500 });
});
afterAll(async () => {
  await service.close();
  await hasty.close();
});

const GOOD = "id,title,link\na,A,https://shop.example/a\n";

/** The crawl of a new shop's feed after its first attempt. */
async function firstAttempt(page: Page, config: object = {}, by = service): Promise<Crawl> {
  by.host.put("/feed", page);
  const shop = await by.newShop();
  await by.configure(shop, { url: by.host.url("/feed"), ...config });
  const crawl = await by.crawled(shop, ({ status, failure }) => failure !== null || status === "SUCCEEDED");
  // Takes the later attempts away, so that they don't keep the next test waiting.
  await by.db.owner.query("select graphile_worker.remove_job($1)", [`crawl-feed:${shop}`]);
  expect(await by.products(shop)).toEqual([]);
  return crawl;
}

describe("is given up at once", () => {
  const xml = (text: string): string => `<?xml version="1.0"?>${text}`;
  const items = "<rss><item><id>a</id><title>A</title><link>https://shop.example/a</link></item></rss>";
  test.each<[string, Page, object?]>([
    ["DOCTYPE", xml(`<!DOCTYPE rss [<!ENTITY x "y">]>${items}`)],
    ["DOCTYPE", xml(`<!-- a comment --><!doctype rss SYSTEM "http://127.0.0.1/x.dtd">${items}`)],
    ["DOCTYPE", "<!doctype html><html><body>Down for maintenance</body></html>"],
    ["MALFORMED", xml(items.slice(0, -10))],
    ["MALFORMED", xml(`<!-- never closed ${items}`)],
    ["MALFORMED", '{"products": [{"id": "a"'],
    ["MALFORMED", `id,title,link\na,"never closed,https://shop.example/a\n`],
    ["MALFORMED", ""],
    ["MALFORMED", "<a>".repeat(50_000)],
    ["MALFORMED", `${"<a>".repeat(300)}${"</a>".repeat(300)}`],
    ["MALFORMED", "<rss><__proto__><item>x</item></__proto__><constructor/></rss>"],
    ["NO_PRODUCTS", '{"__proto__": {"products": [{"id": "a"}]}, "constructor": []}'],
    ["MALFORMED", "__proto__,constructor,,\na,b,c,d\n", { quoteChar: "," }],
    ["NO_PRODUCTS", "<html><body>Hello</body></html>"],
    ["NO_PRODUCTS", "just some text"],
    ["NO_PRODUCTS", '{"products": []}'],
    ["NO_PRODUCTS", xml(items), { tagName: "thing" }],
    ["WRONG_TYPE", GOOD, { feedType: "XML" }],
    ["WRONG_TYPE", "<html></html>", { feedType: "JSON" }],
    ["BAD_ENCODING", Buffer.from([...Buffer.from(GOOD), 0xe9, 0x0a])],
    ["COMPRESSION_RATIO", gzipSync(Buffer.alloc(900_000))],
    ["TOO_LARGE", gzipSync(Buffer.alloc(50_000_000))],
    ["COMPRESSION_RATIO", zipOf({ "feed.csv": Buffer.alloc(900_000) })],
    ["TOO_LARGE", zipOf({ "feed.csv": Buffer.alloc(2_000_000) })],
    ["TOO_LARGE", Buffer.alloc(1_000_001, "x")],
    ["BAD_ARCHIVE", gzipSync(GOOD).subarray(0, 30)],
    ["BAD_ARCHIVE", gzipSync(gzipSync(GOOD))],
    ["BAD_ARCHIVE", zipOf({ "inner.zip": zipOf({ "feed.csv": GOOD }) })],
    ["BAD_ARCHIVE", Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), Buffer.alloc(100)])],
    ["SEVERAL_FILES", zipOf({ "a.csv": GOOD, "b.csv": GOOD })],
    ["SEVERAL_FILES", zipOf({ "a.csv": GOOD, "b.csv": GOOD }), { feedType: "CSV" }],
    ["SEVERAL_FILES", zipOf({ "empty/": "" })],
    [
      "UNKNOWN_COMPRESSION",
      (_request, response) => void response.writeHead(200, { "content-encoding": "br" }).end("x"),
    ],
  ])("%s %#", async (failure, page, config) => {
    expect(await firstAttempt(page, config)).toMatchObject({ status: "FAILED", attempts: 1, failure });
  });

  test("a status other than 200", async () => {
    for (const status of [204, 304, 401, 404, 410]) {
      const crawl = await firstAttempt((_request, response) => void response.writeHead(status).end());
      expect(crawl).toMatchObject({ status: "FAILED", failure: "HTTP_STATUS", httpStatus: status });
    }
  });

  test("redirects in a loop, to other ports of the machine, to private addresses and other schemes", async () => {
    const to = (location: string): Page => {
      return (_request, response) => void response.writeHead(302, { location }).end();
    };
    expect(await firstAttempt(to("/feed"))).toMatchObject({ failure: "TOO_MANY_REDIRECTS" });
    expect(service.host.requests.slice(-4).map(({ path }) => path)).toEqual(Array(4).fill("/feed"));
    for (const [location, failure] of [
      ["http://127.0.0.1/", "BLOCKED_ADDRESS"],
      ["http://localhost/", "BLOCKED_ADDRESS"],
      ["http://169.254.169.254/latest/meta-data/", "BLOCKED_ADDRESS"],
      ["http://[::1]/", "BLOCKED_ADDRESS"],
      ["http://127.0.0.1:5432/", "BLOCKED_URL"],
      ["file:///etc/passwd", "BLOCKED_URL"],
      ["http://user:pass@127.0.0.1/", "BLOCKED_URL"],
      ["http://", "HTTP_STATUS"],
    ] as const) {
      expect([location, await firstAttempt(to(location))]).toMatchObject([location, { status: "FAILED", failure }]);
    }
  });

  test("of several files in a zip the one of the feed's kind is read", async () => {
    service.host.put("/zip", zipOf({ "readme.md": "x", "feed.csv": GOOD, "folder/": "" }));
    const shop = await service.newShop();
    const config = { url: service.host.url("/zip"), feedType: "CSV" };
    expect(await service.crawl(shop, config)).toMatchObject({ status: "SUCCEEDED", addedCount: 1 });
  });

  test("three redirects are followed", async () => {
    for (const hop of [1, 2])
      service.host.put(
        `/hop${hop}`,
        (_request, response) => void response.writeHead(307, { location: `/hop${hop + 1}` }).end(),
      );
    service.host.put("/hop3", (_request, response) => void response.writeHead(301, { location: "/end" }).end());
    service.host.put("/end", GOOD);
    expect(await service.crawl(await service.newShop(), { url: service.host.url("/hop1") })).toMatchObject({
      status: "SUCCEEDED",
    });
  });
});

describe("is tried again", () => {
  test.each<[string, Page]>([
    ["TIMEOUT", () => {}],
    ["TIMEOUT", (_request, response) => void response.writeHead(200).write("id,")],
    [
      "TIMEOUT",
      (_request, response) => {
        const drip = setInterval(() => response.write("x"), 50);
        response.on("close", () => clearInterval(drip));
      },
    ],
    ["UNREACHABLE", (request) => void request.socket.destroy()],
    [
      "UNREACHABLE",
      (_request, response) => {
        response.writeHead(200, { "content-length": "1000" }).write(GOOD);
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ["HTTP_STATUS", (_request, response) => void response.writeHead(503).end("secret of the host")],
  ])("%s %#", { timeout: 40_000 }, async (failure, page) => {
    const began = performance.now();
    const crawl = await firstAttempt(page, {}, hasty);
    // On a busy machine the next attempt may have begun.
    expect(["QUEUED", "RUNNING"]).toContain(crawl.status);
    expect(crawl).toMatchObject({ failure, finishedAt: null });
    // Far from the 30 seconds that a host has otherwise; a busy machine takes several to begin a job.
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test("an endless body ends at the limit", async () => {
    const endless: Page = (_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536, "x")));
      };
      response.on("drain", more);
      more();
    };
    expect(await firstAttempt(endless)).toMatchObject({ status: "FAILED", failure: "TOO_LARGE" });
  });

  test("until the host is back", async () => {
    let asked = 0;
    service.host.put("/flaky", (_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(500).end();
      else response.end(GOOD);
    });
    const shop = await service.newShop();
    const crawl = await service.crawl(shop, { url: service.host.url("/flaky") });
    expect(crawl).toMatchObject({ status: "SUCCEEDED", attempts: 2, failure: null, httpStatus: null, addedCount: 1 });
  });

  test("five times at most", async () => {
    service.host.put("/down", (_request, response) => void response.writeHead(500).end());
    const shop = await service.newShop();
    await service.configure(shop, { url: service.host.url("/down") });
    for (const attempts of [1, 2, 3, 4]) {
      await service.crawled(shop, (crawl) => crawl.attempts === attempts && crawl.status === "QUEUED");
      await expect
        .poll(async () => {
          const { rowCount } = await service.db.owner.query(
            "update graphile_worker._private_jobs set run_at = now() where key = $1 and locked_at is null",
            [`crawl-feed:${shop}`],
          );
          return rowCount;
        })
        .toBe(1);
    }
    expect(await service.crawled(shop)).toMatchObject({
      status: "FAILED",
      attempts: 5,
      failure: "HTTP_STATUS",
      httpStatus: 500,
    });
  });
});

test("a feed that vanishes or breaks leaves the products as they were", async () => {
  const { host } = service;
  host.put("/was", GOOD);
  const shop = await service.newShop();
  await service.crawl(shop, { url: host.url("/was") });
  const before = await service.products(shop);
  for (const [page, failure] of [
    [null, "HTTP_STATUS"],
    ["id,title,link\n", "NO_PRODUCTS"],
    ["<!doctype html><html></html>", "DOCTYPE"],
    ['id,title,link\n"b,B,https://shop.example/b', "MALFORMED"],
  ] as const) {
    host.put("/was", page);
    expect(await service.crawl(shop, {})).toMatchObject({ status: "FAILED", failure });
    expect(await service.products(shop)).toEqual(before);
  }
});

test("nothing of ours is sent to the host, and nothing of the host's is told to anybody", async () => {
  await firstAttempt((_request, response) => void response.writeHead(503).end("secret of the host"));
  const { headers } = service.host.requests.at(-1) ?? { headers: {} };
  expect(Object.keys(headers).toSorted()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  const { rows } = await service.db.owner.query("select coalesce(last_error, '') as text from graphile_worker.jobs");
  const audit = await service.db.owner.query("select after::text as text from platform.audit_entry");
  expect(JSON.stringify([rows, audit.rows])).not.toContain("secret");
});

test("a service that ends in the middle gives the attempt back, and the next one does it", async () => {
  const { host } = service;
  const asked = new Promise<void>((resolve) => host.put("/cut", () => resolve()));
  const shop = await service.newShop();
  await service.configure(shop, { url: host.url("/cut") });
  await asked;
  await service.runner.stop();
  expect(await service.crawled(shop, () => true)).toMatchObject({ status: "QUEUED", attempts: 0 });
  host.put("/cut", GOOD);
  const next = await startRunner(service, service.policy);
  try {
    expect(await service.crawled(shop)).toMatchObject({ status: "SUCCEEDED", attempts: 1 });
  } finally {
    await next.stop();
  }
});
