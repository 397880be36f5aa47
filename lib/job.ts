import type { RequestContext } from "./context.js";
import type { MailServices } from "./mail.js";

/** What a job runs with. */
export interface JobEnvironment {
  /** As the service itself, which sees the one advertisable that the job is for; named as the request that queued it. */
  readonly context: RequestContext;
  /** Fires when the process is about to end: what is not done then is done by the next run of the job. */
  readonly signal: AbortSignal;
  /** What sending mails takes. */
  readonly mail: MailServices;
}

/**
 * Something that is done in the background. It runs at least once for each time it is queued, and may be
 * killed at any moment, so it must be one that can be repeated. One that throws is tried again, later and later.
 */
export interface Job {
  run(input: unknown, environment: JobEnvironment): Promise<void>;
}
