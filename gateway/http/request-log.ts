import type { IncomingMessage } from "node:http";
import { type Log, maskUrl } from "../../lib/log.js";

/**
 * Writes the line of a request that was answered; `ms` is how long that took. At level debug: such a
 * line costs as much as the rest of a small request, and what goes wrong has a line of its own.
 */
export type RequestLog = (
  requestId: string,
  request: Pick<IncomingMessage, "method" | "url">,
  status: number,
  ms: number,
) => void;

export function createRequestLog(log: Log): RequestLog {
  // Its lines hold nothing to black out but the URL, which is masked here.
  const lines = log.child({}, { redact: [] });
  return (requestId, { method, url = "" }, status, ms) => {
    if (!lines.isLevelEnabled("debug")) return;
    lines.debug({ requestId, method, url: maskUrl(url), status, ms: Math.round(ms) }, "request");
  };
}
