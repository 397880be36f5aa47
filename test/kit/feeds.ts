import { TEST_CONTACT_KEYS } from "./contact-keys.js";
import { systemRandom } from "../../lib/eid.js";
import { DEFAULT_FETCH_POLICY, type FetchPolicy } from "../../lib/fetch-policy.js";
import { type JobRunner, startJobRunner } from "../../lib/job-runner.js";
import { createLog } from "../../lib/log.js";
import { JOBS } from "../../gateway/gateway.js";
import { type FeedHost, startFeedHost } from "./feed-host.js";
import { type GraphqlAnswer, startService, TEST_NOW, type TestService } from "./service.js";
import { ALPHA, create } from "./world.js";

/** A crawl as tests look at it. */
const MINUTE = 60_000;

export interface Crawl {
  eid: string;
  status: string;
  attempts: number;
  failure: string | null;
  httpStatus: number | null;
  startedAt: string | null;
  finishedAt: string | null;
  addedCount: number;
  changedCount: number;
  unchangedCount: number;
  deactivatedCount: number;
  skippedCount: number;
}

export interface Product {
  eid: string;
  externalId: string;
  title: string;
  url: string;
  imageUrl: string | null;
  price: { exactAmount: string; currency: string } | null;
  isActive: boolean;
  updatedAt: string;
}

const CRAWL = `eid status attempts failure httpStatus startedAt finishedAt
  addedCount changedCount unchangedCount deactivatedCount skippedCount`;

/** A service with jobs, and a web server whose feeds it may fetch. */
export interface FeedService extends TestService {
  host: FeedHost;
  policy: FetchPolicy;
  runner: JobRunner;
  /** EID of a new advertisable of Alpha's whose feed may be crawled. */
  newShop(currency?: string): Promise<string>;
  /** Alpha's admin says where the feed is, and how it is read. */
  configure(advertisableEid: string, input: object): Promise<GraphqlAnswer>;
  /** Configures, and waits until the crawl has ended. */
  crawl(advertisableEid: string, input: object): Promise<Crawl>;
  /** The newest crawl once it is as wanted; ended when nothing is said. */
  crawled(advertisableEid: string, isWanted?: (crawl: Crawl) => boolean): Promise<Crawl>;
  /** All products, inactive ones included, by the feed's ids. */
  products(advertisableEid: string): Promise<Product[]>;
}

/** `limits` are those of fetching that differ from the defaults. */
export async function startFeedService(limits: Partial<FetchPolicy> = {}): Promise<FeedService> {
  const host = await startFeedHost();
  const policy = {
    ...DEFAULT_FETCH_POLICY,
    ...limits,
    allowedHosts: new Set([host.host]),
  };
  const service = await startService({ fetchPolicy: policy });
  const runner = await startRunner(service, policy);

  async function ask<T>(query: string, variables: object, as: "admin" | "staff" = "admin"): Promise<T> {
    const { data, errors } = await service.graphql(query, variables, as);
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data as T;
  }

  async function configure(advertisableEid: string, input: object): Promise<GraphqlAnswer> {
    return await service.graphql(
      `mutation ($input: SetFeedParserConfigInput!) {
        setFeedParserConfig(input: $input) { feedConfig { eid lastCrawl { eid status } } }
      }`,
      { input: { advertisableEid, ...input } },
    );
  }

  async function crawled(
    advertisableEid: string,
    isWanted = ({ status }: Crawl): boolean => status !== "QUEUED" && status !== "RUNNING",
  ): Promise<Crawl> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const { advertisable } = await ask<{ advertisable: { feedConfig: { lastCrawl: Crawl } } }>(
        `query ($eid: ID!) { advertisable(eid: $eid) { feedConfig { lastCrawl { ${CRAWL} } } } }`,
        { eid: advertisableEid },
      );
      const crawl = advertisable.feedConfig.lastCrawl;
      if (isWanted(crawl)) return crawl;
      if (Date.now() > deadline) throw new Error(`the crawl is still ${JSON.stringify(crawl)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return {
    ...service,
    host,
    policy,
    runner,
    newShop: async (currency = "USD") => {
      const eid = await create(service.gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
        organizationEid: ALPHA,
        name: "Shop",
        currency,
      });
      await allowFeed(service, eid);
      return eid;
    },
    configure,
    crawled,
    crawl: async (advertisableEid, input) => {
      const { errors } = await configure(advertisableEid, input);
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return await crawled(advertisableEid);
    },
    products: async (advertisableEid) => {
      const { advertisable } = await ask<{ advertisable: { products: { nodes: Product[] } } }>(
        `query ($eid: ID!) {
          advertisable(eid: $eid) {
            products(first: 100, filter: { isActive: { in: [true, false] } }) {
              nodes { eid externalId title url imageUrl price { exactAmount currency } isActive updatedAt }
            }
          }
        }`,
        { eid: advertisableEid },
      );
      return advertisable.products.nodes.toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1));
    },
    close: async () => {
      await runner.stop();
      await service.close();
      await host.close();
    },
  };
}

/** Runs the jobs of a service, as its process does. */
export async function startRunner(
  { db, gateway }: Pick<TestService, "db" | "gateway">,
  fetchPolicy: FetchPolicy,
): Promise<JobRunner> {
  const { url, database } = db;
  const log = createLog("silent");
  // A minute on at each look, so that no crawl has to wait for the last one's minute to pass.
  let now = Date.parse(TEST_NOW);
  const clock = { now: () => (now += MINUTE) };
  return await startJobRunner({
    url,
    database,
    clock,
    random: systemRandom,
    log,
    fetchPolicy,
    contactKeys: TEST_CONTACT_KEYS,
    jobs: JOBS,
    askGraph: gateway.askGraph,
  });
}

/** A platform administrator lets an advertisable's feed be crawled. */
export async function allowFeed({ graphql }: Pick<TestService, "graphql">, advertisableEid: string): Promise<void> {
  const { errors } = await graphql(
    "mutation ($input: AllowFeedCrawlInput!) { allowFeedCrawl(input: $input) { feedConfig { eid isAllowed } } }",
    { input: { advertisableEid } },
    "staff",
  );
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
}
