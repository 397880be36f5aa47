import { defineSubgraph } from "../define-subgraph.js";
import { Ad } from "./ad.ref.js";
import { Advertisable } from "./advertisable.ref.js";
import { PLAYBOOK_RESOLVERS } from "./playbook.resolver.js";
import { playbooks, toPlaybook } from "./playbook.table.js";
import { Segment } from "./segment.ref.js";
import { UNIVERSAL_AD_GROUP_EDGES } from "./universal-ad-group-edges.resolver.js";
import { UNIVERSAL_AD_GROUP_RESOLVERS } from "./universal-ad-group.resolver.js";
import { toUniversalAdGroup, universalAdGroups } from "./universal-ad-group.table.js";
import { UniversalBudgetResolver } from "./universal-budget.resolver.js";
import { UNIVERSAL_CAMPAIGN_RESOLVERS } from "./universal-campaign.resolver.js";
import { toUniversalCampaign, universalCampaigns } from "./universal-campaign.table.js";

/** Universal campaigns, their ad groups, and playbooks. */
export const universal = defineSubgraph({
  name: "universal",
  resolvers: [
    ...UNIVERSAL_CAMPAIGN_RESOLVERS,
    ...UNIVERSAL_AD_GROUP_RESOLVERS,
    ...UNIVERSAL_AD_GROUP_EDGES,
    ...PLAYBOOK_RESOLVERS,
    UniversalBudgetResolver,
  ],
  orphanedTypes: [Advertisable, Ad, Segment],
  references: {
    UniversalCampaign: async ({ eid }, context) => toUniversalCampaign(await universalCampaigns.require(context, eid)),
    UniversalAdGroup: async ({ eid }, context) => toUniversalAdGroup(await universalAdGroups.require(context, eid)),
    Playbook: async ({ eid }, context) => toPlaybook(await playbooks.require(context, eid)),
  },
});
