import type { Viewer } from "../lib/viewer.js";
import { demoAsking } from "./demo-asking.js";
import type { Gateway } from "./gateway.js";

/** The companies that the demo's shop wants to win; those that it has talked to are a tier of their own. */
export async function furnishTargetAccounts(
  gateway: Gateway,
  viewer: Viewer,
  advertisableEid: string,
  stepTo: (minute: number) => void,
): Promise<void> {
  const shop = demoAsking(gateway, viewer, advertisableEid, stepTo, 60);
  const listEid = await shop.ensure("targetAccountLists", "createTargetAccountList", {
    advertisableEid,
    name: "Companies by the harbour",
    domains: ["dock.example", "crane.example", "pilot.example"],
  });
  if (!(await shop.has("targetAccountLists { nodes { tiers { nodes { eid } } } }")))
    await shop.change("createTier", { advertisableEid, listEid, name: "Talked to", domains: ["crane.example"] });
}
