import { GraphQLCountryCode } from "graphql-scalars";

/** Whether a text is a country as two upper-case letters of ISO 3166-1. */
export function isCountry(code: string): boolean {
  try {
    GraphQLCountryCode.parseValue(code);
    return /^[A-Z]{2}$/.test(code);
  } catch {
    return false;
  }
}
