import type { Viewer } from "../lib/viewer.js";
import type { Gateway } from "./gateway.js";

const SHOP = `query DemoStrategies($eid: ID!) { advertisable(eid: $eid) {
  strategies(first: 1) { nodes { eid } }
  ads(filter: { name: { eq: "Harbour sale" } }) { nodes { eid } } } }`;

interface Shop {
  advertisable: { strategies: { nodes: object[] }; ads: { nodes: { eid: string }[] } };
}

/**
 * The strategy of the demo's shop, for sites, a social network and e-mail. One that is there already stays as it is.
 *
 * @param stepTo sets the clock, in minutes, so that its EIDs are the same on every machine.
 */
export async function furnishStrategies(
  gateway: Gateway,
  viewer: Viewer,
  eid: string,
  stepTo: (minute: number) => void,
): Promise<void> {
  const asker = { viewer, requestId: "demo" };
  const read = await gateway.ask(SHOP, { eid }, asker);
  if (!isShop(read.data)) throw new Error(`the demo's strategies can't be read: ${JSON.stringify(read.errors)}`);
  const { strategies, ads } = read.data.advertisable;
  if (strategies.nodes.length > 0) return;
  stepTo(50);
  const input = {
    advertisableEid: eid,
    name: "Autumn at the harbour",
    currency: "USD",
    budget: "120.00",
    kpiMetric: "CPA",
    kpiGoal: "8.50",
    products: ["WEB", "SN"],
    adEids: ads.nodes.map((ad) => ad.eid),
    email: {
      senderName: "Harbour Shop",
      senderAddress: "hello@shop.example",
      footerPostalAddress: "1 Quay Street, Harbour",
      optin: true,
      optinCountry: "US",
      emails: [
        {
          emailSubject: "Free shipping",
          headline: "Still at the harbour?",
          ctaDestination: "https://shop.example/sale",
        },
      ],
    },
  };
  const done = await gateway.ask(
    "mutation Demo($input: CreateStrategyInput!) { createStrategy(input: $input) { strategy { eid } } }",
    { input },
    asker,
  );
  if (done.errors !== undefined)
    throw new Error(`the demo's strategy could not be made: ${JSON.stringify(done.errors)}`);
}

function isShop(data: unknown): data is Shop {
  return typeof data === "object" && data !== null && "advertisable" in data && data.advertisable !== null;
}
