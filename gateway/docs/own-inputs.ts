const EID = "2A6UQFBYK2222222222224";

const SEGMENTS = [{ advertiser_id: EID, name: "Example segment", type: "crm", duration: 30 }];

const GEO_TARGETS = [{ eid: EID, operation: "include" }];

const DAILY = { budget_type: "daily", goal: 100, currency: "USD" };

const EMAIL = {
  email_subject: "Fresh off the boat",
  headline: "Good to have you",
  body: "The new catalogue is here.",
  cta_label: "Look around",
  cta_destination: "https://www.example.com/new",
  delay_hours: 24,
};

/**
 * Inputs that a route's example needs beside its required ones, or that must be other than what their parameters' words
 * suggest, since they hang together; by `METHOD path`.
 */
export const OWN_INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "POST /mailer/api/v1/advertisables/{advertisable_eid}/campaign": { name: "Example name", emails: [EMAIL] },
  "PATCH /mailer/api/v1/campaigns/{campaign_eid}/emails": { emails: [EMAIL] },
  "PATCH /mailer/api/v1/campaigns/{campaign_eid}/": { name: "Another name" },
  "GET /api/v1/report/advertisable": { advertisables: [EID] },
  "GET /api/v1/report/campaign": { campaigns: [EID] },
  "GET /api/v1/report/ad": { ads: [EID] },
  "PATCH /prospecting/api/v2/advertisables/{adv}/campaigns": { campaigns: [{ eid: EID, name: "Example name" }] },
  "POST /prospecting/api/v2/adgroups/{adgroup}/geo-targets": { targets: GEO_TARGETS },
  "POST /prospecting/api/v2/campaigns/{campaign}/geo-targets": { targets: GEO_TARGETS },
  "POST /activate/api/v1/strategy": {
    name: "Example name",
    budget: 100,
    currency: "USD",
    kpi_metric: "CPA",
    kpi_goal: 12.5,
    products: ["web"],
  },
  "POST /activate/api/v2/campaign": { budget: 100, budget_settings: { budget_type: "daily" } },
  "POST /activate/api/v2/playbooks": { budget: DAILY },
  "PUT /activate/api/v2/playbooks": { name: "Another name" },
  "GET /activate/api/v2/campaign": { advertisable_eid: EID },
  "GET /activate/api/v2/adgroup": { advertisable_eid: EID },
  "GET /activate/api/v2/playbooks": { advertisable_eid: EID },
  "POST /audience/v1/target_accounts/{tal_eid}/tiers/{ta_tier_eid}/items": {
    items: [{ domain: "example.com", score: 80 }],
  },
  "POST /audience/v1/segments_bulk/put": { segments: SEGMENTS },
  "POST /audience/v1/segments/bulk": { segments: SEGMENTS },
};
