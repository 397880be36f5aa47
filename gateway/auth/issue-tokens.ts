import { insertTokens, revokeReusedFamily, rotateRefreshToken, type TokenPair } from "./access-token.table.js";
import { findApiClient } from "./api-client.table.js";
import type { AuthDeps } from "./auth-deps.js";
import { OAuthError } from "./oauth-error.js";
import { verifyPassword } from "./password.js";
import { signIn } from "./sign-in.js";
import { findUserByName } from "./user.table.js";
import { isToken, newToken, tokenDigest } from "./token.js";

/** Seconds: 24 hours. */
const ACCESS_LIFETIME = 86_400;
/** Seconds: 365 days. */
const REFRESH_LIFETIME = 365 * 86_400;

/** The success body of the token endpoint (RFC 6749, section 5.1). */
export interface IssuedTokens {
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
}

/** The form's fields. Empty counts as missing, and none may come twice (RFC 6749, section 3.2). */
type Form = Readonly<Record<string, unknown>>;

/**
 * The token endpoint (decisions, section 1): grants `password` (username, password) and
 * `refresh_token`, both with client_id and client_secret.
 *
 * A refresh token is good for one use. Whoever uses it again, at the same moment too, revokes its
 * whole family, access tokens included: of several uses at once one wins, the others revoke what it
 * got, and the user signs in again. So a client must not repeat a refresh that it has no answer of.
 *
 * Throws OAuthError, and TOO_MANY_REQUESTS as `signIn` does.
 */
export async function issueTokens(form: Form, deps: AuthDeps): Promise<IssuedTokens> {
  const grantType = required(form, "grant_type");
  if (grantType !== "password" && grantType !== "refresh_token") {
    throw new OAuthError("unsupported_grant_type", "The grants are password and refresh_token.");
  }
  const clientId = await authenticateClient(form, deps);
  return grantType === "password" ? await byPassword(form, clientId, deps) : await byRefreshToken(form, clientId, deps);
}

async function authenticateClient(form: Form, deps: AuthDeps): Promise<string> {
  const clientId = optional(form, "client_id");
  const secret = optional(form, "client_secret");
  const client = clientId === undefined ? undefined : await findApiClient(deps.database.platform, clientId);
  if (clientId !== undefined && secret !== undefined) {
    const hash = client?.secretHash ?? null;
    const right = await deps.clientSecrets.check(clientId, secret, hash, () => verifyPassword(secret, hash));
    if (right) return clientId;
  }
  throw new OAuthError("invalid_client", "client_id or client_secret is missing or wrong.");
}

async function byPassword(form: Form, clientId: string, deps: AuthDeps): Promise<IssuedTokens> {
  const find = async (name: string) => await findUserByName(deps.database.platform, name);
  const user = await signIn(required(form, "username"), required(form, "password"), find, deps);
  if (user === null) throw new OAuthError("invalid_grant", "The user name or the password is wrong.");
  const { pair, issued } = newPair(deps);
  await insertTokens(deps.database.platform, { userEid: user.userEid, clientId, familyEid: deps.newEid() }, pair);
  return issued;
}

async function byRefreshToken(form: Form, clientId: string, deps: AuthDeps): Promise<IssuedTokens> {
  const token = required(form, "refresh_token");
  if (isToken(token, "REFRESH")) {
    const sql = deps.database.platform;
    const digest = tokenDigest(token);
    const { pair, issued } = newPair(deps);
    if (await rotateRefreshToken(sql, digest, clientId, pair)) return issued;
    // Of any client: a used token in wrong hands has leaked.
    while ((await revokeReusedFamily(sql, digest, pair.issuedAt)) > 0);
  }
  throw new OAuthError("invalid_grant", "The refresh token is wrong, expired, revoked or used.");
}

function newPair({ clock, random }: AuthDeps): { pair: TokenPair; issued: IssuedTokens } {
  const now = clock.now();
  const accessToken = newToken("ACCESS", random);
  const refreshToken = newToken("REFRESH", random);
  return {
    pair: {
      accessDigest: tokenDigest(accessToken),
      accessExpiresAt: new Date(now + ACCESS_LIFETIME * 1000),
      refreshDigest: tokenDigest(refreshToken),
      refreshExpiresAt: new Date(now + REFRESH_LIFETIME * 1000),
      issuedAt: new Date(now),
    },
    issued: {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: ACCESS_LIFETIME,
      refresh_token: refreshToken,
    },
  };
}

function optional(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string") throw new OAuthError("invalid_request", `${name} must come once.`);
  return value;
}

function required(form: Form, name: string): string {
  const value = optional(form, name);
  if (value === undefined) throw new OAuthError("invalid_request", `${name} is missing.`);
  return value;
}
