import { AppError, type Violation } from "../../lib/errors.js";
import {
  jsonAmount,
  jsonChoice,
  jsonDateTime,
  jsonEids,
  jsonFlag,
  jsonObject,
  jsonObjects,
  jsonText,
  notNull,
} from "./activate-parameters.js";
import { activateMutation } from "./activate-route.js";
import { present } from "./entities.js";
import { graphEnum } from "./legacy-format.js";
import { eid, type Input, optionalEid, type Parameter } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import {
  campaignRecord,
  STRATEGY_CAMPAIGN_FIELDS,
  STRATEGY_FIELDS,
  type StrategyCampaignData,
  type StrategyData,
  strategyRecord,
} from "./strategy-records.js";

const KPIS = ["CPA", "CPC", "CPM"] as const;
const CURRENCIES = ["USD", "EUR", "AUD", "GBP", "NZD", "JPY"] as const;
const PRODUCTS = ["web", "sn"];
const MAX_EMAILS = 20;

const advertisable = { advertisable_eid: eid("EID of the advertisable.") };
const strategyKey = { ...advertisable, strategy_eid: eid("EID of the strategy; 404 for one of another advertisable.") };
const status = jsonChoice("paused or live.", ["paused", "live"]);

/** A list, or as the older form has it a text such as "web,sn" (document 1, versioning). */
const products: Parameter<string[] | null | undefined> = {
  description: 'What it advertises on: a list of web, which is required, and sn; or a text such as "web,sn".',
  required: false,
  absent: undefined,
  readsEmpty: true,
  read: (raw) => {
    const [first] = raw;
    if (raw.length === 1 && first === null) return { value: null };
    const items = raw.length === 1 && typeof first === "string" ? first.split(",").map((item) => item.trim()) : raw;
    const values = items.filter((item) => typeof item === "string" && PRODUCTS.includes(item));
    return values.length === items.length
      ? { value: values.map((value) => graphEnum(String(value))) }
      : { code: "INVALID", must: "a list of web and sn" };
  },
};

/** The e-mail object (document 1, part B). */
const email = jsonObject("Its e-mails and who sends them; optin gives it a campaign for them.", {
  sender_name: jsonText("Name of the sender, 1 to 255 characters."),
  sender_address: jsonText("E-mail address of the sender."),
  footer_postal_address: jsonText("Legal address of the sender by post, 1 to 1,000 characters."),
  optin: jsonFlag("Whether the user opted in to e-mail."),
  optin_country: jsonText("Country of the opt-in, two upper-case letters of ISO 3166-1."),
  emails: jsonObjects(
    "The e-mails in their order, at most 20.",
    {
      body: jsonText("Text of the body."),
      cta_destination: jsonText("Where its button leads, http or https."),
      cta_label: jsonText("Text of its button."),
      email_subject: jsonText("Subject."),
      headline: jsonText("Headline."),
      hero_image_url: jsonText("Address of its picture, http or https."),
    },
    MAX_EMAILS,
  ),
});

/** What both ways to edit have. */
const settings = {
  budget: jsonAmount("Budget in the strategy's currency, over 0; a day's unless budget_frequency says otherwise."),
  kpi_metric: jsonChoice("What its goal is measured by: CPA, CPC or CPM.", KPIS),
  kpi_goal: jsonAmount("The goal, less than the budget of a day; null lets the service optimise it."),
  start_date: jsonDateTime("When it begins, without zone in UTC; now when not given. Fixed once it has come."),
  end_date: jsonDateTime("When it ends, without zone in UTC; null and not given: never."),
};

/** What the older form of POST has besides (document 1, versioning). */
const olderSettings = {
  budget_frequency: jsonChoice("What time the budget is for; daily when not given.", ["daily", "weekly"]),
  monthly_budget_cap: jsonAmount("Budget of a calendar month at most; null for no limit."),
  conversion_segments: jsonEids("EIDs of segments whose counts are conversions."),
  web_ad_eids: jsonEids("EIDs of ads for web."),
  sn_ad_eids: jsonEids("EIDs of ads for the social network."),
};

/** What a POST may say, whether it makes a strategy or changes one. */
const body = {
  ...settings,
  ...olderSettings,
  name: jsonText("Name, 1 to 64 characters; one is made up when not given (own)."),
  currency: jsonChoice("Currency of its amounts.", CURRENCIES),
  products,
  ad_eids: jsonEids("EIDs of ads for every product."),
  positive_segments: jsonEids("EIDs of segments whose people see the ads."),
  negative_segments: jsonEids("EIDs of segments whose people don't."),
  email,
};

/** What a new strategy needs (document 1, part B). kpi_goal may be null, but is to be said. */
const REQUIRED = ["budget", "currency", "kpi_metric", "products"] as const;

function requireAll(input: Input<typeof body>): void {
  const missing: string[] = REQUIRED.filter((name) => input[name] == null);
  if (input.kpi_goal === undefined) missing.push("kpi_goal");
  const violations = missing.map((name): Violation => ({
    path: [name],
    code: "MISSING",
    message: `${name} is required.`,
  }));
  const [first] = violations;
  if (first !== undefined) throw new AppError("BAD_USER_INPUT", first.message, { violations });
}

function settingsOf(input: Input<typeof settings>) {
  return {
    budget: input.budget,
    kpiMetric: input.kpi_metric,
    kpiGoal: input.kpi_goal,
    startDate: input.start_date,
    endDate: input.end_date,
  };
}

function listsOf(input: Input<typeof body>) {
  return {
    ...settingsOf(input),
    budgetPeriod: input.budget_frequency == null ? input.budget_frequency : graphEnum(input.budget_frequency),
    monthlyBudgetCap: input.monthly_budget_cap,
    currency: input.currency,
    products: input.products,
    adEids: input.ad_eids,
    webAdEids: input.web_ad_eids,
    snAdEids: input.sn_ad_eids,
    positiveSegmentEids: input.positive_segments,
    negativeSegmentEids: input.negative_segments,
    conversionSegmentEids: input.conversion_segments,
  };
}

function emailOf(given: Input<typeof body>["email"]) {
  if (given == null) return given;
  return {
    senderName: given.sender_name,
    senderAddress: given.sender_address,
    footerPostalAddress: given.footer_postal_address,
    optin: given.optin,
    optinCountry: given.optin_country,
    emails: given.emails?.map((each) => ({
      body: each.body,
      ctaDestination: each.cta_destination,
      ctaLabel: each.cta_label,
      emailSubject: each.email_subject,
      headline: each.headline,
      heroImageUrl: each.hero_image_url,
    })),
  };
}

const NAMES = { budgetPeriod: "budget_frequency" };

function saving(mutation: string, inputType: string): string {
  return `mutation Save($input: ${inputType}!) { done: ${mutation}(input: $input) { strategy { ...StrategyFields } } } ${STRATEGY_FIELDS}`;
}

const FACTS = { area: "strategies", names: NAMES } as const;
const STRATEGY = "/activate/api/v1/strategy";
const CAMPAIGN = "/activate/api/v1/campaign";

/** Automated strategies (document 1, part B). Times are in UTC with microseconds, without zone (own: as /activate/api/v2). */
export const STRATEGY_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...FACTS,
    method: "GET",
    path: STRATEGY,
    permission: "strategy.read",
    description: "The strategies of an advertisable, or one of them. Document 1, part B.",
    parameters: { ...advertisable, strategy_eid: optionalEid("EID of one; 404 for one of another advertisable.") },
    operation: `query Strategies($eid: ID!, $after: String, $filter: StrategyFilter) { advertisable(eid: $eid) {
      strategies(first: 1000, after: $after, filter: $filter) {
        nodes { ...StrategyFields } pageInfo { hasNextPage endCursor } } } } ${STRATEGY_FIELDS}`,
    connection: "advertisable.strategies",
    variables: (input) => ({
      eid: input.advertisable_eid,
      filter: input.strategy_eid === null ? {} : { eid: { in: [input.strategy_eid] } },
    }),
    body: ({ advertisable: found }: { advertisable: { strategies: { nodes: StrategyData[] } } | null }, input) => {
      const { nodes } = present(found).strategies;
      if (input.strategy_eid !== null) present(nodes[0] ?? null);
      return { data: nodes.map(strategyRecord) };
    },
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: STRATEGY,
    permission: "strategy.write",
    description:
      "Creates a strategy, which is live at once; the strategy. With strategy_eid it changes that one, as the older form has it. Document 1, part B and versioning.",
    parameters: { ...advertisable, strategy_eid: optionalEid("EID of a strategy to change."), ...body },
    operation: saving("createStrategy", "CreateStrategyInput"),
    otherOperation: saving("editStrategy", "EditStrategyInput"),
    asksOther: (input) => input.strategy_eid !== null,
    variables: (input): Readonly<Record<string, unknown>> => {
      const advertisableEid = input.advertisable_eid;
      if (input.strategy_eid !== null)
        return { input: { advertisableEid, eid: input.strategy_eid, ...listsOf(input) } };
      requireAll(input);
      return { input: { advertisableEid, name: input.name, email: emailOf(input.email), ...listsOf(input) } };
    },
    body: ({ done }: { done: { strategy: StrategyData } | null }) => ({ data: strategyRecord(present(done).strategy) }),
  }),
  activateMutation({
    ...FACTS,
    method: "PUT",
    path: STRATEGY,
    permission: "strategy.write",
    description:
      "Changes a strategy, or pauses or resumes it with its campaigns; the strategy. What is not given stays. Document 1, part B.",
    parameters: { ...strategyKey, status, ...settings },
    mutation: "editStrategy",
    inputType: "EditStrategyInput",
    selection: "strategy { ...StrategyFields }",
    fragment: STRATEGY_FIELDS,
    input: (input) => ({
      advertisableEid: input.advertisable_eid,
      eid: input.strategy_eid,
      status: input.status == null ? input.status : graphEnum(input.status),
      ...settingsOf(input),
    }),
    data: ({ strategy }: { strategy: StrategyData }) => strategyRecord(strategy),
  }),
  defineRoute({
    ...FACTS,
    method: "GET",
    path: CAMPAIGN,
    permission: "strategy.read",
    description: "The campaigns of a strategy, or one of them. Document 1, part B.",
    parameters: { ...strategyKey, campaign_eid: optionalEid("EID of one; 404 for one of another strategy.") },
    operation: `query Campaigns($eid: ID!, $strategy: [String!]!, $after: String, $filter: StrategyCampaignFilter) {
      advertisable(eid: $eid) {
        strategies(first: 1, filter: { eid: { in: $strategy } }) { nodes { eid } }
        strategyCampaigns(first: 1000, after: $after, filter: $filter) {
          nodes { ...StrategyCampaignFields } pageInfo { hasNextPage endCursor } } } } ${STRATEGY_CAMPAIGN_FIELDS}`,
    connection: "advertisable.strategyCampaigns",
    variables: (input) => ({
      eid: input.advertisable_eid,
      strategy: [input.strategy_eid],
      filter: {
        strategyEid: { in: [input.strategy_eid] },
        ...(input.campaign_eid !== null && { eid: { in: [input.campaign_eid] } }),
      },
    }),
    body: ({ advertisable: found }: { advertisable: CampaignsData | null }, input) => {
      const { strategies, strategyCampaigns } = present(found);
      present(strategies.nodes[0] ?? null);
      if (input.campaign_eid !== null) present(strategyCampaigns.nodes[0] ?? null);
      return { data: strategyCampaigns.nodes.map(campaignRecord) };
    },
  }),
  activateMutation({
    ...FACTS,
    method: "PUT",
    path: CAMPAIGN,
    permission: "strategy.write",
    description: "Pauses or resumes one campaign of a strategy by itself; the campaign. Document 1, part B.",
    parameters: {
      ...strategyKey,
      campaign_eid: eid("EID of the campaign; 404 for one of another strategy."),
      status: notNull(status),
    },
    mutation: "setStrategyCampaignStatus",
    inputType: "SetStrategyCampaignStatusInput",
    selection: "strategyCampaign { ...StrategyCampaignFields }",
    fragment: STRATEGY_CAMPAIGN_FIELDS,
    input: (input) => ({
      advertisableEid: input.advertisable_eid,
      strategyEid: input.strategy_eid,
      eid: input.campaign_eid,
      status: graphEnum(input.status ?? ""),
    }),
    data: ({ strategyCampaign }: { strategyCampaign: StrategyCampaignData }) => campaignRecord(strategyCampaign),
  }),
];

interface CampaignsData {
  strategies: { nodes: { eid: string }[] };
  strategyCampaigns: { nodes: StrategyCampaignData[] };
}
