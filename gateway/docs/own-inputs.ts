const EID = "2A6UQFBYK2222222222224";

const SEGMENTS = [{ advertiser_id: EID, name: "Example segment", type: "crm", duration: 30 }];

/**
 * Inputs that a route's example needs beside its required ones, or that must be other than what their parameters' words
 * suggest, since they hang together; by `METHOD path`.
 */
export const OWN_INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "GET /api/v1/report/advertisable": { advertisables: [EID] },
  "GET /api/v1/report/campaign": { campaigns: [EID] },
  "GET /api/v1/report/ad": { ads: [EID] },
  "GET /activate/api/v2/campaign": { advertisable_eid: EID },
  "GET /activate/api/v2/adgroup": { advertisable_eid: EID },
  "GET /activate/api/v2/playbooks": { advertisable_eid: EID },
  "POST /audience/v1/segments_bulk/put": { segments: SEGMENTS },
  "POST /audience/v1/segments/bulk": { segments: SEGMENTS },
};
