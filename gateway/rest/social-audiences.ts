import { present } from "./entities.js";
import { graphEnum } from "./legacy-format.js";
import { eid, integer, requiredText } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { listRoute } from "./social-list-route.js";
import { longInteger } from "./social-parameters.js";
import { CUSTOM_AUDIENCE_FIELDS, type CustomAudienceData, customAudienceRecord, SUBTYPES } from "./social-records.js";
import { amount, oneOf, requiredFlag } from "./write-parameters.js";

const AUDIENCES = "/social/custom_audiences/";

/** The graph's names of what puts people into an audience, by the old interface's. */
const GRAPH_SUBTYPES = new Map(Object.entries(SUBTYPES).map(([graph, old]) => [old, graph]));

interface AudienceAnswer {
  done: { customAudience: CustomAudienceData } | null;
}

interface HoldoutData {
  eid: string;
  advertisableEid: string;
  startCohortId: string;
  endCohortId: string;
  groupId: number;
  externalId: string | null;
  isActive: boolean;
}

const CREATE = { area: "social", method: "POST", permission: "social.write" } as const;
const advertisableKey = { advertisable_eid: eid("EID of the advertisable.") };

function createBody({ done }: AudienceAnswer) {
  return customAudienceRecord(present(done).customAudience);
}

export const SOCIAL_AUDIENCE_ROUTES: readonly RestRoute[] = [
  listRoute<CustomAudienceData>({
    path: AUDIENCES,
    description: "The custom audiences. Decisions, section 6; document 2, part A.",
    rootField: "customAudiences",
    noun: "CustomAudience",
    selection: "...CustomAudienceFields",
    fragment: CUSTOM_AUDIENCE_FIELDS,
    record: customAudienceRecord,
  }),
  defineRoute({
    ...CREATE,
    path: AUDIENCES,
    description:
      "Creates a custom audience; the audience. Decisions, section 6; document 2, part A, CustomAudienceParams.",
    parameters: {
      ...advertisableKey,
      name: requiredText("Name, 1 to 255 characters."),
      is_conversion: requiredFlag("Whether entering it counts as a conversion."),
      conversion_value: amount("What one conversion is worth, in US dollars."),
      retention_days: integer("Days without activity after which somebody leaves it, 1 to 180.", 1, 180),
      subtype: oneOf("What puts people into it.", [
        "CLAIM",
        "CUSTOM",
        "LOOKALIKE",
        "WEBSITE",
        "arbitrary_data",
        "pages_viewed",
        "products_viewed",
        "lookalike",
        "lead_generation",
      ]),
      rule: requiredText("What puts people into it, in the network's terms, 1 to 10,000 characters."),
    },
    operation: `mutation Create($input: CreateCustomAudienceInput!) {
      done: createCustomAudience(input: $input) { customAudience { ...CustomAudienceFields } } } ${CUSTOM_AUDIENCE_FIELDS}`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable_eid,
        name: input.name,
        isConversion: input.is_conversion,
        conversionValue: input.conversion_value,
        retentionDays: input.retention_days,
        subtype: GRAPH_SUBTYPES.get(input.subtype),
        rule: input.rule,
      },
    }),
    body: createBody,
  }),
  defineRoute({
    area: "social",
    method: "GET",
    path: "/social/custom_audiences/{eid}",
    permission: "social.read",
    description: "A custom audience. Decisions, section 6; document 2, part A.",
    parameters: { eid: eid("EID of the audience.") },
    operation: `query Audience($eid: ID!) { customAudience(eid: $eid) { ...CustomAudienceFields } } ${CUSTOM_AUDIENCE_FIELDS}`,
    variables: (input) => input,
    body: ({ customAudience }: { customAudience: CustomAudienceData | null }) =>
      customAudienceRecord(present(customAudience)),
  }),
  defineRoute({
    ...CREATE,
    path: "/social/lookalike_audiences/",
    description: "Derives a custom audience from another one by likeness; the custom audience. Document 2, part A.",
    parameters: {
      ...advertisableKey,
      origin_audience_eid: eid("EID of the custom audience to derive it from, of the same advertisable."),
      country_code: requiredText("Country whose people it holds, two letters of ISO 3166-1."),
      country_name: requiredText("Name of that country, 1 to 255 characters."),
      allow_international_seeds: requiredFlag("Whether people of other countries may help to find it."),
      ratio: integer("1 for the smallest and most similar, up to 10.", 1, 10),
      type: oneOf("What it makes the most of.", ["similarity", "reach", "None"]),
    },
    operation: `mutation Create($input: CreateLookalikeAudienceInput!) {
      done: createLookalikeAudience(input: $input) { customAudience { ...CustomAudienceFields } } } ${CUSTOM_AUDIENCE_FIELDS}`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable_eid,
        originAudienceEid: input.origin_audience_eid,
        countryCode: input.country_code,
        countryName: input.country_name,
        allowInternationalSeeds: input.allow_international_seeds,
        ratio: input.ratio,
        type: input.type === "None" ? null : graphEnum(input.type),
      },
    }),
    body: createBody,
  }),
  listRoute<HoldoutData>({
    path: "/social/holdout_audiences/",
    description: "The holdout audiences in force. Decisions, section 6; document 2, part A.",
    rootField: "holdoutAudiences",
    noun: "HoldoutAudience",
    selection: "eid advertisableEid startCohortId endCohortId groupId externalId isActive",
    sorts: ["created_date"],
    record: (holdout) => ({
      eid: holdout.eid,
      advertisable_eid: holdout.advertisableEid,
      start_cohort_id: holdout.startCohortId,
      end_cohort_id: holdout.endCohortId,
      group_id: holdout.groupId,
      external_id: longInteger(holdout.externalId),
      is_active: holdout.isActive,
    }),
  }),
];
