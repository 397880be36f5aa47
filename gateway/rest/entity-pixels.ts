import { getRoute, neededFor, paged, pageParameters, present } from "./entities.js";
import { legacyDateTime, legacyEnum } from "./legacy-format.js";
import { choice, eid, integer, optionalText, requiredText, someEids } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { lasting, removable } from "./write-parameters.js";

const PIXEL_FIELDS = "fragment PixelFields on Pixel { eid advertisableEid status code isConsistent }";

interface PixelData {
  eid: string;
  advertisableEid: string;
  status: string;
  code: string;
  isConsistent: boolean;
}

function pixelRecord(data: PixelData) {
  return {
    eid: data.eid,
    advertisable: data.advertisableEid,
    status: legacyEnum(data.status),
    code: data.code,
    is_consistent: data.isConsistent,
  };
}

/** By what a rule recognises people, in the letters of the old interface and in the graph's words. */
const SOURCES = { c: "COOKIE", d: "CRM_DATA", m: "MOBILE" } as const;
const SOURCE_LETTERS = ["c", "d", "m"] as const;
type Source = (typeof SOURCES)[keyof typeof SOURCES];

const RULE_FIELDS =
  "fragment RuleFields on Rule { eid pixelEid name displayName pattern source order segmentEids createdAt }";

interface RuleData {
  eid: string;
  pixelEid: string;
  name: string;
  displayName: string | null;
  pattern: string;
  source: Source;
  order: number;
  segmentEids: string[];
  createdAt: string;
}

function ruleRecord(data: RuleData) {
  return {
    eid: data.eid,
    pixel: data.pixelEid,
    name: data.name,
    display_name: data.displayName,
    pattern: data.pattern,
    source: SOURCE_LETTERS.find((letter) => SOURCES[letter] === data.source) ?? null,
    order: data.order,
    segments: data.segmentEids,
    created_date: legacyDateTime(data.createdAt),
  };
}

const patternParameter = requiredText(
  "Which pages: * stands for any characters or none, * alone for every page; 1 to 1,024 characters. Compared with the whole address of a page.",
);
const SOURCE_MEANING = "By what people are recognised: c (cookie), d (crm_data) or m (mobile)";

export const ENTITY_PIXEL_ROUTES: readonly RestRoute[] = [
  getRoute<"pixel", PixelData>("pixel", "pixel", PIXEL_FIELDS, "pixel.read", pixelRecord),
  getRoute<"rule", RuleData>("rule", "rule", RULE_FIELDS, "rule.read", ruleRecord),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/advertisable/get_pixel",
    permission: "pixel.read",
    description: "The pixel of an advertisable. Decisions, section 6.",
    parameters: { advertisable: eid("EID of the advertisable.") },
    operation: `query Pixel($advertisable: ID!) { advertisable(eid: $advertisable) { pixel { ...PixelFields } } } ${PIXEL_FIELDS}`,
    variables: (input) => input,
    body: ({ advertisable }: { advertisable: { pixel: PixelData | null } | null }) => ({
      results: pixelRecord(present(present(advertisable).pixel)),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/pixel/get_rules",
    permission: "rule.read",
    description: "The rules of a pixel that are not deleted, in their order. Decisions, section 6.",
    parameters: { pixel: eid("EID of the pixel."), ...pageParameters },
    operation: `query Rules($pixel: ID!, $after: String) {
      pixel(eid: $pixel) { rules(first: 1000, after: $after) { nodes { ...RuleFields } pageInfo { hasNextPage endCursor } } }
    } ${RULE_FIELDS}`,
    connection: "pixel.rules",
    needed: neededFor,
    variables: (input) => ({ pixel: input.pixel }),
    body: ({ pixel }: { pixel: { rules: { nodes: RuleData[] } } | null }, input) => ({
      results: paged(present(pixel).rules.nodes, input).map(ruleRecord),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/pixel/reorder_rules",
    permission: "rule.write",
    description:
      "Puts all rules of a pixel in a new order, or changes nothing; the rules in that order. Decisions, section 6.",
    parameters: {
      pixel: eid("EID of the pixel."),
      rules: someEids("EIDs of the pixel's rules in their new order: each that is not deleted once, and no other."),
    },
    // A pixel has at most 1,000 rules: one page holds them all.
    operation: `mutation ReorderRules($input: ReorderRulesInput!) {
      reorderRules(input: $input) { pixel { rules(first: 1000) { nodes { ...RuleFields } } } }
    } ${RULE_FIELDS}`,
    variables: ({ pixel, rules }) => ({ input: { pixelEid: pixel, ruleEids: rules } }),
    body: ({ reorderRules }: { reorderRules: { pixel: { rules: { nodes: RuleData[] } } } | null }) => ({
      results: present(reorderRules).pixel.rules.nodes.map(ruleRecord),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "PUT",
    path: "/api/v1/rule/edit",
    permission: "rule.write",
    description: "Changes a rule, its place among the pixel's rules included; the rule. Document 2, part B.",
    parameters: {
      rule: eid("EID of the rule."),
      order: integer("Its place among the pixel's rules, from 1 to their number: 1 weighs most.", 1, 1_000),
      name: lasting(optionalText("Name, 1 to 255 characters; it stays when not given.")),
      display_name: removable(
        optionalText("Name for people, 1 to 255 characters; it stays when not given, null or empty removes it."),
      ),
      pattern: patternParameter,
      source: choice(`${SOURCE_MEANING}.`, SOURCE_LETTERS, "c", true),
    },
    operation: `mutation EditRule($input: EditRuleInput!) { editRule(input: $input) { rule { ...RuleFields } } } ${RULE_FIELDS}`,
    variables: ({ rule, display_name: displayName, source, ...same }) => ({
      input: { eid: rule, ...same, displayName, source: SOURCES[source] },
    }),
    body: ({ editRule }: { editRule: { rule: RuleData } | null }) => ({
      results: ruleRecord(present(editRule).rule),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/rule/create",
    permission: "rule.write",
    description: "Creates a rule as the last one of its pixel; the new rule. Decisions, section 6.",
    parameters: {
      pixel: eid("EID of the pixel."),
      name: requiredText("Name, 1 to 255 characters."),
      display_name: optionalText("Name for people, 1 to 255 characters."),
      pattern: patternParameter,
      source: choice(`${SOURCE_MEANING}; c when not given.`, SOURCE_LETTERS, "c"),
    },
    operation: `mutation CreateRule($input: CreateRuleInput!) { createRule(input: $input) { rule { ...RuleFields } } } ${RULE_FIELDS}`,
    variables: ({ pixel, display_name: displayName, source, ...same }) => ({
      input: { pixelEid: pixel, ...same, displayName, source: SOURCES[source] },
    }),
    body: ({ createRule }: { createRule: { rule: RuleData } | null }) => ({
      results: ruleRecord(present(createRule).rule),
    }),
  }),
];
