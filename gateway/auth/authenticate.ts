import { badInput } from "../../lib/errors.js";
import type { Viewer } from "../../lib/viewer.js";
import { findTokenOwner } from "./access-token.table.js";
import { findApiClient } from "./api-client.table.js";
import type { AuthDeps } from "./auth-deps.js";
import { parseBasic } from "./parse-basic.js";
import { signIn } from "./sign-in.js";
import { isToken, type TokenKind, tokenDigest } from "./token.js";
import { Unauthenticated } from "./unauthenticated.js";
import type { Account } from "./user.table.js";

/** The parts of a request that say who sends it. */
export interface Credentials {
  /** The one Authorization header; a request that has two never comes here. */
  authorization: string | undefined;
  /** The query parameter, in all its values. */
  apikey: string | readonly string[] | undefined;
}

/** The scheme in any case, spaces, and what the scheme makes of the rest (RFC 9110, section 11.4). */
const AUTHORIZATION = /^(basic|token|bearer) +(\S+) *$/i;

/**
 * Who sends a request (decisions, section 1): `Basic` name and password, or `Token` and a personal
 * access token, both with an apikey; or `Bearer` and an access token, with the token's apikey or none.
 *
 * Throws UNAUTHENTICATED, whose `reason` is APIKEY or CREDENTIALS; BAD_USER_INPUT for two apikeys;
 * TOO_MANY_REQUESTS, with `retryAfter` in seconds, for too many wrong passwords or sign-ins.
 */
export async function authenticate(credentials: Credentials, deps: AuthDeps): Promise<Viewer> {
  const apikey = oneApikey(credentials.apikey);
  const [, scheme, value] = AUTHORIZATION.exec(credentials.authorization ?? "") ?? [];
  if (scheme?.toLowerCase() === "bearer" && value !== undefined) return await byAccessToken(value, apikey, deps);
  if (apikey === undefined) throw new Unauthenticated("APIKEY");
  if (scheme === undefined || value === undefined) throw new Unauthenticated("CREDENTIALS");

  const client = await findApiClient(deps.database.platform, apikey);
  if (client === undefined) throw new Unauthenticated("APIKEY");
  return scheme.toLowerCase() === "basic"
    ? await byPassword(value, client.clientId, deps)
    : await byPersonalToken(value, client.clientId, deps);
}

function oneApikey(apikey: Credentials["apikey"]): string | undefined {
  const values = typeof apikey === "string" ? [apikey] : (apikey ?? []);
  if (values.length > 1) throw badInput(["apikey"], "REPEATED", "Send the parameter apikey once.");
  return values[0] === "" ? undefined : values[0];
}

async function byPassword(value: string, clientId: string, deps: AuthDeps): Promise<Viewer> {
  const basic = parseBasic(value);
  const user = basic === null ? null : await signIn(basic.name, basic.password, deps);
  if (user === null) throw new Unauthenticated("CREDENTIALS");
  return viewerOf(user, clientId);
}

async function byPersonalToken(token: string, clientId: string, deps: AuthDeps): Promise<Viewer> {
  const owner = await ownerOf(token, "PERSONAL", deps);
  // A personal token may be bound to one client; one that is not serves with any.
  if (owner.clientId !== null && owner.clientId !== clientId) throw new Unauthenticated("APIKEY");
  return viewerOf(owner, clientId);
}

async function byAccessToken(token: string, apikey: string | undefined, deps: AuthDeps): Promise<Viewer> {
  const owner = await ownerOf(token, "ACCESS", deps);
  if (apikey !== undefined && apikey !== owner.clientId) throw new Unauthenticated("APIKEY");
  return viewerOf(owner, owner.clientId);
}

async function ownerOf(token: string, kind: TokenKind, deps: AuthDeps) {
  if (!isToken(token, kind)) throw new Unauthenticated("CREDENTIALS");
  const owner = await findTokenOwner(deps.database.platform, kind, tokenDigest(token), new Date(deps.clock.now()));
  if (owner === undefined) throw new Unauthenticated("CREDENTIALS");
  return owner;
}

function viewerOf(account: Account, apiClient: string | null): Viewer {
  const { userEid, organizationEid, role, advertisables } = account;
  return { userEid, organizationEid, role, advertisables: advertisables ?? "ALL", apiClient };
}
