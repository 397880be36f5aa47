import { ALPHA, BETA, testEid, userEid, type UserName } from "../kit/world.js";

/** Whom or what a request of a route without an advertisable is about. */
export const SUBJECTS = ["own", "alpha", "beta", "missing"] as const;
type Subject = (typeof SUBJECTS)[number];
export type Actor = "ungranted" | "granted" | "admin" | "foreign" | "staff";

export const INVOICES: Readonly<Record<"alpha" | "beta", string>> = {
  alpha: testEid("invoicealpha"),
  beta: testEid("invoicebeta"),
};

/** A route that concerns people or an organization as a whole, and the status that each actor gets for each subject. */
interface OrganizationRoute {
  fields(subject: Subject, who: UserName): Record<string, string>;
  /** In the order of SUBJECTS. */
  statuses: Readonly<Record<Actor, readonly number[]>>;
}

const organizationOf = (subject: Subject, who: UserName): string =>
  ({ own: who === "foreign" ? BETA : ALPHA, alpha: ALPHA, beta: BETA, missing: testEid("noorg") })[subject];

const userOf = (subject: Subject, who: UserName): string =>
  ({ own: userEid(who), alpha: userEid("revoked"), beta: userEid("foreign"), missing: testEid("nobody") })[subject];

const ORGANIZATION_SEEN: OrganizationRoute = {
  fields: (subject, who) => ({ organization: organizationOf(subject, who) }),
  statuses: {
    ungranted: [200, 200, 404, 404],
    granted: [200, 200, 404, 404],
    admin: [200, 200, 404, 404],
    foreign: [200, 404, 200, 404],
    staff: [200, 200, 200, 404],
  },
};

/** Whoever may see no billing at all learns nothing of what there is. */
const BILLING = {
  ungranted: [403, 403, 403, 403],
  granted: [403, 403, 403, 403],
  admin: [200, 200, 404, 404],
  foreign: [200, 404, 200, 404],
  staff: [200, 200, 200, 404],
} as const;

export const ORGANIZATION_ROUTES: Readonly<Record<string, OrganizationRoute>> = {
  "/api/v1/organization/get": ORGANIZATION_SEEN,
  "/api/v1/organization/get_advertisables": ORGANIZATION_SEEN,
  "/api/v1/organization/get_users": ORGANIZATION_SEEN,
  "/api/v1/organization/get_billing_methods": {
    fields: (subject, who) => ({ organization: organizationOf(subject, who) }),
    statuses: BILLING,
  },
  "/api/v1/invoice/get": {
    fields: (subject, who) => ({
      invoice: {
        own: INVOICES[who === "foreign" ? "beta" : "alpha"],
        ...INVOICES,
        missing: testEid("noinvoice"),
      }[subject],
    }),
    statuses: BILLING,
  },
  "/api/v1/advertisable/create": {
    fields: (subject, who) => ({
      organization: organizationOf(subject, who),
      name: "New",
      url: "https://new.example/",
    }),
    statuses: {
      ungranted: [403, 403, 404, 404],
      granted: [403, 403, 404, 404],
      admin: [200, 200, 404, 404],
      foreign: [200, 404, 200, 404],
      staff: [200, 200, 200, 404],
    },
  },
  "/api/v1/user/get": {
    fields: (subject, who) => ({ user: userOf(subject, who) }),
    statuses: {
      ungranted: [200, 404, 404, 404],
      granted: [200, 404, 404, 404],
      admin: [200, 200, 404, 404],
      foreign: [200, 404, 200, 404],
      staff: [200, 200, 200, 404],
    },
  },
  "/api/v1/user/edit": {
    fields: (subject, who) => ({ user: userOf(subject, who), first_name: "New" }),
    statuses: {
      ungranted: [200, 403, 404, 404],
      granted: [200, 403, 404, 404],
      admin: [200, 200, 404, 404],
      foreign: [200, 404, 200, 404],
      staff: [200, 200, 200, 404],
    },
  },
  "/api/v1/user/grant": {
    fields: (subject, who) => ({ u: userOf(subject, who), organization_role: "user" }),
    statuses: {
      ungranted: [403, 403, 403, 403],
      granted: [403, 403, 403, 403],
      admin: [403, 200, 403, 403],
      foreign: [403, 403, 403, 403],
      staff: [403, 200, 200, 404],
    },
  },
};
