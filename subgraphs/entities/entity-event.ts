import { registerEnumType } from "type-graphql";

/** What can happen to the status of an advertisable, campaign, ad group or ad. */
export type EntityEvent = "PAUSE" | "RESUME" | "APPROVE" | "REJECT";

export const ReviewVerdict = { APPROVE: "APPROVE", REJECT: "REJECT" } as const;
export type ReviewVerdict = keyof typeof ReviewVerdict;
registerEnumType(ReviewVerdict, {
  name: "ReviewVerdict",
  description: "What a platform administrator decides about an object in review.",
  valuesConfig: {
    APPROVE: { description: "It may serve." },
    REJECT: { description: "It may not serve." },
  },
});
