import { filtersParameter } from "./audience-filters.js";
import { present } from "./entities.js";
import { DATE_TIME, isoDateTime } from "./iso-date-time.js";
import { isFields, optionalNumber, optionalObject } from "./json-parameters.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import { eid, optionalChoice, optionalFlag, optionalText, requiredText, single, texts } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { lasting, removable } from "./write-parameters.js";

const LISTS = "/audience/v1/target_accounts";

/** Where every route of target accounts is: the advertisable, and the list. */
export const listKey = {
  advertisable_eid: eid("EID of the advertisable."),
  tal_eid: eid("EID of the list; 404 for a list of another advertisable."),
};

/** A tier in the path; null stands for `all`, which addresses every item of the list. */
export const anyTier = single<string | null>(
  "EID of a tier of the list, or all for every item of the list.",
  true,
  null,
  "an EID of 22 characters, or all",
  (text) => (text === "all" ? null : /^[A-Za-z0-9_-]{22}$/.test(text) ? text : undefined),
);

const TIERS = "A list names its 1,000 oldest tiers; the route of the tiers has all.";
const TIER_FIELDS = "fragment TierFields on Tier { eid name listEid itemsCount }";
const LIST_FIELDS = `fragment ListFields on TargetAccountList {
  eid advertisableEid name itemsCount scoringModelId scoringAuc scoringGrades { A B C D F }
  scoringHoldout1Status scoringHoldout2Status scoringHoldout3Status scoringHoldout4Status scoringHoldout5Status
  scoringItemsPending scoringProductionStatus scoringStatus crmSyncState crmSyncedAt
  tiers(first: 1000) { nodes { ...TierFields } }
} ${TIER_FIELDS}`;

interface TierData {
  eid: string;
  name: string;
  listEid: string;
  itemsCount: number;
}

interface ListData {
  eid: string;
  advertisableEid: string;
  name: string;
  itemsCount: number;
  scoringModelId: string | null;
  scoringAuc: number | null;
  scoringGrades: Record<"A" | "B" | "C" | "D" | "F", number>;
  scoringHoldout1Status: string | null;
  scoringHoldout2Status: string | null;
  scoringHoldout3Status: string | null;
  scoringHoldout4Status: string | null;
  scoringHoldout5Status: string | null;
  scoringItemsPending: boolean;
  scoringProductionStatus: string | null;
  scoringStatus: string;
  crmSyncState: string | null;
  crmSyncedAt: string | null;
  tiers: { nodes: TierData[] };
}

function tierRecord(data: TierData) {
  return { eid: data.eid, name: data.name, tal_eid: data.listEid, items_count: data.itemsCount };
}

function listRecord(data: ListData) {
  return {
    eid: data.eid,
    advertisable_eid: data.advertisableEid,
    name: data.name,
    items_count: data.itemsCount,
    tiers: data.tiers.nodes.map(tierRecord),
    scoring_model_id: data.scoringModelId,
    scoring_auc: data.scoringAuc,
    scoring_grades: Object.fromEntries(
      Object.entries(data.scoringGrades).map(([grade, threshold]) => [grade, { threshold }]),
    ),
    scoring_holdout1_status: data.scoringHoldout1Status,
    scoring_holdout2_status: data.scoringHoldout2Status,
    scoring_holdout3_status: data.scoringHoldout3Status,
    scoring_holdout4_status: data.scoringHoldout4Status,
    scoring_holdout5_status: data.scoringHoldout5Status,
    scoring_items_pending: data.scoringItemsPending,
    scoring_production_status: data.scoringProductionStatus,
    scoring_status: legacyEnum(data.scoringStatus),
    crm_sync_state: data.crmSyncState,
    crm_synced_at: data.crmSyncedAt,
  };
}

const GRADES = ["A", "B", "C", "D", "F"] as const;

function isThreshold(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100;
}

const scoringGrades = lasting(
  optionalObject(
    "Thresholds of the grades: all five, each an object with threshold.",
    'an object with A, B, C, D and F, each {"threshold": whole number from 0 to 100}',
    (value) => {
      if (!isFields(value) || Object.keys(value).length !== GRADES.length) return undefined;
      const found = GRADES.map((grade): [string, unknown] => {
        const each = value[grade];
        return [grade, isFields(each) ? each["threshold"] : undefined];
      });
      return found.every(([, threshold]) => isThreshold(threshold)) ? Object.fromEntries(found) : undefined;
    },
  ),
);

const dateTime = removable(
  single<string | undefined>(
    "When the CRM was synchronised last: ISO 8601, UTC without a zone, from 1900-01-01 to 9998-12-31. Null or an empty text removes it.",
    false,
    undefined,
    DATE_TIME,
    isoDateTime,
  ),
);

const name = requiredText("Name, 1 to 255 characters.");
const newName = lasting(optionalText("Name, 1 to 255 characters; it stays when not given."));
const status = removable(optionalText("1 to 40 characters; kept as it is. Null or an empty text removes it."));
const domains = texts("At most 1,000 domains.");
const filters = filtersParameter("Which known domains; all when not given, of which at most 10,000 may fit.");

interface ListAnswer {
  done: { targetAccountList: ListData } | null;
}

const CREATE_LIST = `mutation CreateList($input: CreateTargetAccountListInput!) {
  done: createTargetAccountList(input: $input) { targetAccountList { ...ListFields } } } ${LIST_FIELDS}`;
const CREATE_TIER = `mutation CreateTier($input: CreateTierInput!) {
  done: createTier(input: $input) { tier { ...TierFields } skippedDomains } } ${TIER_FIELDS}`;

interface CreatedTier {
  done: { tier: TierData; skippedDomains: number } | null;
}

function createdTier({ done }: CreatedTier) {
  const { tier, skippedDomains } = present(done);
  return { tier: tierRecord(tier), skipped_domains: skippedDomains };
}

const FACTS = {
  area: "audience",
  envelope: "targetAccounts",
  names: { criteria: "filters", discover: "filters" },
} as const;
const READ = { ...FACTS, method: "GET", permission: "targetAccount.read" } as const;
const WRITE = { ...FACTS, method: "POST", permission: "targetAccount.write" } as const;
const DELETE = { ...FACTS, method: "DELETE", permission: "targetAccount.write", status: 204 } as const;

export const TARGET_ACCOUNT_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...READ,
    path: LISTS,
    description: `All target account lists of an advertisable. ${TIERS} Document 3, part A.`,
    parameters: {
      advertisable_eid: listKey.advertisable_eid,
      scoring_model_id: optionalText("Only lists that were scored by this rule."),
    },
    operation: `query Lists($advertisable: ID!, $filter: TargetAccountListFilter, $after: String) { advertisable(eid: $advertisable) {
      targetAccountLists(first: 1000, after: $after, filter: $filter) { nodes { ...ListFields } pageInfo { hasNextPage endCursor } } } } ${LIST_FIELDS}`,
    connection: "advertisable.targetAccountLists",
    variables: (input) => ({
      advertisable: input.advertisable_eid,
      filter: input.scoring_model_id === undefined ? {} : { scoringModelId: { eq: input.scoring_model_id } },
    }),
    body: ({ advertisable }: { advertisable: { targetAccountLists: { nodes: ListData[] } | null } | null }) => ({
      results: present(present(advertisable).targetAccountLists).nodes.map(listRecord),
    }),
  }),
  defineRoute({
    ...WRITE,
    path: LISTS,
    description: "Creates a list of domains; the list. Document 3, part A.",
    parameters: { advertisable_eid: listKey.advertisable_eid, name, domains },
    operation: CREATE_LIST,
    variables: (input) => ({
      input: { advertisableEid: input.advertisable_eid, name: input.name, domains: input.domains },
    }),
    body: ({ done }: ListAnswer) => listRecord(present(done).targetAccountList),
  }),
  defineRoute({
    ...WRITE,
    path: `${LISTS}/create_from_discover`,
    description: "Creates a list of the known domains that fit; the list. Document 3, part A; decisions, section 7.",
    parameters: { advertisable_eid: listKey.advertisable_eid, name, filters },
    operation: CREATE_LIST,
    variables: (input) => ({
      input: { advertisableEid: input.advertisable_eid, name: input.name, discover: input.filters ?? {} },
    }),
    body: ({ done }: ListAnswer) => listRecord(present(done).targetAccountList),
  }),
  defineRoute({
    ...READ,
    path: `${LISTS}/{tal_eid}`,
    description: `A target account list. ${TIERS} Document 3, part A.`,
    parameters: listKey,
    operation: `query List($list: ID!, $advertisable: ID!) {
      targetAccountList(eid: $list, advertisableEid: $advertisable) { ...ListFields } } ${LIST_FIELDS}`,
    variables: (input) => ({ list: input.tal_eid, advertisable: input.advertisable_eid }),
    body: ({ targetAccountList }: { targetAccountList: ListData | null }) => listRecord(present(targetAccountList)),
  }),
  defineRoute({
    ...WRITE,
    path: `${LISTS}/{tal_eid}`,
    description:
      "Changes a list; what is not given stays. scoring_status takes pending, to have the items scored, or the status that it has. Document 3, part A.",
    parameters: {
      ...listKey,
      name: newName,
      scoring_auc: removable(optionalNumber("How well a model ranks, 0 to 1; null or an empty text removes it.")),
      scoring_grades: scoringGrades,
      scoring_holdout1_status: status,
      scoring_holdout2_status: status,
      scoring_holdout3_status: status,
      scoring_holdout4_status: status,
      scoring_holdout5_status: status,
      scoring_items_pending: lasting(optionalFlag("Whether items wait to be scored.")),
      scoring_production_status: status,
      scoring_status: lasting(
        optionalChoice("pending, or the status that it has.", ["not_scored", "pending", "running", "scored", "failed"]),
      ),
      crm_sync_state: status,
      crm_synced_at: dateTime,
    },
    operation: `mutation EditList($input: EditTargetAccountListInput!) {
      done: editTargetAccountList(input: $input) { targetAccountList { ...ListFields } } } ${LIST_FIELDS}`,
    variables: (input) => ({
      input: {
        eid: input.tal_eid,
        advertisableEid: input.advertisable_eid,
        name: input.name,
        scoringAuc: input.scoring_auc,
        scoringGrades: input.scoring_grades,
        scoringHoldout1Status: input.scoring_holdout1_status,
        scoringHoldout2Status: input.scoring_holdout2_status,
        scoringHoldout3Status: input.scoring_holdout3_status,
        scoringHoldout4Status: input.scoring_holdout4_status,
        scoringHoldout5Status: input.scoring_holdout5_status,
        scoringItemsPending: input.scoring_items_pending,
        scoringProductionStatus: input.scoring_production_status,
        scoringStatus: input.scoring_status === undefined ? undefined : graphEnum(input.scoring_status),
        crmSyncState: input.crm_sync_state,
        crmSyncedAt: input.crm_synced_at,
      },
    }),
    body: ({ done }: ListAnswer) => listRecord(present(done).targetAccountList),
  }),
  defineRoute({
    ...DELETE,
    path: `${LISTS}/{tal_eid}`,
    description: "Deletes a list with all that is in it. Document 3, part A.",
    parameters: listKey,
    operation:
      "mutation DeleteList($input: DeleteTargetAccountListInput!) { done: deleteTargetAccountList(input: $input) { deletedEid } }",
    variables: (input) => ({ input: { eid: input.tal_eid, advertisableEid: input.advertisable_eid } }),
    body: () => null,
  }),
  defineRoute({
    ...READ,
    path: `${LISTS}/{tal_eid}/tiers`,
    description: "All tiers of a list, the oldest first. Document 3, part A.",
    parameters: listKey,
    operation: `query Tiers($list: ID!, $advertisable: ID!, $after: String) { targetAccountList(eid: $list, advertisableEid: $advertisable) {
      tiers(first: 1000, after: $after) { nodes { ...TierFields } pageInfo { hasNextPage endCursor } } } } ${TIER_FIELDS}`,
    connection: "targetAccountList.tiers",
    variables: (input) => ({ list: input.tal_eid, advertisable: input.advertisable_eid }),
    body: ({ targetAccountList }: { targetAccountList: { tiers: { nodes: TierData[] } } | null }) => ({
      results: present(targetAccountList).tiers.nodes.map(tierRecord),
    }),
  }),
  defineRoute({
    ...WRITE,
    path: `${LISTS}/{tal_eid}/tiers`,
    description:
      "Creates a tier, with domains or without; skipped_domains counts those that stay in another tier. Document 3, part A.",
    parameters: { ...listKey, name, domains },
    operation: CREATE_TIER,
    variables: (input) => ({
      input: {
        listEid: input.tal_eid,
        advertisableEid: input.advertisable_eid,
        name: input.name,
        domains: input.domains,
      },
    }),
    body: createdTier,
  }),
  defineRoute({
    ...WRITE,
    path: `${LISTS}/{tal_eid}/tiers/create_from_discover`,
    description: "Creates a tier of the known domains that fit. Document 3, part A; decisions, section 7.",
    parameters: { ...listKey, name, filters },
    operation: CREATE_TIER,
    variables: (input) => ({
      input: {
        listEid: input.tal_eid,
        advertisableEid: input.advertisable_eid,
        name: input.name,
        discover: input.filters ?? {},
      },
    }),
    body: createdTier,
  }),
  defineRoute({
    ...READ,
    path: `${LISTS}/{tal_eid}/tiers/{ta_tier_eid}`,
    description: "A tier, or for all one that has every item of the list. Document 3, part A.",
    parameters: { ...listKey, ta_tier_eid: anyTier },
    operation: `query Tier($list: ID!, $advertisable: ID!, $tier: ID!, $all: Boolean!) { targetAccountList(eid: $list, advertisableEid: $advertisable) {
      eid itemsCount @include(if: $all) tier(eid: $tier) @skip(if: $all) { ...TierFields } } } ${TIER_FIELDS}`,
    variables: (input) => ({
      list: input.tal_eid,
      advertisable: input.advertisable_eid,
      tier: input.ta_tier_eid ?? "all",
      all: input.ta_tier_eid === null,
    }),
    body: ({
      targetAccountList,
    }: {
      targetAccountList: { eid: string; itemsCount?: number; tier?: TierData | null } | null;
    }) => {
      const { eid: listEid, itemsCount, tier } = present(targetAccountList);
      return itemsCount === undefined
        ? tierRecord(present(tier ?? null))
        : tierRecord({ eid: "all", name: "all", listEid, itemsCount });
    },
  }),
  defineRoute({
    ...WRITE,
    path: `${LISTS}/{tal_eid}/tiers/{ta_tier_eid}`,
    description: "Changes a tier; the tier. Document 3, part A.",
    parameters: {
      ...listKey,
      ta_tier_eid: eid("EID of a tier of the list."),
      name: newName,
    },
    operation: `mutation EditTier($input: EditTierInput!) { done: editTier(input: $input) { tier { ...TierFields } } } ${TIER_FIELDS}`,
    variables: (input) => ({
      input: {
        eid: input.ta_tier_eid,
        listEid: input.tal_eid,
        advertisableEid: input.advertisable_eid,
        name: input.name,
      },
    }),
    body: ({ done }: { done: { tier: TierData } | null }) => tierRecord(present(done).tier),
  }),
  defineRoute({
    ...DELETE,
    path: `${LISTS}/{tal_eid}/tiers/{ta_tier_eid}`,
    description: "Deletes a tier; its items stay in the list, in no tier. Document 3, part A.",
    parameters: { ...listKey, ta_tier_eid: eid("EID of a tier of the list.") },
    operation: "mutation DeleteTier($input: DeleteTierInput!) { done: deleteTier(input: $input) { deletedEid } }",
    variables: (input) => ({
      input: { eid: input.ta_tier_eid, listEid: input.tal_eid, advertisableEid: input.advertisable_eid },
    }),
    body: () => null,
  }),
];
