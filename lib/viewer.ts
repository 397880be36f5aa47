import { AppError } from "./errors.js";

/**
 * What a viewer is on the platform (decisions, section 1).
 * STAFF: platform administrator, sees everything. ADMIN: admin of an organization, sees all its
 * advertisables. USER: member of an organization, sees the advertisables granted to them.
 */
export type Role = "STAFF" | "ADMIN" | "USER";

/** Who asks, made once per request from the credentials. */
export interface Viewer {
  readonly userEid: string;
  readonly organizationEid: string;
  readonly role: Role;
  /** EIDs of the advertisables that the viewer may see, or "ALL" for staff. */
  readonly advertisables: readonly string[] | "ALL";
  /** True for the service itself, which runs jobs: nobody who signs in is it, whatever they send. */
  readonly isService?: boolean;
  /** The API client (apikey) that the request came through, null where none was named. */
  readonly apiClient: string | null;
}

/** Whom audit rows name for what the service does by itself. It is no person and can't sign in. */
const SERVICE_EID = "JOBS".padEnd(22, "A");

/** The service itself at work for one advertisable, which is all that it sees then. */
export function serviceViewer(advertisableEid: string): Viewer {
  return {
    userEid: SERVICE_EID,
    organizationEid: SERVICE_EID,
    role: "STAFF",
    isService: true,
    advertisables: [advertisableEid],
    apiClient: null,
  };
}

/**
 * What each permission asks for. An object has to be visible first: these say what may be done with
 * a visible object, so a refusal here is FORBIDDEN and never tells a stranger that the object exists.
 * SERVICE is whatever runs jobs, and no role that a person can have.
 */
export const PERMISSIONS = {
  "graph.read": ["STAFF", "ADMIN", "USER"],
  "organization.read": ["STAFF", "ADMIN", "USER"],
  "user.read": ["STAFF", "ADMIN", "USER"],
  "user.edit": ["STAFF", "ADMIN", "USER"],
  "user.grant": ["STAFF", "ADMIN"],
  "billing.read": ["STAFF", "ADMIN"],
  "advertisable.read": ["STAFF", "ADMIN", "USER"],
  "advertisable.create": ["STAFF", "ADMIN"],
  "advertisable.edit": ["STAFF", "ADMIN"],
  "advertisable.administer": ["STAFF"],
  "advertisable.pause": ["STAFF", "ADMIN"],
  "campaign.read": ["STAFF", "ADMIN", "USER"],
  "campaign.write": ["STAFF", "ADMIN", "USER"],
  "adGroup.read": ["STAFF", "ADMIN", "USER"],
  "adGroup.write": ["STAFF", "ADMIN", "USER"],
  "ad.read": ["STAFF", "ADMIN", "USER"],
  "ad.write": ["STAFF", "ADMIN", "USER"],
  "pixel.read": ["STAFF", "ADMIN", "USER"],
  "rule.read": ["STAFF", "ADMIN", "USER"],
  "rule.write": ["STAFF", "ADMIN", "USER"],
  "feed.read": ["STAFF", "ADMIN", "USER"],
  "feed.write": ["STAFF", "ADMIN"],
  "feed.allow": ["STAFF"],
  "feed.crawl": ["STAFF"],
  "product.read": ["STAFF", "ADMIN", "USER"],
  "segment.read": ["STAFF", "ADMIN", "USER"],
  "segment.write": ["STAFF", "ADMIN", "USER"],
  "contact.read": ["SERVICE"],
  "targetAccount.read": ["STAFF", "ADMIN", "USER"],
  "targetAccount.write": ["STAFF", "ADMIN", "USER"],
  "social.read": ["STAFF", "ADMIN", "USER"],
  "social.write": ["STAFF", "ADMIN", "USER"],
  "social.link": ["STAFF", "ADMIN"],
  "social.administer": ["STAFF"],
  "prospecting.read": ["STAFF", "ADMIN", "USER"],
  "prospecting.write": ["STAFF", "ADMIN", "USER"],
  "prospecting.optIn": ["STAFF", "ADMIN"],
  "prospecting.review": ["STAFF"],
  "email.read": ["STAFF", "ADMIN", "USER"],
  "email.write": ["STAFF", "ADMIN", "USER"],
  "email.terms": ["STAFF", "ADMIN"],
  "email.send": ["SERVICE"],
  "email.administer": ["STAFF"],
  "strategy.read": ["STAFF", "ADMIN", "USER"],
  "strategy.write": ["STAFF", "ADMIN", "USER"],
  "universal.read": ["STAFF", "ADMIN", "USER"],
  "universal.write": ["STAFF", "ADMIN", "USER"],
  "report.read": ["STAFF", "ADMIN", "USER"],
  "entity.review": ["STAFF"],
  "graph.trace": ["STAFF"],
  "usage.read": ["STAFF"],
  "entity.import": ["STAFF"],
} as const satisfies Record<string, readonly (Role | "SERVICE")[]>;

export type Permission = keyof typeof PERMISSIONS;

export function isPermission(name: unknown): name is Permission {
  return typeof name === "string" && Object.hasOwn(PERMISSIONS, name);
}

export function may(viewer: Viewer, permission: Permission): boolean {
  const roles: readonly (Role | "SERVICE")[] = PERMISSIONS[permission];
  return roles.includes(viewer.role) || (viewer.isService === true && roles.includes("SERVICE"));
}

/** Throws FORBIDDEN when the viewer's role lacks the permission. */
export function authorise(viewer: Viewer, permission: Permission): void {
  if (!may(viewer, permission)) throw new AppError("FORBIDDEN", `You lack the permission ${permission}.`);
}

/** The organization as row-level security reads it: the viewer's own, `*` for staff. */
export function organizationScope(viewer: Viewer): string {
  return viewer.role === "STAFF" ? "*" : viewer.organizationEid;
}

const scopes = new WeakMap<Viewer, string>();

/**
 * The viewer's advertisables as row-level security reads them: EIDs joined by commas, `*` for staff.
 * Made once per viewer, since a long list would otherwise be joined for each statement.
 */
export function tenantScope(viewer: Viewer): string {
  let scope = scopes.get(viewer);
  if (scope === undefined) {
    scope = viewer.advertisables === "ALL" ? "*" : viewer.advertisables.join(",");
    scopes.set(viewer, scope);
  }
  return scope;
}
