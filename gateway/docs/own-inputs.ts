/**
 * Inputs that a route's example needs beside its required ones, or that must be other than what their parameters' words
 * suggest, since they hang together; by `METHOD path`.
 */
export const OWN_INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "GET /api/v1/report/advertisable": { advertisables: ["2A6UQFBYK2222222222224"] },
  "GET /api/v1/report/campaign": { campaigns: ["2A6UQFBYK2222222222224"] },
  "GET /api/v1/report/ad": { ads: ["2A6UQFBYK2222222222224"] },
};
