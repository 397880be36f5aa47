import { AppError } from "../../lib/errors.js";
import { neededFor, organizationParameter, paged, pageParameters, present } from "./entities.js";
import {
  ADVERTISABLE_FIELDS,
  type AdvertisableData,
  advertisableRecord,
  USER_FIELDS,
  type UserData,
  userRecord,
} from "./entity-records.js";
import { graphEnum } from "./legacy-format.js";
import { eid, eids, optionalChoice, optionalInteger, optionalText, requiredText, texts } from "./parameter.js";
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

const ORGANIZATION_ROLES = ["user", "admin"] as const;

const organizationRole = optionalChoice("What the user is in their organization from now on.", ORGANIZATION_ROLES);

/** Organizations, their people, what they pay with, and their advertisables, in the old interface. */
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
      first_name: optionalText("First name, 1 to 255 characters."),
      last_name: optionalText("Last name, 1 to 255 characters."),
      email: optionalText("E-mail address, at most 254 characters; 400 with code 256 when another user has it."),
      locale: optionalText("Language and region as BCP 47, such as en-US."),
      default_timezone: optionalText("IANA time zone for reporting and billing, such as UTC."),
      organization_role: organizationRole,
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
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/advertisable/create",
    permission: "advertisable.create",
    description:
      "Creates an advertisable in the caller's organization; 403 for callers who are not its admins. Document 2, part B.",
    parameters: {
      organization: eid("EID of the organization that will own it."),
      name: requiredText("Name, 1 to 255 characters."),
      url: requiredText("Address of the site, http or https, at most 1,024 characters."),
      product_name: optionalText("Name of the advertised product, 1 to 255 characters."),
    },
    operation: `mutation CreateAdvertisable($input: CreateAdvertisableInput!) {
      createAdvertisable(input: $input) { advertisable { ...AdvertisableFields } }
    } ${ADVERTISABLE_FIELDS}`,
    names: { organizationEid: "organization" },
    variables: (input) => ({
      input: {
        organizationEid: input.organization,
        name: input.name,
        url: input.url,
        productName: input.product_name,
      },
    }),
    body: ({ createAdvertisable }: { createAdvertisable: { advertisable: AdvertisableData } }) => ({
      results: advertisableRecord(createAdvertisable.advertisable),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/advertisable/edit",
    permission: "advertisable.edit",
    description: "Changes an advertisable; what is not given stays. Decisions, section 6.",
    parameters: {
      advertisable: eid("EID of the advertisable."),
      name: optionalText("Name, 1 to 255 characters."),
      url: optionalText("Address of the site, http or https, at most 1,024 characters."),
      product_name: optionalText("Name of the advertised product, 1 to 255 characters."),
      click_through_conversion_window: optionalInteger(
        "Days after a click within which a conversion counts, 0 to 540.",
        0,
        540,
      ),
      view_through_conversion_window: optionalInteger(
        "Days after an impression within which a conversion counts, 0 to 540.",
        0,
        540,
      ),
      blacklisted_sites: texts("Domains on which its ads are never shown, at most 1,000; replaces the list."),
    },
    operation: `mutation EditAdvertisable($input: EditAdvertisableInput!) {
      editAdvertisable(input: $input) { advertisable { ...AdvertisableFields } }
    } ${ADVERTISABLE_FIELDS}`,
    names: { eid: "advertisable" },
    variables: (input) => ({
      input: {
        eid: input.advertisable,
        name: input.name,
        url: input.url,
        productName: input.product_name,
        clickThroughConversionWindow: input.click_through_conversion_window,
        viewThroughConversionWindow: input.view_through_conversion_window,
        blacklistedSites: input.blacklisted_sites,
      },
    }),
    body: ({ editAdvertisable }: { editAdvertisable: { advertisable: AdvertisableData } }) => ({
      results: advertisableRecord(editAdvertisable.advertisable),
    }),
  }),
];
