import type { Job } from "../../lib/job.js";
import { accountsToScore, moveScoring, writeScores } from "./scoring.table.js";
import { SCORING_MODEL, scoreOf } from "./target-account-list.rules.js";

/** Accounts that are scored in one transaction. */
const BATCH = 2_000;

/** Scores the accounts of a list from what is known of their domains; one of which nothing is known has no score. */
export const scoreAccounts: Job = {
  async run(input, { context, signal }) {
    if (!isScoringKey(input)) throw new TypeError("a scoring names its list");
    const list = await moveScoring(context, input.listEid, "begin", { scoringItemsPending: false });
    if (list === null) return;
    try {
      let after = "";
      for (;;) {
        signal.throwIfAborted();
        const found = await accountsToScore(context, list, after, BATCH);
        const last = found.at(-1);
        if (last === undefined) break;
        const scores = found.map((each) => ({ domain: each.domain, score: each.isKnown ? scoreOf(each) : null }));
        if (!(await writeScores(context, list, scores))) return;
        after = last.domain;
      }
    } catch (error) {
      // One that the end of the process cut short stays as it is and begins again.
      if (!signal.aborted) await moveScoring(context, list.eid, "fail");
      throw error;
    }
    await moveScoring(context, list.eid, "finish", { scoringModelId: SCORING_MODEL });
  },
};

function isScoringKey(input: unknown): input is { listEid: string } {
  return typeof input === "object" && input !== null && "listEid" in input && typeof input.listEid === "string";
}
