import type { Condition } from "../../lib/database.js";
import { badInput } from "../../lib/errors.js";
import type { Viewer } from "../../lib/viewer.js";
import { type TokenOwner, tokenOwner } from "./access-token.table.js";
import { askedByClient, findApiClient } from "./api-client.table.js";
import type { AuthDeps } from "./auth-deps.js";
import { parseBasic } from "./parse-basic.js";
import { signIn } from "./sign-in.js";
import { isToken, type TokenKind, tokenDigest } from "./token.js";
import { Unauthenticated } from "./unauthenticated.js";
import { type Account, type AccountWithPassword, userByName } from "./user.table.js";

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

  const viewer = await (scheme.toLowerCase() === "basic" ? byPassword : byPersonalToken)(value, apikey, deps);
  if (viewer !== null) return viewer;
  // Whoever has neither lacks the apikey first.
  await requireClient(apikey, deps);
  throw new Unauthenticated("CREDENTIALS");
}

async function requireClient(apikey: string, { database }: AuthDeps): Promise<void> {
  if ((await findApiClient(database.platform, apikey)) === undefined) throw new Unauthenticated("APIKEY");
}

function oneApikey(apikey: Credentials["apikey"]): string | undefined {
  const values = typeof apikey === "string" ? [apikey] : (apikey ?? []);
  if (values.length > 1) throw badInput(["apikey"], "REPEATED", "Send the parameter apikey once.");
  return values[0] === "" ? undefined : values[0];
}

/** Null for credentials that are wrong; whether the apikey is known has to be asked then. */
async function byPassword(value: string, apikey: string, deps: AuthDeps): Promise<Viewer | null> {
  const basic = parseBasic(value);
  if (basic === null) return null;
  const find = async (name: string) => await rowFor<AccountWithPassword>(apikey, userByName(name), deps);
  const user = await signIn(basic.name, basic.password, find, deps);
  return user === null ? null : viewerOf(user, apikey);
}

/** The same. */
async function byPersonalToken(token: string, apikey: string, deps: AuthDeps): Promise<Viewer | null> {
  if (!isToken(token, "PERSONAL")) return null;
  const owner = await rowFor<TokenOwner>(apikey, ownerOf(token, "PERSONAL", deps), deps);
  if (owner === undefined) return null;
  // A personal token may be bound to one client; one that is not serves with any.
  if (owner.clientId !== null && owner.clientId !== apikey) throw new Unauthenticated("APIKEY");
  return viewerOf(owner, apikey);
}

async function byAccessToken(token: string, apikey: string | undefined, deps: AuthDeps): Promise<Viewer> {
  if (!isToken(token, "ACCESS")) throw new Unauthenticated("CREDENTIALS");
  const { sql, bindings } = ownerOf(token, "ACCESS", deps);
  const [owner] = await deps.database.platform.rows<TokenOwner>(sql, bindings);
  if (owner === undefined) throw new Unauthenticated("CREDENTIALS");
  if (apikey !== undefined && apikey !== owner.clientId) throw new Unauthenticated("APIKEY");
  return viewerOf(owner, owner.clientId);
}

function ownerOf(token: string, kind: TokenKind, { clock }: AuthDeps): Condition {
  return tokenOwner(kind, tokenDigest(token), new Date(clock.now()));
}

async function rowFor<R extends object>(
  apikey: string,
  statement: Condition,
  { database }: AuthDeps,
): Promise<R | undefined> {
  const answer = await askedByClient<R>(database.platform, apikey, statement);
  if (answer === undefined) throw new Unauthenticated("APIKEY");
  return answer.row;
}

function viewerOf(account: Account, apiClient: string | null): Viewer {
  const { userEid, organizationEid, role, advertisables } = account;
  return { userEid, organizationEid, role, advertisables: advertisables ?? "ALL", apiClient };
}
