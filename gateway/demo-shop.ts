import type pg from "pg";
import { DEMO_MAIL, type DemoMail, furnishMail } from "./demo-mail.js";
import type { EngineResponse } from "./execution/engine.js";
import type { Gateway } from "./gateway.js";
import type { Viewer } from "../lib/viewer.js";

/** A blue square of 64 pixels, the logo. */
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAAA1BMVEUbT3J+4zKRAAAAD0lEQVR42mNgGAWjgHwAAAJAAAHgTR1EAAAAAElFTkSuQmCC";

/** A green picture of 300 by 250 pixels. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAASwAAAD6AQMAAAAho+iwAAAAA1BMVEURemVSlvA2AAAAIElEQVR42u3BAQ0AAADCoPdPbQ8HFAAAAAAAAAAAAD8GJhYAAaqKu7kAAAAASUVORK5CYII=";

const RULES = [
  { name: "Every page", pattern: "*" },
  { name: "Products", pattern: "*/products/*" },
  { name: "Order done", pattern: "*/checkout/done*" },
];

const PRODUCTS = [
  { externalId: "anchor-1", title: "Anchor lamp", price: "49.00" },
  { externalId: "rope-2", title: "Rope bag", price: "29.50" },
  { externalId: "buoy-3", title: "Buoy cushion", price: "19.90" },
];

interface Shop {
  advertisable: DemoMail & {
    logo: object | null;
    feedConfig: object | null;
    pixel: { eid: string; rules: { nodes: { name: string }[] } };
    ads: { nodes: object[] };
    campaigns: {
      nodes: {
        eid: string;
        ipRangeExclusions: string[];
        adGroups: { nodes: { eid: string; siteExclusions: string[] }[] };
      }[];
    };
    pictured: { nodes: object[] };
  };
}

const SHOP = `query DemoShop($eid: ID!) { advertisable(eid: $eid) {
  logo { eid } feedConfig { eid } pixel { eid rules { nodes { name } } }
  ads(filter: { type: { in: [LIQUID] } }) { nodes { eid } }
  pictured: ads(filter: { name: { eq: "Harbour sale" } }) { nodes { eid } }
  campaigns(first: 1) { nodes { eid ipRangeExclusions adGroups(first: 1) { nodes { eid siteExclusions } } } }
  ${DEMO_MAIL}
} }`;

/**
 * What the demo's shop has beside its deliveries: logo, rules, targets, a feed with products, ads of a
 * picture and of a template. What is there already stays as it is, so that a load that was killed goes on.
 *
 * @param stepTo sets the clock, in minutes: each step has an instant, and so EIDs, of its own.
 * @param keepsAddresses whether the service can keep addresses.
 */
export async function furnishShop(
  gateway: Gateway,
  owner: pg.Client,
  viewer: Viewer,
  eid: string,
  {
    stepTo,
    keepsAddresses,
    newEid,
    now,
  }: { stepTo: (minute: number) => void; keepsAddresses: boolean; newEid: () => string; now: () => Date },
): Promise<void> {
  const asker = { viewer, requestId: "demo" };
  const read = await gateway.ask(SHOP, { eid }, asker);
  if (!isShop(read.data)) throw failed(read);
  const { logo, feedConfig, pixel, ads, pictured, campaigns } = read.data.advertisable;
  const change = async (minute: number, mutation: string, type: string, input: object): Promise<void> => {
    stepTo(minute);
    const done = await gateway.ask(
      `mutation Demo($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
      { input },
      asker,
    );
    if (done.errors !== undefined) throw failed(done);
  };

  if (logo === null)
    await change(1, "createAdvertisableLogo", "CreateAdvertisableLogoInput", { advertisableEid: eid, base64: LOGO });
  for (const [index, rule] of RULES.entries()) {
    if (!pixel.rules.nodes.some(({ name }) => name === rule.name))
      await change(2 + index, "createRule", "CreateRuleInput", { pixelEid: pixel.eid, ...rule });
  }
  if (pictured.nodes.length === 0)
    await change(10, "createAd", "CreateAdInput", {
      advertisableEid: eid,
      name: "Harbour sale",
      destinationUrl: "https://shop.example/sale",
      picture: PICTURE,
    });
  if (ads.nodes.length === 0)
    await change(11, "createTemplatedWebAds", "CreateTemplatedWebAdsInput", {
      advertisableEid: eid,
      name: "Harbour",
      templateName: "MOBILE",
      themeColor: "#1B4F72",
      textCta: "Shop now",
      textPromo: "Free shipping",
    });
  const campaign = campaigns.nodes[0];
  if (campaign?.ipRangeExclusions.length === 0)
    await change(13, "editCampaign", "EditCampaignInput", {
      eid: campaign.eid,
      ipRangeExclusions: ["192.0.2.0/24"],
    });
  const adGroup = campaign?.adGroups.nodes[0];
  if (adGroup !== undefined && adGroup.siteExclusions.length === 0)
    await change(12, "editAdGroup", "EditAdGroupInput", {
      eid: adGroup.eid,
      geoTargets: [{ place: { postalCode: "US_10001" }, isNegative: false }],
      demographicTargets: [{ minAge: 25, maxAge: 54 }],
      platformTargets: [{ type: "MOBILE", os: "IOS", osVersion: "17", device: "IPAD" }],
      siteExclusions: ["example.com"],
    });
  await furnishMail(change, eid, read.data.advertisable, keepsAddresses);
  stepTo(20);
  if (feedConfig === null) await insertFeed(owner, eid, newEid, now());
}

/** As a crawl would have left it: the demo's shop has no server that could be asked. */
async function insertFeed(owner: pg.Client, eid: string, newEid: () => string, at: Date): Promise<void> {
  const url = "https://shop.example/feed.csv";
  const config = newEid();
  await owner.query("begin");
  try {
    await owner.query(
      `insert into entities.feed_config (advertisable_eid, eid, is_allowed, url, feed_type, skip_first_row, created_at, updated_at)
       values ($1, $2, true, $3, 'CSV', false, $4, $4)`,
      [eid, config, url, at],
    );
    await owner.query(
      `insert into entities.feed_crawl (advertisable_eid, eid, feed_config_eid, url, status, attempts, started_at, finished_at,
         added_count, changed_count, unchanged_count, deactivated_count, skipped_count, created_at, updated_at)
       values ($1, $2, $3, $4, 'SUCCEEDED', 1, $5, $5, $6, 0, 0, 0, 0, $5, $5)`,
      [eid, newEid(), config, url, at, PRODUCTS.length],
    );
    for (const { externalId, title, price } of PRODUCTS) {
      await owner.query(
        `insert into entities.product (advertisable_eid, eid, external_id, title, url, price, currency, is_active, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, 'USD', true, $7, $7)`,
        [eid, newEid(), externalId, title, `https://shop.example/products/${externalId}`, price, at],
      );
    }
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}

function isShop(data: unknown): data is Shop {
  return typeof data === "object" && data !== null && "advertisable" in data && data.advertisable !== null;
}

function failed({ errors }: EngineResponse): Error {
  return new Error(`the demo's shop could not be furnished: ${JSON.stringify(errors)}`);
}
