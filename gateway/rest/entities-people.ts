import { AppError } from "../../lib/errors.js";
import { neededFor, organizationParameter, paged, pageParameters, present } from "./entities.js";
import { USER_FIELDS, type UserData, userRecord } from "./entity-records.js";
import { graphEnum } from "./legacy-format.js";
import { eid, eids, optionalChoice, optionalText } from "./parameter.js";
import {
  BILLING_METHOD_FIELDS,
  type BillingMethodData,
  billingMethodRecord,
  INVOICE_FIELDS,
  type InvoiceData,
  invoiceRecord,
  MEMBER_FIELDS,
  type MemberData,
  memberRecord,
} from "./people-records.js";
import { defineRoute, type RestRoute } from "./route.js";
import { lasting } from "./write-parameters.js";

const ORGANIZATION_ROLES = ["user", "admin"] as const;

const organizationRole = optionalChoice("What the user is in their organization from now on.", ORGANIZATION_ROLES);

/** Organizations, their people and what they pay with, in the old interface. */
export const PEOPLE_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/user/grant",
    permission: "user.grant",
    description:
      "Gives another user of the caller's organization privileges, besides those that they have. 403 unless the caller is an admin of that organization or staff, for oneself, and for users and advertisables of other organizations. Document 2, part B.",
    parameters: {
      u: eid("EID of the user."),
      advertisables: eids("EIDs of advertisables that the user may see from now on, at most 1,000."),
      organization_role: organizationRole,
    },
    operation: `mutation Grant($input: GrantUserInput!) { grantUser(input: $input) { user { eid } } }`,
    names: { eid: "u", advertisableEids: "advertisables" },
    variables: (input) => ({
      input: {
        eid: input.u,
        advertisableEids: input.advertisables,
        organizationRole: input.organization_role && graphEnum(input.organization_role),
      },
    }),
    body: () => ({ results: {} }),
  }),
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/user/edit",
    permission: "user.edit",
    description:
      "Changes a user: oneself, for admins anyone of their organization, for staff anyone; what is not given stays. Decisions, section 6.",
    parameters: {
      user: eid("EID of the user."),
      first_name: lasting(optionalText("First name, 1 to 255 characters.")),
      last_name: lasting(optionalText("Last name, 1 to 255 characters.")),
      email: lasting(
        optionalText(
          "E-mail address, at most 254 characters; 400 with code 256 when another user of the organization has it. One that can't be used for another reason is a 400 for email; after ten of those in a day changes of addresses are 429.",
        ),
      ),
      locale: lasting(optionalText("Language and region as BCP 47, such as en-US.")),
      default_timezone: lasting(optionalText("IANA time zone for reporting and billing, such as UTC.")),
      organization_role: lasting(organizationRole),
      role: optionalText("Can't be changed: 403."),
      organization: optionalText("Can't be changed: 403."),
    },
    operation: `mutation EditUser($input: EditUserInput!) { editUser(input: $input) { user { ...UserFields } } } ${USER_FIELDS}`,
    names: { eid: "user" },
    variables: (input) => {
      if (input.role !== undefined || input.organization !== undefined)
        throw new AppError("FORBIDDEN", "Nobody can change the role or the organization of a user; leave them out.");
      return {
        input: {
          eid: input.user,
          firstName: input.first_name,
          lastName: input.last_name,
          email: input.email,
          locale: input.locale,
          defaultTimezone: input.default_timezone,
          organizationRole: input.organization_role && graphEnum(input.organization_role),
        },
      };
    },
    body: ({ editUser }: { editUser: { user: UserData } }) => ({ results: userRecord(editUser.user) }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/organization/get_users",
    permission: "organization.read",
    description:
      "The people of an organization: whole records for its admins and staff, names for the others. Decisions, section 6.",
    parameters: { ...organizationParameter, ...pageParameters },
    operation: `query Users($eid: ID, $after: String) {
      organization(eid: $eid) { members(first: 1000, after: $after) { nodes { ...MemberFields } pageInfo { hasNextPage endCursor } } }
    } ${MEMBER_FIELDS}`,
    connection: "organization.members",
    needed: neededFor,
    variables: (input) => ({ eid: input.organization }),
    body: ({ organization }: { organization: { members: { nodes: MemberData[] } } | null }, input) => ({
      results: paged(present(organization).members.nodes, input).map(memberRecord),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/organization/get_billing_methods",
    permission: "billing.read",
    description:
      "What an organization pays with; 403 unless the caller is one of its admins, or staff. Document 2, part B.",
    parameters: { ...organizationParameter, ...pageParameters },
    operation: `query BillingMethods($eid: ID, $after: String) {
      organization(eid: $eid) { billingMethods(first: 1000, after: $after) { nodes { ...BillingMethodFields } pageInfo { hasNextPage endCursor } } }
    } ${BILLING_METHOD_FIELDS}`,
    connection: "organization.billingMethods",
    needed: neededFor,
    variables: (input) => ({ eid: input.organization }),
    body: ({ organization }: { organization: { billingMethods: { nodes: BillingMethodData[] } } | null }, input) => ({
      results: paged(present(organization).billingMethods.nodes, input).map(billingMethodRecord),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/invoice/get",
    permission: "billing.read",
    description:
      "One invoice of the caller's organization; 403 unless the caller is one of its admins, or staff. Decisions, section 6.",
    parameters: { invoice: eid("EID of the invoice.") },
    operation: `query Invoice($eid: ID!) { invoice(eid: $eid) { ...InvoiceFields } } ${INVOICE_FIELDS}`,
    variables: (input) => ({ eid: input.invoice }),
    body: ({ invoice }: { invoice: InvoiceData | null }) => ({ results: invoiceRecord(present(invoice)) }),
  }),
];
