import type { Clock } from "../../lib/clock.js";
import type { Database } from "../../lib/database.js";
import type { EidSource, Random } from "../../lib/eid.js";
import { CredentialCache } from "./credential-cache.js";
import { LoginLimiter } from "./login-limiter.js";

/** What signing in needs; made once per process, since the limiter and the caches count for all requests. */
export interface AuthDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly newEid: EidSource;
  readonly limiter: LoginLimiter;
  readonly passwords: CredentialCache;
  readonly clientSecrets: CredentialCache;
}

export function createAuthDeps(options: Pick<AuthDeps, "database" | "clock" | "random" | "newEid">): AuthDeps {
  const { clock, random } = options;
  return {
    ...options,
    limiter: new LoginLimiter(clock),
    passwords: new CredentialCache(clock, random),
    clientSecrets: new CredentialCache(clock, random),
  };
}
