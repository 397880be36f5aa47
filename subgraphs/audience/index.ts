import { defineSubgraph } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { Rule } from "./rule.ref.js";
import { RuleSegmentsResolver } from "./rule-segments.resolver.js";
import { LookalikeResolver } from "./lookalike.resolver.js";
import { SegmentBulkResolver } from "./segment-bulk.resolver.js";
import { AdvertisableSegmentsResolver, SegmentResolver } from "./segment.resolver.js";
import { segments, toSegment } from "./segment.table.js";
import { CrmContactResolver } from "./crm-contact.resolver.js";
import { domainAttributesIngest } from "./domain-attributes.ingest.js";
import { DomainAttributesResolver } from "./domain-attributes.resolver.js";
import { scoreAccounts } from "./score-accounts.job.js";
import { SCORE_ACCOUNTS } from "./scoring.table.js";
import { StagedUsersResolver } from "./staged-users.resolver.js";
import { SWEEP_STAGED_USERS } from "./staged-users.table.js";
import { sweepStagedUsers } from "./sweep-staged-users.job.js";
import {
  TargetAccountListAccountsResolver,
  TargetAccountResolver,
  TierAccountsResolver,
} from "./target-account.resolver.js";
import { accounts, toAccount } from "./target-account.table.js";
import { AdvertisableTargetAccountListsResolver, TargetAccountListResolver } from "./target-account-list.resolver.js";
import { requireList, toList } from "./target-account-list.table.js";
import { TargetAccountListTiersResolver, TierResolver } from "./tier.resolver.js";
import { tiers, toTier } from "./tier.table.js";

/** Whom advertisables want to reach. */
export const audience = defineSubgraph({
  name: "audience",
  resolvers: [
    SegmentResolver,
    AdvertisableSegmentsResolver,
    RuleSegmentsResolver,
    SegmentBulkResolver,
    StagedUsersResolver,
    LookalikeResolver,
    CrmContactResolver,
    DomainAttributesResolver,
    TargetAccountListResolver,
    TargetAccountListTiersResolver,
    TargetAccountListAccountsResolver,
    TierResolver,
    TierAccountsResolver,
    TargetAccountResolver,
    AdvertisableTargetAccountListsResolver,
  ],
  orphanedTypes: [Advertisable, Rule],
  references: {
    Segment: async ({ eid }, context) => toSegment(await segments.require(context, eid)),
    TargetAccountList: async ({ eid }, context) => toList(await requireList(context, eid)),
    Tier: async ({ eid }, context) => {
      const tier = await tiers.require(context, eid);
      await requireList(context, tier.listEid);
      return toTier(tier);
    },
    TargetAccount: async ({ eid }, context) => {
      const account = await accounts.require(context, eid);
      await requireList(context, account.listEid);
      return toAccount(account);
    },
  },
  ingest: { "domain-attributes": domainAttributesIngest },
  jobs: { [SCORE_ACCOUNTS]: scoreAccounts, [SWEEP_STAGED_USERS]: sweepStagedUsers },
});
