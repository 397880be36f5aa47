import { GraphQLEmailAddress } from "graphql-scalars";
import { IANAZone } from "luxon";
import { AppError, badInput, type Violation } from "../../lib/errors.js";
import type { Viewer } from "../../lib/viewer.js";
import { checkText } from "../../lib/checks.js";
import type { User } from "./user.type.js";

/** Characters of an address that mail can be sent to (RFC 5321, section 4.5.3.1.3). */
const MAX_EMAIL = 254;
/** Characters of a language tag that every reader must take (RFC 5646, section 4.4.1). */
const MAX_LOCALE = 35;

/** The fields of a user that a client may send; undefined is "not given". */
export type UserFields = Partial<Pick<User, "firstName" | "lastName" | "email" | "locale" | "defaultTimezone">>;

export function checkUser(fields: UserFields): Violation[] {
  return [
    ...checkText("firstName", fields.firstName, 1, 255),
    ...checkText("lastName", fields.lastName, 1, 255),
    ...unless(isEmail(fields.email), "email", "NOT_AN_EMAIL", "an e-mail address, such as name@example.com"),
    ...unless(isLocale(fields.locale), "locale", "NOT_A_LOCALE", "a language tag, such as en-US"),
    ...unless(
      isTimezone(fields.defaultTimezone),
      "defaultTimezone",
      "NOT_A_TIMEZONE",
      "an IANA time zone, such as UTC",
    ),
  ];
}

function unless(isFit: boolean, field: string, code: string, what: string): Violation[] {
  return isFit ? [] : [{ path: ["input", field], code, message: `${field} must be ${what}.` }];
}

function isEmail(email: string | undefined): boolean {
  return email === undefined || (email.length <= MAX_EMAIL && parses(() => GraphQLEmailAddress.parseValue(email)));
}

function isLocale(locale: string | undefined): boolean {
  return locale === undefined || (locale.length <= MAX_LOCALE && parses(() => Intl.getCanonicalLocales(locale)));
}

/** Offsets such as +01:00 are zones to a computer, but not in the list of the IANA. */
function isTimezone(zone: string | undefined): boolean {
  return zone === undefined || (/^[A-Za-z]/.test(zone) && IANAZone.isValidZone(zone));
}

function parses(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

/** Addresses of other organizations that the people of one may meet within a day before they must wait. */
const MAX_REFUSALS = 10;
/** Milliseconds: a day. */
export const REFUSALS_WITHIN = 86_400_000;

const UNAVAILABLE = "UNAVAILABLE";

/** Throws TOO_MANY_REQUESTS once an organization had that many addresses refused, free ones too. */
export function refuseOften(refusals: number): void {
  if (refusals < MAX_REFUSALS) return;
  throw new AppError("TOO_MANY_REQUESTS", "Your organization changed e-mail addresses too often today; try tomorrow.");
}

/**
 * Throws for an address or name that another user signs in with: DUPLICATE to who may know that user, else
 * BAD_USER_INPUT that does not say why.
 */
export function refuseTaken(viewer: Viewer, organizationEid: string): never {
  if (viewer.role === "STAFF" || organizationEid === viewer.organizationEid)
    throw new AppError("DUPLICATE", "Another user signs in by this name.");
  throw badInput(["input", "email"], UNAVAILABLE, "email can't be this address; use another one.");
}

export function isUnavailableEmail(error: unknown): boolean {
  return error instanceof AppError && error.violations.some(({ code }) => code === UNAVAILABLE);
}

/** Who a user is, as far as it decides who may change them. */
export type Person = Pick<User, "eid" | "organizationEid" | "role">;

/**
 * Privileges are given by an admin of the user's organization or by staff, never to oneself, and to a
 * platform administrator by staff alone (document 2, part B). Throws FORBIDDEN. A user of another
 * organization is the same to an admin as one that does not exist, null.
 */
export function checkMayGrant(viewer: Viewer, person: Person | null): void {
  const isSelf = person?.eid === viewer.userEid;
  const isOfOwn = viewer.role === "ADMIN" && person?.organizationEid === viewer.organizationEid;
  if (!isSelf && (viewer.role === "STAFF" || (isOfOwn && person?.role !== "STAFF"))) return;
  throw new AppError("FORBIDDEN", "Privileges are given by an admin of the user's organization, and never to oneself.");
}

/** Oneself; for an admin everybody of the organization but platform administrators; for staff everybody. */
export function checkMayEdit(viewer: Viewer, person: Person): void {
  const isSelf = person.eid === viewer.userEid;
  if (isSelf || viewer.role === "STAFF" || (viewer.role === "ADMIN" && person.role !== "STAFF")) return;
  throw new AppError("FORBIDDEN", "A user is changed by themselves, by an admin of the organization or by staff.");
}
