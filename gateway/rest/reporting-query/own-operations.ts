import * as breakdowns from "./breakdown-operations.js";
import { MAILS, METRICS } from "./metrics-operations.js";
import {
  AD_GROUP_ADS,
  ADVERTISABLE_WITH_CAMPAIGNS,
  NOUNS,
  ORGANIZATION_ADVERTISABLES,
  ORGANIZATIONS,
  ORGANIZATIONS_ADVERTISABLES,
  REPORTED_NOUNS,
  UNIVERSAL_AD_GROUP_ADS,
  VIEWER,
} from "./nouns.js";

/** Every operation of the unified graph that the old reporting query asks. */
export const REPORTING_QUERY_OPERATIONS: readonly string[] = [
  ...Object.values(NOUNS),
  ...Object.values(REPORTED_NOUNS),
  ADVERTISABLE_WITH_CAMPAIGNS,
  AD_GROUP_ADS,
  UNIVERSAL_AD_GROUP_ADS,
  ORGANIZATIONS,
  ORGANIZATION_ADVERTISABLES,
  ORGANIZATIONS_ADVERTISABLES,
  VIEWER,
  ...Object.values(METRICS),
  ...new Set(Object.values(MAILS).map(({ operation }) => operation)),
  breakdowns.DOMAINS,
  breakdowns.DEAREST_DOMAINS,
  breakdowns.SEGMENT_CONVERSIONS,
  breakdowns.CREDITS,
  breakdowns.SEGMENT_SIZES,
].map(({ text }) => text);
