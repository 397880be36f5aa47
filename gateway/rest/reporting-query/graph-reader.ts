import DataLoader from "dataloader";
import { nodeId } from "../../../lib/node-type.js";
import { ADAPTER_PAGE_LIMIT } from "../../../lib/context.js";
import type { AskGraph, Connection, GraphOperation, ListFilter } from "./graph-operation.js";
import {
  AD_GROUP_ADS,
  ADVERTISABLE_WITH_CAMPAIGNS,
  type AdNode,
  type AdGroupNode,
  type AdvertisableNode,
  type CampaignNode,
  type EmailCampaignNode,
  type EmailNode,
  type ListOperation,
  NOUNS,
  ORGANIZATION_ADVERTISABLES,
  ORGANIZATIONS,
  ORGANIZATIONS_ADVERTISABLES,
  type OrganizationNode,
  REPORTED_NOUNS,
  type ReportedListOperation,
  type SegmentNode,
  UNIVERSAL_AD_GROUP_ADS,
  type UniversalAdGroupNode,
  type UniversalCampaignNode,
  VIEWER,
  type ViewerNode,
} from "./nouns.js";
import type { ReportVariables } from "./metrics-operations.js";
import type { ReportedKind, ReportsAhead } from "./reports-ahead.js";
import type { RowBudget } from "./row-budget.js";

/** Which objects of a list: those that are not deleted, deleted ones, or both. */
export type Activity = boolean | null;

/** The objects of one kind, for one request: whatever is asked for at the same time is one operation. */
export interface NounReader<N> {
  /** Null for one that is missing or foreign; deleted ones are found. */
  byEid(eid: string): Promise<N | null>;
  byEids(eids: readonly string[]): Promise<(N | null)[]>;
  /** Those of a parent, the oldest first; `field` names the parent's EID on the object. */
  of(field: keyof N & string, parent: string, isActive: Activity): Promise<N[]>;
  /** All that the viewer may see and that are not deleted. */
  all(): Promise<N[]>;
  /** From now on `byEid` gives an object that is read otherwise; undefined has it read as usual. */
  expect(eid: string, read: Promise<N | undefined>): void;
  /** The same of a list. */
  expectOf(field: keyof N & string, parent: string, isActive: Activity, read: Promise<N[] | undefined>): void;
}

/** What the resolvers of one request read of the unified graph, apart from reports. */
export interface GraphReader {
  advertisables: NounReader<AdvertisableNode>;
  campaigns: NounReader<CampaignNode>;
  adGroups: NounReader<AdGroupNode>;
  ads: NounReader<AdNode>;
  segments: NounReader<SegmentNode>;
  emailCampaigns: NounReader<EmailCampaignNode>;
  emails: NounReader<EmailNode>;
  universalCampaigns: NounReader<UniversalCampaignNode>;
  universalAdGroups: NounReader<UniversalAdGroupNode>;
  /** Begins to read an advertisable, and its campaigns with the reports that are wanted of them; else does nothing. */
  beginAdvertisable(eid: string, isActive: Activity): void;
  organizations(eids: readonly string[]): Promise<(OrganizationNode | null)[]>;
  advertisablesOfOrganization(eid: string): Promise<AdvertisableNode[]>;
  /** The ads that serve in an ad group, ordered by EID, whether deleted or not. */
  adsOf(adGroupEid: string): Promise<AdNode[]>;
  /** The same of a universal ad group. */
  adsOfUniversal(adGroupEid: string): Promise<AdNode[]>;
  viewer(): Promise<ViewerNode>;
}

const BOTH = [true, false];

export function createGraphReader(ask: AskGraph, budget: RowBudget, ahead: ReportsAhead): GraphReader {
  const reader = <N extends { eid: string }>(operation: ListOperation<N>, isDeletable = true): NounReader<N> =>
    createNounReader(
      async (filter) => await gathered(ask, budget, operation, (after) => ({ filter, after })),
      isDeletable,
    );
  /** The same of a kind whose reports may come with it. */
  const reported = <N extends { eid: string }>(
    kind: ReportedKind,
    operation: ListOperation<N>,
    withReports: ReportedListOperation<N>,
  ): NounReader<N> =>
    createNounReader(async (filter, isAsked) => {
      const variables = ahead.variablesOf(kind);
      if (isAsked && variables !== undefined) {
        try {
          const nodes = await gathered(ask, budget, withReports, (after) => ({ ...variables, filter, after }));
          ahead.keep(kind, nodes);
          return nodes;
        } catch {
          // Reports that fail must not take the objects with them: they fail again where they are asked for.
        }
      }
      return await gathered(ask, budget, operation, (after) => ({ filter, after }));
    }, true);
  const ads = reported("ad", NOUNS.ad, REPORTED_NOUNS.ad);
  /** Ads by the ad groups that name them. */
  const linked = (read: (eids: readonly string[]) => Promise<{ eid: string; ads: readonly { adEid: string }[] }[]>) => {
    const links = new DataLoader<string, string[]>(
      async (eids) => {
        const groups = await read(eids);
        budget.spend(groups.reduce((all, { ads: named }) => all + named.length, 0));
        const found = new Map(groups.map(({ eid, ads: named }) => [eid, named.map(({ adEid }) => adEid)]));
        return eids.map((eid) => found.get(eid) ?? []);
      },
      { maxBatchSize: ADAPTER_PAGE_LIMIT },
    );
    return async (eid: string): Promise<AdNode[]> =>
      (await ads.byEids(await links.load(eid))).filter((ad) => ad !== null);
  };
  const organizations = new DataLoader<string, OrganizationNode | null>(
    async (eids) => {
      const { nodes } = await ask(ORGANIZATIONS, { ids: eids.map((eid) => nodeId("Organization", eid)) });
      return eids.map((eid) => nodes.find((each) => each?.eid === eid) ?? null);
    },
    { maxBatchSize: ADAPTER_PAGE_LIMIT },
  );
  /** The pages of one organization after the first, which comes with those of others. */
  async function furtherAdvertisables(eid: string, { pageInfo }: Connection<unknown>): Promise<AdvertisableNode[]> {
    const all: AdvertisableNode[] = [];
    if (!pageInfo.hasNextPage) return all;
    const pages = pagesOf(
      ask,
      budget,
      ORGANIZATION_ADVERTISABLES,
      (after) => ({ eid, after }),
      (data) => data.organization?.advertisables,
      pageInfo.endCursor,
    );
    for await (const nodes of pages) all.push(...nodes);
    return all;
  }
  const ofOrganization = new DataLoader<string, AdvertisableNode[]>(
    async (eids) => {
      const asked = { ids: eids.map((eid) => nodeId("Organization", eid)) };
      const pages = new Map(
        (await ask(ORGANIZATIONS_ADVERTISABLES, asked)).nodes.flatMap((each) =>
          each === null ? [] : [[each.eid, each.advertisables]],
        ),
      );
      budget.spend([...pages.values()].reduce((rows, { nodes }) => rows + nodes.length, 0));
      return await Promise.all(
        eids.map(async (eid) => {
          const first = pages.get(eid);
          return first === undefined ? [] : [...first.nodes, ...(await furtherAdvertisables(eid, first))];
        }),
      );
    },
    { maxBatchSize: ADAPTER_PAGE_LIMIT },
  );
  const advertisables = reader(NOUNS.advertisable);
  const campaigns = reported("campaign", NOUNS.campaign, REPORTED_NOUNS.campaign);
  /** Undefined where all has to be read as usual: then that says what is wrong. */
  async function readAdvertisable(eid: string, isActive: Activity, variables: ReportVariables) {
    try {
      const filter = activityFilter(isActive);
      const found = (await ask(ADVERTISABLE_WITH_CAMPAIGNS, { ...variables, eid, filter })).advertisable;
      if (found === null) return undefined;
      const { campaigns: page, ...advertisable } = found;
      budget.spend(1 + (page?.nodes.length ?? 0));
      ahead.keep("campaign", page?.nodes ?? []);
      return { advertisable, campaigns: page?.pageInfo.hasNextPage === false ? page.nodes : undefined };
    } catch {
      return undefined;
    }
  }
  /** Advertisables that are read with their campaigns already. */
  const begun = new Set<string>();
  let viewer: Promise<ViewerNode> | undefined;
  return {
    advertisables,
    campaigns,
    beginAdvertisable: (eid, isActive) => {
      const variables = ahead.variablesOf("campaign");
      if (variables === undefined || begun.has(eid)) return;
      begun.add(eid);
      const read = readAdvertisable(eid, isActive, variables);
      advertisables.expect(
        eid,
        read.then((found) => found?.advertisable),
      );
      campaigns.expectOf(
        "advertisableEid",
        eid,
        isActive,
        read.then((found) => found?.campaigns),
      );
    },
    adGroups: reported("adGroup", NOUNS.adGroup, REPORTED_NOUNS.adGroup),
    ads,
    segments: reader(NOUNS.segment),
    emailCampaigns: reader(NOUNS.emailCampaign, false),
    emails: reader(NOUNS.email, false),
    universalCampaigns: reader(NOUNS.universalCampaign, false),
    universalAdGroups: reader(NOUNS.universalAdGroup, false),
    organizations: (eids) => Promise.all(eids.map((eid) => organizations.load(eid))),
    advertisablesOfOrganization: (eid) => ofOrganization.load(eid),
    adsOf: linked(async (eids) => {
      const { list } = await ask(AD_GROUP_ADS, { filter: { eid: { in: eids }, isActive: { in: BOTH } } });
      return list.nodes.map(({ eid, adLinks }) => ({ eid, ads: adLinks }));
    }),
    adsOfUniversal: linked(async (eids) => {
      const { list } = await ask(UNIVERSAL_AD_GROUP_ADS, { filter: { eid: { in: eids } } });
      return list.nodes.map(({ eid, ads: { nodes } }) => ({ eid, ads: nodes }));
    }),
    viewer: async () => {
      viewer ??= ask(VIEWER, {}).then((data) => data.viewer);
      return await viewer;
    },
  };
}

function activityFilter(isActive: Activity): ListFilter {
  return { isActive: { in: isActive === null ? BOTH : [isActive] } };
}

/** All nodes of a list, page by page. */
async function gathered<N, V extends object>(
  ask: AskGraph,
  budget: RowBudget,
  operation: GraphOperation<{ list: Connection<N> }, V>,
  variables: (after: string | null) => V,
): Promise<N[]> {
  const all: N[] = [];
  for await (const nodes of pagesOf(ask, budget, operation, variables, (data) => data.list)) all.push(...nodes);
  return all;
}

function createNounReader<N extends { eid: string }>(
  /** Reads a list; `isAsked` says whether it is one that the request itself asks for, and not what others refer to. */
  list: (filter: ListFilter | null, isAsked: boolean) => Promise<N[]>,
  isDeletable: boolean,
): NounReader<N> {
  /** The filter that finds objects of this activity; one that cannot be deleted knows no such filter. */
  const withActivity = (isActive: Activity, filter: ListFilter): ListFilter =>
    isDeletable ? { ...filter, ...activityFilter(isActive) } : filter;
  async function readByEids(eids: readonly string[]): Promise<(N | null)[]> {
    const nodes = await list(withActivity(null, { eid: { in: eids } }), false);
    const found = new Map(nodes.map((each) => [each.eid, each]));
    return eids.map((eid) => found.get(eid) ?? null);
  }
  const byEid = new DataLoader<string, N | null>(readByEids, { maxBatchSize: ADAPTER_PAGE_LIMIT });
  async function readOf(field: keyof N & string, isActive: Activity, parents: readonly string[]): Promise<N[][]> {
    const nodes = await list(withActivity(isActive, { [field]: { in: parents } }), true);
    for (const node of nodes) byEid.prime(node.eid, node);
    const found = Map.groupBy(nodes, (node) => String(node[field]));
    return parents.map((parent) => found.get(parent) ?? []);
  }
  const byParent = new Map<string, DataLoader<string, N[]>>();
  function loaderOf(field: keyof N & string, isActive: Activity): DataLoader<string, N[]> {
    const key = `${field} ${isActive}`;
    let loader = byParent.get(key);
    if (loader === undefined) {
      const options = { maxBatchSize: ADAPTER_PAGE_LIMIT };
      loader = new DataLoader(async (parents) => await readOf(field, isActive, parents), options);
      byParent.set(key, loader);
    }
    return loader;
  }
  let all: Promise<N[]> | undefined;
  return {
    byEid: (eid) => byEid.load(eid),
    byEids: (eids) => Promise.all(eids.map((eid) => byEid.load(eid))),
    of: async (field, parent, isActive) =>
      isActive === false && !isDeletable ? [] : await loaderOf(field, isActive).load(parent),
    all: () => (all ??= list(null, true)),
    expect: (eid, read) => {
      prime(
        byEid,
        eid,
        read.then(async (found) => found ?? (await readByEids([eid]))[0] ?? null),
      );
    },
    expectOf: (field, parent, isActive, read) => {
      prime(
        loaderOf(field, isActive),
        parent,
        read.then(async (found) => {
          if (found === undefined) return (await readOf(field, isActive, [parent]))[0] ?? [];
          for (const node of found) byEid.prime(node.eid, node);
          return found;
        }),
      );
    },
  };
}

/** Has a loader give what is being read. Nobody may ever ask for it: a failure that nobody waits for would end the process. */
function prime<V>(loader: DataLoader<string, V>, key: string, read: Promise<V>): void {
  read.catch(() => {});
  loader.prime(key, read);
}

/** The pages of a list, each as it comes; those after a cursor where one is given. */
export async function* pagesOf<D, V extends object, N>(
  ask: AskGraph,
  budget: RowBudget,
  operation: GraphOperation<D, V>,
  variables: (after: string | null) => V,
  connectionOf: (data: D) => Connection<N> | null | undefined,
  from: string | null = null,
): AsyncGenerator<N[]> {
  let after = from;
  do {
    const page: Connection<N> | null | undefined = connectionOf(await ask(operation, variables(after)));
    if (page == null) return;
    budget.spend(page.nodes.length);
    yield page.nodes;
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
}
