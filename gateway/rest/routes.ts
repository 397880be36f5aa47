import { AUDIENCE_SEGMENT_BULK_ROUTES } from "./audience-segment-bulk.js";
import { AUDIENCE_SEGMENT_ROUTES } from "./audience-segments.js";
import { DOMAIN_ATTRIBUTE_ROUTES } from "./audience-domain-attributes.js";
import { TARGET_ACCOUNT_ROUTES } from "./audience-target-accounts.js";
import { TARGET_ACCOUNT_ITEM_ROUTES } from "./audience-target-account-items.js";
import { EMAIL_ADVERTISABLE_ROUTES } from "./email-advertisables.js";
import { EMAIL_CAMPAIGN_ROUTES } from "./email-campaigns.js";
import { AD_GROUP_ROUTES } from "./entity-ad-groups.js";
import { AD_ROUTES } from "./entity-ads.js";
import { CAMPAIGN_ROUTES } from "./entity-campaigns.js";
import { ENTITY_REPORT_ROUTES } from "./entity-reports.js";
import { ENTITY_AD_TEMPLATE_ROUTES } from "./entity-ad-templates.js";
import { ENTITY_FEED_ROUTES } from "./entity-feeds.js";
import { ENTITY_PIXEL_ROUTES } from "./entity-pixels.js";
import { ENTITY_SEGMENT_ROUTES } from "./entity-segments.js";
import { ENTITY_ROUTES } from "./entities.js";
import { ADVERTISABLE_ROUTES } from "./entities-advertisables.js";
import { PEOPLE_ROUTES } from "./entities-people.js";
import { PROSPECTING_AD_GROUP_ROUTES } from "./prospecting-ad-groups.js";
import { PROSPECTING_CAMPAIGN_ROUTES } from "./prospecting-campaigns.js";
import { PROSPECTING_FLIGHT_ROUTES } from "./prospecting-flights.js";
import { PROSPECTING_REPORT_ROUTES } from "./prospecting-reports.js";
import { REPORTING_ROUTES } from "./reporting.js";
import { ATTRIBUTE_METRICS_ROUTES } from "./reporting-attribute-metrics.js";
import { ATTRIBUTION_ROUTES } from "./reporting-attributions.js";
import { GRANULAR_ATTRIBUTION_ROUTES } from "./reporting-granular-attributions.js";
import { SEGMENT_DELIVERY_ROUTES } from "./reporting-segment-deliveries.js";
import { SITE_METRICS_ROUTES } from "./reporting-site-metrics.js";
import { USER_LIST_ROUTES } from "./reporting-user-lists.js";
import { SOCIAL_AD_ROUTES } from "./social-ads.js";
import { SOCIAL_AD_SET_ROUTES } from "./social-ad-sets.js";
import { SOCIAL_AUDIENCE_ROUTES } from "./social-audiences.js";
import { SOCIAL_CAMPAIGN_ROUTES } from "./social-campaigns.js";
import { SOCIAL_CREATIVE_ROUTES } from "./social-creatives.js";
import { SOCIAL_PAGE_ROUTES } from "./social-pages.js";
import { STRATEGY_ROUTES } from "./strategies.js";
import { UNIVERSAL_AD_GROUP_ROUTES } from "./universal-ad-groups.js";
import { UNIVERSAL_CAMPAIGN_ROUTES } from "./universal-campaigns.js";
import { UNIVERSAL_PLAYBOOK_ROUTES } from "./universal-playbooks.js";
import type { RestRoute } from "./route.js";

/** Every route of the old interface that is served. */
export const ROUTES: readonly RestRoute[] = [
  ...ENTITY_ROUTES,
  ...ENTITY_PIXEL_ROUTES,
  ...PEOPLE_ROUTES,
  ...ADVERTISABLE_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...AD_GROUP_ROUTES,
  ...AD_ROUTES,
  ...ENTITY_AD_TEMPLATE_ROUTES,
  ...ENTITY_FEED_ROUTES,
  ...ENTITY_REPORT_ROUTES,
  ...ENTITY_SEGMENT_ROUTES,
  ...REPORTING_ROUTES,
  ...AUDIENCE_SEGMENT_ROUTES,
  ...AUDIENCE_SEGMENT_BULK_ROUTES,
  ...DOMAIN_ATTRIBUTE_ROUTES,
  ...TARGET_ACCOUNT_ROUTES,
  ...TARGET_ACCOUNT_ITEM_ROUTES,
  ...SITE_METRICS_ROUTES,
  ...ATTRIBUTE_METRICS_ROUTES,
  ...SEGMENT_DELIVERY_ROUTES,
  ...ATTRIBUTION_ROUTES,
  ...GRANULAR_ATTRIBUTION_ROUTES,
  ...USER_LIST_ROUTES,
  ...SOCIAL_AD_ROUTES,
  ...SOCIAL_AD_SET_ROUTES,
  ...SOCIAL_CAMPAIGN_ROUTES,
  ...SOCIAL_CREATIVE_ROUTES,
  ...SOCIAL_AUDIENCE_ROUTES,
  ...SOCIAL_PAGE_ROUTES,
  ...PROSPECTING_CAMPAIGN_ROUTES,
  ...PROSPECTING_AD_GROUP_ROUTES,
  ...PROSPECTING_FLIGHT_ROUTES,
  ...PROSPECTING_REPORT_ROUTES,
  ...STRATEGY_ROUTES,
  ...EMAIL_CAMPAIGN_ROUTES,
  ...EMAIL_ADVERTISABLE_ROUTES,
  ...UNIVERSAL_CAMPAIGN_ROUTES,
  ...UNIVERSAL_AD_GROUP_ROUTES,
  ...UNIVERSAL_PLAYBOOK_ROUTES,
];
