import { createGateway, type Gateway } from "../../gateway/gateway.js";
import { systemClock } from "../../lib/clock.js";
import { systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import type { Viewer } from "../../lib/viewer.js";
import { TEST_CONTACT_KEYS } from "./contact-keys.js";
import { startAreas } from "./remote-areas.js";
import { createDatabase, type TestDatabase } from "./database.js";

const ORGANIZATION = "ORGANIZATION".padEnd(22, "A");

export const STAFF: Viewer = {
  userEid: "STAFF".padEnd(22, "A"),
  organizationEid: ORGANIZATION,
  role: "STAFF",
  advertisables: "ALL",
  apiClient: null,
};

/** An answer as a client gets it; without errors the list is empty. */
export interface Answer<T> {
  data: T;
  errors: { message: string; extensions: { code: string; violations: { code: string; path: unknown[] }[] } }[];
}

/** A graph with one organization, in which a test makes advertisables of its own. */
export interface Shops {
  db: TestDatabase;
  gateway: Gateway;
  ask<T>(operation: string, variables: Record<string, unknown>, viewer?: Viewer): Promise<Answer<T>>;
  /** EID of a new advertisable. */
  newShop(currency: string): Promise<string>;
}

export async function createShops(): Promise<Shops> {
  const db = await createDatabase();
  const log = createLog("silent");
  const graph = {
    database: db.database,
    clock: systemClock,
    random: systemRandom,
    log,
    contactKeys: TEST_CONTACT_KEYS,
  };
  const { remote } = await startAreas(graph);
  const gateway = createGateway({ ...graph, ...(remote && { remote }) });
  await db.owner.query("insert into platform.organization values ($1, 'Organization', now(), now())", [ORGANIZATION]);

  async function ask<T>(operation: string, variables: Record<string, unknown>, viewer = STAFF): Promise<Answer<T>> {
    const response = await gateway.ask(operation, variables, { viewer, requestId: "test", pageLimit: 1_000 });
    const answer: Answer<T> = JSON.parse(JSON.stringify({ errors: [], ...response }));
    return answer;
  }

  async function newShop(currency: string): Promise<string> {
    const { data } = await ask<{ createAdvertisable: { advertisable: { eid: string } } }>(
      `mutation ($currency: CurrencyCode!) {
        createAdvertisable(input: {name: "Shop", currency: $currency}) { advertisable { eid } }
      }`,
      { currency },
    );
    return data.createAdvertisable.advertisable.eid;
  }

  return { db, gateway, ask, newShop };
}
