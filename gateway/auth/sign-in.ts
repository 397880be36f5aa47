import type { AuthDeps } from "./auth-deps.js";
import { verifyPassword } from "./password.js";
import type { Account, AccountWithPassword } from "./user.table.js";

/** Characters. */
const MAX_LENGTH = 1_024;

/** No name and no password has control characters (RFC 7617, section 2); Postgres refuses NUL. */
const CONTROL = /\p{Cc}/u;

/**
 * The user of a name (user name or e-mail) and a password, as `find` finds them; null when they are wrong. An unknown or
 * inactive user and a wrong password take the same time. Throws TOO_MANY_REQUESTS when the name had
 * too many wrong passwords, or too many sign in at the moment.
 */
export async function signIn(
  name: string,
  password: string,
  find: (name: string) => Promise<AccountWithPassword | undefined>,
  deps: AuthDeps,
): Promise<Account | null> {
  if (name === "" || Math.max(name.length, password.length) > MAX_LENGTH || CONTROL.test(name + password)) return null;
  const user = await find(name);
  // Before the cache is asked: a limited name that still answered to its cached password could be guessed at without limit.
  deps.limiter.check(name);
  const hash = user?.passwordHash ?? null;
  const right = await deps.passwords.check(name, password, hash, () => verifyWithinLimit(name, password, hash, deps));
  return right && user !== undefined ? user : null;
}

/** Only a verification resets the limit: requests that the cache answers would reset it all the time. */
async function verifyWithinLimit(
  name: string,
  password: string,
  hash: string | null,
  { limiter }: AuthDeps,
): Promise<boolean> {
  const notVerified = limiter.begin(name);
  let right: boolean;
  try {
    right = await verifyPassword(password, hash);
  } catch (error) {
    notVerified();
    throw error;
  }
  if (right) limiter.reset(name);
  return right;
}
