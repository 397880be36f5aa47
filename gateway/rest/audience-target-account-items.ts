import type { Violation } from "../../lib/errors.js";
import { filtersParameter } from "./audience-filters.js";
import { anyTier, listKey } from "./audience-target-accounts.js";
import { present } from "./entities.js";
import { DATE_TIME, isoDateTime } from "./iso-date-time.js";
import { isFields } from "./json-parameters.js";
import { legacyAmount } from "./legacy-format.js";
import { flag, optionalChoice, optionalInteger, type Parameter, refusingEmpty, texts } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";

const ITEMS = "/audience/v1/target_accounts/{tal_eid}/tiers/{ta_tier_eid}/items";

/** Items of one request at most, and malformed ones that one refusal names. */
const MAX_ITEMS = 1_000;
const MAX_NAMED = 10;

const key = { ...listKey, ta_tier_eid: anyTier };

interface Key {
  advertisable_eid: string;
  tal_eid: string;
  ta_tier_eid: string | null;
}

function placeOf(input: Key) {
  return { listEid: input.tal_eid, tierEid: input.ta_tier_eid, advertisableEid: input.advertisable_eid };
}

const ATTRIBUTES = "companyName country industry revenue size technologies trafficRank cookieCount";
const ITEM_FIELDS = `fragment ItemFields on TargetAccount {
  domain tierEid score grade source crmSyncedAt createdAt attributes { ${ATTRIBUTES} }
  deliveries(range: { pastDays: 30 }) @include(if: $dat) { summary { impressions clicks cost { amount } } }
}`;

interface ItemData {
  domain: string;
  tierEid: string | null;
  score: number | null;
  grade: string | null;
  source: string | null;
  crmSyncedAt: string | null;
  createdAt: string;
  attributes: {
    companyName: string | null;
    country: string | null;
    industry: string | null;
    revenue: string | null;
    size: string | null;
    technologies: string[] | null;
    trafficRank: number | null;
    cookieCount: number | null;
  } | null;
  deliveries?: { summary: { impressions: number; clicks: number; cost: { amount: string } } } | null;
}

function itemRecord(data: ItemData, dat: boolean) {
  const { attributes } = data;
  const summary = data.deliveries?.summary ?? null;
  return {
    domain: data.domain,
    ta_tier_eid: data.tierEid,
    score: data.score,
    grade: data.grade,
    source: data.source,
    is_matched: attributes !== null,
    is_scored: data.score !== null,
    crm_synced_at: data.crmSyncedAt,
    created_date: data.createdAt,
    ...(dat && {
      company_name: attributes?.companyName ?? null,
      country: attributes?.country ?? null,
      industry: attributes?.industry ?? null,
      revenue: attributes?.revenue ?? null,
      size: attributes?.size ?? null,
      technologies: attributes?.technologies ?? null,
      traffic_rank: attributes?.trafficRank ?? null,
      cookie_count: attributes?.cookieCount ?? null,
      impressions: summary?.impressions ?? null,
      clicks: summary?.clicks ?? null,
      cost: legacyAmount(summary?.cost ?? null),
    }),
  };
}

interface ItemsData {
  targetAccountList: {
    slice?: ItemData[];
    targetAccounts?: { nodes: ItemData[] };
  } | null;
}

const ORDERS = { domain: "DOMAIN", score: "SCORE", created_date: "CREATED_AT" } as const;
const ORDER_NAMES = ["domain", "score", "created_date"] as const;

interface Written {
  done: { existingDomains: string[]; newDomains: string[] } | null;
}

function writtenBody({ done }: Written) {
  const { existingDomains, newDomains } = present(done);
  return { existing_domains: existingDomains, new_domains: newDomains };
}

/** What the fields of an item must be. */
const ITEM = {
  domain: "a text",
  score: "a number",
  source: "a text",
  crm_synced_at: DATE_TIME,
} as const;

interface Item {
  domain: string;
  score: number | null;
  source: string | null;
  crmSyncedAt: string | null;
}

const items: Parameter<Item[]> = {
  description: "1 to 1,000 items: {domain, score, crm_synced_at, source}; only domain is required.",
  required: true,
  absent: [],
  readsWhole: true,
  read: ([list]) => {
    if (!Array.isArray(list)) return { code: "INVALID", must: 'a list of objects such as {"domain": "example.com"}' };
    if (list.length > MAX_ITEMS) return { code: "TOO_MANY", must: `at most ${MAX_ITEMS} items` };
    const values: Item[] = [];
    const violations: Violation[] = [];
    for (const [at, item] of list.entries()) {
      const read = readItem(item);
      if (typeof read === "object") values.push(read);
      else {
        const place = read === "" ? [at] : [at, read];
        const must = read === "" ? "an object with domain" : ITEM[read];
        violations.push({ path: place, code: "INVALID", message: `items.${place.join(".")} must be ${must}.` });
      }
    }
    return violations.length === 0 ? { value: values } : { violations: violations.slice(0, MAX_NAMED) };
  },
};

/** An item as the graph takes it, or the field that is none; empty for what is no item at all. */
function readItem(value: unknown): Item | keyof typeof ITEM | "" {
  if (!isFields(value)) return "";
  const { domain, score = null, source = null, crm_synced_at: syncedAt = null } = value;
  const crmSyncedAt = typeof syncedAt === "string" ? isoDateTime(syncedAt) : syncedAt;
  if (typeof domain !== "string") return "domain";
  if (score !== null && typeof score !== "number") return "score";
  if (source !== null && typeof source !== "string") return "source";
  if (crmSyncedAt !== null && typeof crmSyncedAt !== "string") return "crm_synced_at";
  return { domain, score, source, crmSyncedAt };
}

const FACTS = { area: "audience", envelope: "targetAccounts", path: ITEMS, names: { criteria: "filters" } } as const;

export const TARGET_ACCOUNT_ITEM_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...FACTS,
    method: "GET",
    permission: "targetAccount.read",
    description:
      "Items of a tier, or of all: with limit or offset some of them, otherwise all. With dat each has what is known of its company, and what the advertisable's ads delivered on its domain in the last 30 days, cost in USD (own decision). Document 3, part A.",
    parameters: {
      ...key,
      dat: flag("Whether report items are wanted; false when not given.", false),
      offset: optionalInteger("Items that are passed over, from 0; 0 when not given.", 0, 100_000_000),
      limit: optionalInteger("Items at most; 1,000 when only offset is given.", 1, 1_000),
      order: optionalChoice("domain, score or created_date; domain when not given.", ORDER_NAMES),
      desc: flag("Whether the largest comes first; false when not given.", false),
    },
    operation: `query Items($list: ID!, $advertisable: ID!, $tier: ID, $filter: TargetAccountFilter, $dat: Boolean!, $slice: Boolean!,
        $offset: Int!, $limit: Int!, $order: TargetAccountSliceOrder!, $orderBy: [TargetAccountOrder!], $desc: Boolean!, $oneTier: Boolean!, $tierEid: ID!, $after: String) {
      targetAccountList(eid: $list, advertisableEid: $advertisable) {
        tier(eid: $tierEid) @include(if: $oneTier) { eid }
        slice: targetAccountSlice(tierEid: $tier, offset: $offset, first: $limit, orderBy: $order, descending: $desc) @include(if: $slice) { ...ItemFields }
        targetAccounts(first: 1000, after: $after, orderBy: $orderBy, filter: $filter) @skip(if: $slice) { nodes { ...ItemFields } pageInfo { hasNextPage endCursor } }
      }
    } ${ITEM_FIELDS}`,
    connection: "targetAccountList.targetAccounts",
    variables: (input) => {
      const tier = input.ta_tier_eid;
      const order = ORDERS[input.order ?? "domain"];
      return {
        list: input.tal_eid,
        advertisable: input.advertisable_eid,
        tier,
        tierEid: tier ?? "all",
        oneTier: tier !== null,
        filter: tier === null ? {} : { tierEid: { in: [tier] } },
        dat: input.dat,
        slice: input.limit !== undefined || input.offset !== undefined,
        offset: input.offset ?? 0,
        limit: input.limit ?? 1_000,
        order,
        orderBy: [{ field: order, direction: input.desc ? "DESC" : "ASC" }],
        desc: input.desc,
      };
    },
    body: ({ targetAccountList }: ItemsData, input) => {
      const { slice, targetAccounts } = present(targetAccountList);
      const found = slice ?? targetAccounts?.nodes ?? [];
      return { results: found.map((item) => itemRecord(item, input.dat)) };
    },
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    permission: "targetAccount.write",
    description:
      "Adds items to a list, or changes them; those that are new or in no tier come into the tier. Document 3, part A.",
    parameters: { ...key, items },
    operation: `mutation UpsertItems($input: UpsertTargetAccountsInput!) {
      done: upsertTargetAccounts(input: $input) { existingDomains newDomains } }`,
    variables: (input) => ({ input: { ...placeOf(input), items: input.items } }),
    body: writtenBody,
  }),
  defineRoute({
    ...FACTS,
    path: `${ITEMS}/add_from_discover`,
    method: "POST",
    permission: "targetAccount.write",
    description: "Adds the known domains that fit to a list. Document 3, part A; decisions, section 7.",
    parameters: {
      ...key,
      filters: filtersParameter("Which known domains; all when not given, of which at most 10,000 may fit."),
    },
    operation: `mutation AddDiscovered($input: AddDiscoveredTargetAccountsInput!) {
      done: addDiscoveredTargetAccounts(input: $input) { existingDomains newDomains } }`,
    variables: (input) => ({ input: { ...placeOf(input), criteria: input.filters ?? {} } }),
    body: writtenBody,
  }),
  defineRoute({
    ...FACTS,
    method: "DELETE",
    status: 204,
    permission: "targetAccount.write",
    description:
      "Deletes items by domains, by filters, or by both at once; with inverted all others. 400 with neither, unless force says that all are meant. Document 3, part A; decisions, section 7.",
    parameters: {
      ...key,
      domains: refusingEmpty(texts("1 to 1,000 domains.")),
      filters: filtersParameter("Which items."),
      force: refusingEmpty(
        flag("Lets all items be deleted where neither domains nor filters are given; false when not given.", false),
      ),
      inverted: refusingEmpty(flag("Deletes all but those; false when not given.", false)),
    },
    operation:
      "mutation DeleteItems($input: DeleteTargetAccountsInput!) { done: deleteTargetAccounts(input: $input) { deletedCount } }",
    variables: ({ domains, filters, force, inverted, ...place }) => ({
      input: { ...placeOf(place), domains, criteria: filters, force, inverted },
    }),
    body: () => null,
  }),
];
