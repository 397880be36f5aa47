import {
  jsonAmount,
  jsonChoice,
  jsonEid,
  jsonEids,
  jsonFlag,
  jsonObject,
  jsonObjects,
  jsonText,
  notNull,
} from "./activate-parameters.js";
import { graphEnum } from "./legacy-format.js";
import { isFields } from "./json-parameters.js";
import { isCurrency } from "../../lib/scalars.js";
import { CURRENCY_MUST, type Input, type Parameter } from "./parameter.js";

/** Parameters of /activate/api/v2 that several of its routes take (document 1, part C; decisions, section 7). */

export const STATUSES = ["draft", "live", "paused", "completed"] as const;
export const OBJECTIVES = ["awareness", "consideration", "convert"] as const;
export const AD_TYPES = ["static", "dynamic"] as const;
export const KPI_METRICS = ["CPA", "CPC", "CPM"] as const;
const BUDGET_TYPES = ["daily", "monthly", "lifetime"] as const;

export const MAX_ADS = 1_000;

export function jsonCurrency(description: string): Parameter<string | null | undefined> {
  const text = jsonText(description);
  return {
    ...text,
    read: (raw) => {
      const read = text.read(raw);
      return "value" in read && read.value != null && !isCurrency(read.value)
        ? { code: "INVALID", must: CURRENCY_MUST }
        : read;
    },
  };
}

/** An object that is kept as its client wrote it, as the text that the graph takes. */
export function jsonKept(description: string): Parameter<string | null | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    readsEmpty: true,
    readsWhole: true,
    read: ([whole]) => {
      if (whole === null) return { value: null };
      return isFields(whole) ? { value: JSON.stringify(whole) } : { code: "INVALID", must: "an object" };
    },
  };
}

export const budgetFields = {
  budget_type: notNull(jsonChoice("The period that the budget is for: daily, monthly or lifetime.", BUDGET_TYPES)),
  goal: jsonAmount("What is to be spent in one period; null for none."),
  is_prorated: jsonFlag("Whether a monthly budget counts only the days on which it runs; false when not given."),
};

const SPEND = "What was spent is never set: spend and current_month_spend are ignored.";

export function budgetSettings(description: string) {
  return jsonObject(`${description} ${SPEND}`, budgetFields);
}

/** The input of the graph for budget settings; of what is not given, or null, nothing. */
export function budgetSettingsOf(settings: Input<typeof budgetFields> | null | undefined) {
  if (settings == null) return undefined;
  return { budgetType: upper(settings.budget_type), goal: settings.goal, isProrated: settings.is_prorated };
}

export const ads = jsonObjects(
  `All its ads, at most ${MAX_ADS}: those that it has and that are not named are taken out.`,
  {
    eid: notNull(jsonEid("EID of the ad, of the same advertisable.")),
    status: jsonChoice("Where it shall stand; live for one that is added.", STATUSES),
  },
  MAX_ADS,
);

export function adsOf(
  given: readonly { eid: string | undefined; status: string | null | undefined }[] | null | undefined,
) {
  return given?.map(({ eid, status }) => ({ adEid: eid, status: upper(status) }));
}

export const targetingFeatures = jsonObject(
  "Which people it is for; a list that is given replaces the one that it has.",
  {
    positive_segment_eids: jsonEids("EIDs of all segments whose people it is for, at most 1,000."),
    negative_segment_eids: jsonEids("EIDs of all segments whose people it leaves out, at most 1,000."),
  },
);

/** What the graph calls the parameters that have other names here. */
export const AD_GROUP_NAMES = {
  positiveSegmentEids: "targeting_features",
  negativeSegmentEids: "targeting_features",
} as const;

/** A value as the graph's enum has it; null and "not given" stay what they are. */
export function upper(value: string | null | undefined): string | null | undefined {
  return value == null ? value : graphEnum(value);
}
