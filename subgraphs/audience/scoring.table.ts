import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { queueJob } from "../../lib/outbox.js";
import { nextState } from "../../lib/state-table.js";
import { type ListRecord, lists } from "./target-account-list.table.js";
import { SCORING_STATES, type ScoredAttributes, type ScoringEvent } from "./target-account-list.rules.js";

/** The job's name in the queue. */
export const SCORE_ACCOUNTS = "score-target-accounts";

/** Queues the scoring of a list, in the transaction of the write that asks for it. */
export async function queueScoring(sql: Sql, context: RequestContext, list: ListRecord): Promise<void> {
  await queueJob(sql, context, {
    advertisableEid: list.advertisableEid,
    job: SCORE_ACCOUNTS,
    key: `${SCORE_ACCOUNTS}:${list.eid}`,
    input: { advertisableEid: list.advertisableEid, listEid: list.eid },
    runAt: new Date(context.clock.now()),
  });
}

/** Moves the scoring of a list; null where its state has no such event, as when it was queued anew, or it is deleted. */
export async function moveScoring(
  context: RequestContext,
  listEid: string,
  event: ScoringEvent,
  changes: Partial<ListRecord> = {},
): Promise<ListRecord | null> {
  const found = await lists.byEid(context, listEid);
  if (found === null) return null;
  return await context.transaction("targetAccount.write", async (sql) => {
    const list = await lists.lock(sql, context, found);
    if (!list.isActive || SCORING_STATES[list.scoringStatus][event] === undefined) return null;
    const scoringStatus = nextState(SCORING_STATES, list.scoringStatus, event, "scoring");
    return await lists.write(sql, context, `${event}Scoring`, list, { ...changes, scoringStatus });
  });
}

/** An account whose domain is known, with what its score is made of. */
export type ScoredAccount = ScoredAttributes & { domain: string; isKnown: boolean };

/** The accounts of a list after a domain whose score the client has not given. */
export async function accountsToScore(
  context: RequestContext,
  list: ListRecord,
  after: string,
  limit: number,
): Promise<ScoredAccount[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.sql.rows<ScoredAccount>(
    `select t.domain, a.domain is not null as "isKnown", a.company_name as "companyName", a.country, a.industry,
       a.revenue, a.size, a.technologies, a.traffic_rank as "trafficRank"
     from audience.target_account t left join audience.domain_attributes a on a.domain = t.domain
     where ${visible.sql} and t.advertisable_eid = ? and t.tal_eid = ? and t.domain > ? and not t.is_score_given
     order by t.domain limit ?`,
    [...visible.bindings, list.advertisableEid, list.eid, after, limit],
  );
}

/**
 * Writes scores in one statement; one that the client gave meanwhile stays. False, with nothing written, where the list was
 * queued anew or deleted meanwhile: the run that was queued begins with the first account again.
 */
export async function writeScores(
  context: RequestContext,
  list: ListRecord,
  scores: readonly { domain: string; score: number | null }[],
): Promise<boolean> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.transaction("targetAccount.write", async (sql) => {
    // Whoever writes accounts holds their list.
    const held = await lists.lock(sql, context, list);
    if (!held.isActive || held.scoringStatus === "PENDING") return false;
    await sql.rows(
      `update audience.target_account t set score = given.score, updated_at = ?
       from jsonb_to_recordset(?::jsonb) as given (domain text, score double precision)
       where ${visible.sql} and t.advertisable_eid = ? and t.tal_eid = ? and t.domain = given.domain
         and not t.is_score_given and t.score is distinct from given.score`,
      [new Date(context.clock.now()), JSON.stringify(scores), ...visible.bindings, list.advertisableEid, list.eid],
    );
    return true;
  });
}
