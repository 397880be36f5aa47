import { ENTITY_REPORT_ROUTES } from "./entity-reports.js";
import { ENTITY_AD_TEMPLATE_ROUTES } from "./entity-ad-templates.js";
import { ENTITY_FEED_ROUTES } from "./entity-feeds.js";
import { ENTITY_PIXEL_ROUTES } from "./entity-pixels.js";
import { ENTITY_ROUTES } from "./entities.js";
import { REPORTING_ROUTES } from "./reporting.js";
import type { RestRoute } from "./route.js";

/** Every route of the old interface that is served. */
export const ROUTES: readonly RestRoute[] = [
  ...ENTITY_ROUTES,
  ...ENTITY_PIXEL_ROUTES,
  ...ENTITY_AD_TEMPLATE_ROUTES,
  ...ENTITY_FEED_ROUTES,
  ...ENTITY_REPORT_ROUTES,
  ...REPORTING_ROUTES,
];
