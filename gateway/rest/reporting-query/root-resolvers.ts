import type { GraphQLResolveInfo } from "graphql";
import type { ListArgs } from "./list-filter.js";
import { campaignsByEids, campaignsOf } from "./campaigns.js";
import { adGroupsByEids, adGroupsOf, adsOf, adsOfAdGroup, emailsOf, segmentsOf } from "./lists.js";
import { metricsTotalOf, type Scope, withReports } from "./metric-resolvers.js";
import type { QueryContext } from "./query-context.js";
import { readAhead } from "./read-ahead.js";
import { currencyOf, rangeOf, type ReportArgs } from "./report-range.js";
import { UNIVERSAL_FLAGS } from "./universal-flag.js";
import { BUILD } from "./build.js";

/** Days of the metrics of accounts at most (decisions, section 8). */
const MAX_ACCOUNT_DAYS = 30;

/** Switches that clients of older versions send. */
const KNOWN_FLAGS = new Set([...UNIVERSAL_FLAGS, "expired_data", "include_expired_data"]);

/** A namespace of the query: an object of its own that knows where it was asked for. */
const scope = (_root: unknown, _args: object, _context: QueryContext, { fieldNodes }: GraphQLResolveInfo): Scope => ({
  fieldNodes,
});

const QUERY = {
  organization: scope,
  advertisable: scope,
  campaign: scope,
  adgroup: scope,
  ad: scope,
  segment: scope,
  email: scope,
  accountMetrics: scope,
  user: (_root: unknown, _args: object, { graph }: QueryContext) => graph.viewer(),
  requestId: (_root: unknown, _args: object, { requestId }: QueryContext) => requestId,
  build: () => BUILD,
  flags: (_root: unknown, { names }: { names: readonly string[] }) => names.every((name) => KNOWN_FLAGS.has(name)),
};

const ORGANIZATION_ROOT = {
  byEID: async (_scope: Scope, { organization }: { organization: string }, { graph }: QueryContext) =>
    (await graph.organizations([organization]))[0] ?? null,
  byEIDs: (_scope: Scope, { organizations }: { organizations: readonly string[] }, { graph }: QueryContext) =>
    graph.organizations(organizations),
  current: async (_scope: Scope, _args: object, { graph }: QueryContext) => {
    const { organization } = await graph.viewer();
    return organization === null ? null : ((await graph.organizations([organization.eid]))[0] ?? null);
  },
};

const ADVERTISABLE_ROOT = {
  byEID: (
    _scope: Scope,
    { advertisable }: { advertisable: string },
    context: QueryContext,
    info: GraphQLResolveInfo,
  ) => {
    readAhead(advertisable, context, info);
    return context.graph.advertisables.byEid(advertisable);
  },
  byEIDs: (
    _scope: Scope,
    { advertisables }: { advertisables: readonly string[] },
    context: QueryContext,
    info: GraphQLResolveInfo,
  ) => {
    readAhead(advertisables, context, info);
    return context.graph.advertisables.byEids(advertisables);
  },
  byOrganization: (_scope: Scope, { organization }: { organization: string }, { graph }: QueryContext) =>
    graph.advertisablesOfOrganization(organization),
  forUser: (_scope: Scope, _args: object, { graph }: QueryContext) => graph.advertisables.all(),
  metricsTotal: metricsTotalOf("advertisable"),
};

const CAMPAIGN_ROOT = {
  byEID: async (_scope: Scope, { campaign }: { campaign: string }, context: QueryContext) =>
    (await campaignsByEids([campaign], context))[0] ?? null,
  byEIDs: (_scope: Scope, { campaigns }: { campaigns: readonly string[] }, context: QueryContext) =>
    campaignsByEids(campaigns, context),
  byAdvertisable: withReports("campaign", (_scope: Scope, args: ListArgs & { advertisable: string }, context) =>
    campaignsOf(args.advertisable, args, context),
  ),
  byOrganization: async (_scope: Scope, args: ListArgs & { organization: string }, context: QueryContext) => {
    const advertisables = await context.graph.advertisablesOfOrganization(args.organization);
    return (await Promise.all(advertisables.map(({ eid }) => campaignsOf(eid, args, context)))).flat();
  },
  metricsTotal: metricsTotalOf("campaign"),
};

const AD_GROUP_ROOT = {
  byEID: async (_scope: Scope, { adgroup }: { adgroup: string }, context: QueryContext) =>
    (await adGroupsByEids([adgroup], context))[0] ?? null,
  byEIDs: (_scope: Scope, { adgroups }: { adgroups: readonly string[] }, context: QueryContext) =>
    adGroupsByEids(adgroups, context),
  byAdvertisable: withReports("adGroup", (_scope: Scope, args: ListArgs & { advertisable: string }, context) =>
    adGroupsOf("advertisableEid", args.advertisable, args, context),
  ),
  byCampaign: withReports("adGroup", (_scope: Scope, args: ListArgs & { campaign: string }, context) =>
    adGroupsOf("campaignEid", args.campaign, args, context),
  ),
  metricsTotal: metricsTotalOf("adGroup"),
};

const AD_ROOT = {
  byEID: (_scope: Scope, { ad }: { ad: string }, { graph }: QueryContext) => graph.ads.byEid(ad),
  byEIDs: (_scope: Scope, { ads }: { ads: readonly string[] }, { graph }: QueryContext) => graph.ads.byEids(ads),
  byAdvertisable: withReports("ad", (_scope: Scope, args: ListArgs & { advertisable: string }, context) =>
    adsOf(args.advertisable, args, context),
  ),
  byAdgroup: async (_scope: Scope, args: ListArgs & { adgroup: string }, context: QueryContext) => {
    const adGroup = context.hasUniversal
      ? ((await adGroupsByEids([args.adgroup], context))[0] ?? null)
      : { eid: args.adgroup };
    return adGroup === null ? [] : await adsOfAdGroup(adGroup, args, context);
  },
  metricsTotal: metricsTotalOf("ad"),
};

const SEGMENT_ROOT = {
  byEID: (_scope: Scope, { segment }: { segment: string }, { graph }: QueryContext) => graph.segments.byEid(segment),
  byEIDs: (_scope: Scope, { segments }: { segments: readonly string[] }, { graph }: QueryContext) =>
    graph.segments.byEids(segments),
  byAdvertisable: (_scope: Scope, args: ListArgs & { advertisable: string }, context: QueryContext) =>
    segmentsOf(args.advertisable, args, context),
};

const EMAIL_ROOT = {
  byEID: (_scope: Scope, { email }: { email: string }, { graph }: QueryContext) => graph.emails.byEid(email),
  byEIDs: (_scope: Scope, { emails }: { emails: readonly string[] }, { graph }: QueryContext) =>
    graph.emails.byEids(emails),
  byAdvertisable: (_scope: Scope, { advertisable }: { advertisable: string }, context: QueryContext) =>
    emailsOf("advertisableEid", advertisable, context),
  byCampaign: (_scope: Scope, { campaign }: { campaign: string }, context: QueryContext) =>
    emailsOf("campaignEid", campaign, context),
  metricsTotal: metricsTotalOf("email"),
};

const ACCOUNT_METRICS_ROOT = {
  summary: (_scope: Scope, args: ReportArgs & { advertisable: string }, { breakdowns, clock }: QueryContext) =>
    breakdowns.dearestDomains({
      eid: args.advertisable,
      range: rangeOf(args, clock, MAX_ACCOUNT_DAYS),
      currency: currencyOf(args),
    }),
};

/** How the root and its namespaces are made. */
export const ROOT_RESOLVERS = {
  Query: QUERY,
  OrganizationRoot: ORGANIZATION_ROOT,
  AdvertisableRoot: ADVERTISABLE_ROOT,
  CampaignRoot: CAMPAIGN_ROOT,
  AdgroupRoot: AD_GROUP_ROOT,
  AdRoot: AD_ROOT,
  SegmentRoot: SEGMENT_ROOT,
  EmailRoot: EMAIL_ROOT,
  AccountMetricsRoot: ACCOUNT_METRICS_ROOT,
};
