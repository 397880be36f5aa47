import type { RequestContext } from "../../lib/context.js";
import { recordEvents } from "./event.table.js";
import type { RecordedTable, SocialRecord } from "./recorded.table.js";
import { digestOf } from "./remote-objects.js";
import { RemoteFailure, type RemoteObject, type RemoteState, type SocialNetwork } from "./social-network.js";

/** A row of what the network is told of with a campaign. */
interface PublishedRecord extends SocialRecord {
  externalId: string | null;
  publishedDigest: string | null;
}

/** What a job has to tell the network with. */
export interface Publisher {
  context: RequestContext;
  network: SocialNetwork;
  signal: AbortSignal;
  /** Called before each call: throws where nothing may be told any more. */
  keep?: () => Promise<void>;
}

/** A row with the object that stands for it on the network. */
export interface Publication<R> {
  row: R;
  object: RemoteObject;
}

/**
 * Tells the network of those rows that it has not heard of as they are now, or that wait for its verdict, and keeps
 * what it answers, with an event for each. A failure ends it: what was told before it is kept, and it is an event too.
 *
 * @returns all rows as they are then.
 */
export async function publishRows<R extends PublishedRecord>(
  publisher: Publisher,
  table: RecordedTable<R>,
  publications: readonly Publication<R>[],
  changesOf: (state: RemoteState, before: R) => Partial<R>,
  waits: (row: R) => boolean = () => false,
): Promise<R[]> {
  const rows = new Map(publications.map(({ row }) => [row.eid, row]));
  const told = new Map<string, { digest: string; state: RemoteState }>();
  let failure: { error: unknown; object: RemoteObject } | undefined;
  for (const { row, object } of publications) {
    const digest = digestOf(object);
    if (row.publishedDigest === digest && !waits(row)) continue;
    if (publisher.signal.aborted) break;
    await publisher.keep?.();
    try {
      // One after the other: a network counts how often it is asked at once.
      const state = await inTime(publisher, async (signal) => await publisher.network.publish(object, signal));
      told.set(row.eid, { digest, state });
    } catch (error) {
      failure = { error, object };
      break;
    }
  }
  for (const row of await keep(publisher.context, table, [...rows.values()], told, changesOf)) rows.set(row.eid, row);
  publisher.signal.throwIfAborted();
  if (failure !== undefined) {
    const advertisableEid = publications[0]?.row.advertisableEid ?? "";
    await recordFailure(publisher.context, advertisableEid, failure.object, failure.error);
    throw failure.error;
  }
  return [...rows.values()];
}

/** A call of the network, for which nobody waits longer than it may take. */
export async function inTime<T>(
  { network, signal }: Pick<Publisher, "network" | "signal">,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(network.callTimeout);
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new RemoteFailure("TIMEOUT", "The network did not answer in time."));
    deadline.addEventListener("abort", fail, { once: true });
  });
  return await Promise.race([call(AbortSignal.any([signal, deadline])), late]);
}

async function keep<R extends PublishedRecord>(
  context: RequestContext,
  table: RecordedTable<R>,
  rows: readonly R[],
  told: ReadonlyMap<string, { digest: string; state: RemoteState }>,
  changesOf: (state: RemoteState, before: R) => Partial<R>,
): Promise<R[]> {
  const [first] = rows;
  if (first === undefined || told.size === 0) return [];
  return await context.transaction("social.write", async (sql) => {
    const held = await table.lockAll(sql, context, first.advertisableEid, "eid", [...told.keys()]);
    return await table.writeAll(
      sql,
      context,
      "publish",
      held.flatMap((before) => {
        const answer = told.get(before.eid);
        if (answer === undefined) return [];
        const { digest, state } = answer;
        const changes: Partial<R> = {
          ...changesOf(state, before),
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are fields of every R
          ...({ externalId: state.externalId, publishedDigest: digest } as Partial<R>),
        };
        const eventType = before.publishedDigest === digest ? "reviewed" : "published";
        return [{ before, changes, eventType, response: state }];
      }),
    );
  });
}

/** The event of a call that failed; what is no word of the network's is a defect of ours, whose message is not for clients. */
export async function recordFailure(
  context: RequestContext,
  advertisableEid: string,
  object: Pick<RemoteObject, "type" | "eid"> | { type: string; eid: string },
  error: unknown,
): Promise<void> {
  const isAnswer = error instanceof RemoteFailure;
  await context.transaction("social.write", async (sql) => {
    await recordEvents(sql, context, [
      {
        advertisableEid,
        objectType: object.type,
        objectEid: object.eid,
        eventType: "publishFailed",
        data: {},
        error: isAnswer
          ? { message: error.message, reason: error.reason }
          : { message: "The network could not be asked.", reason: "INTERNAL" },
      },
    ]);
  });
}
