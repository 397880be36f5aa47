import type { Job } from "../../lib/job.js";
import { removeParts } from "./staged-users.table.js";

/** Removes the users that a request staged and, cut off or killed, did not remove itself. */
export const sweepStagedUsers: Job = {
  async run(input, { context }) {
    if (!isSweep(input)) throw new TypeError("a sweep names a request");
    await context.transaction("segment.write", async (sql) => await removeParts(sql, context, input.tenant));
  },
};

function isSweep(input: unknown): input is { tenant: string } {
  return typeof input === "object" && input !== null && "tenant" in input && typeof input.tenant === "string";
}
