import type { Sql } from "../../lib/database.js";
import type { Job } from "../../lib/job.js";
import { type CustomAudienceRecord, customAudiences } from "./custom-audience.table.js";
import { leadGenForms } from "./lead-gen-form.table.js";
import { lookalikeOfAudience } from "./lookalike-audience.table.js";
import { photoAccounts } from "./photo-account.table.js";
import { inTime, type Publisher, recordFailure } from "./publish-rows.js";
import { type PublishedAlone, queueAll } from "./publishing.js";
import { campaignsTargeting } from "./publishing.table.js";
import type { RecordedTable, SocialRecord } from "./recorded.table.js";
import { remoteAudience, remoteForm } from "./remote-objects.js";
import { type SocialAdvertiserRecord, socialAdvertisers } from "./social-advertiser.table.js";
import type { RemotePage, SocialNetwork } from "./social-network.js";
import { type SocialPageRecord, socialPages } from "./social-page.table.js";

/** What a row that was published asks for besides, in the transaction that keeps the answer. */
type After<R> = (sql: Sql, before: R, after: R) => Promise<void>;

type Publish = (publisher: Publisher, eid: string) => Promise<void>;

const PUBLISH: Readonly<Record<PublishedAlone, Publish>> = {
  CustomAudience: async (publisher, eid) => {
    const tellAdSets: After<CustomAudienceRecord> = async (sql, before, after) => {
      // The network knows the audience by its identifier there, which its ad sets could not name so far.
      if (before.externalId === after.externalId) return;
      const campaigns = await campaignsTargeting(sql, publisher.context, after);
      await queueAll(sql, publisher.context, after.advertisableEid, campaigns);
    };
    const ask = async (row: CustomAudienceRecord) => {
      const lookalike = await lookalikeOfAudience(publisher.context, row);
      const state = await inTime(
        publisher,
        async (signal) => await publisher.network.publish(remoteAudience(row, lookalike), signal),
      );
      const { externalId, approximateCount, matchMethod } = state;
      return {
        response: state,
        changes: {
          externalId,
          ...(approximateCount !== undefined && { approximateCount }),
          ...(matchMethod !== undefined && { matchMethod }),
        },
      };
    };
    await publishOne(publisher, "CustomAudience", customAudiences, eid, ask, tellAdSets);
  },
  LeadGenForm: async (publisher, eid) => {
    await publishOne(publisher, "LeadGenForm", leadGenForms, eid, async (row) => {
      const state = await inTime(publisher, async (signal) => await publisher.network.publish(remoteForm(row), signal));
      return { response: state, changes: { externalId: state.externalId } };
    });
  },
  PhotoAccount: async (publisher, eid) => {
    await publishOne(publisher, "PhotoAccount", photoAccounts, eid, async (row) => {
      const profile = await inTime(
        publisher,
        async (signal) => await publisher.network.photoProfile(row.photoActorId, signal),
      );
      return { response: profile, changes: { photoUsername: profile.username, photoProfilePic: profile.profilePic } };
    });
  },
  SocialAdvertiser: async (publisher, eid) => {
    await publishOne(publisher, "SocialAdvertiser", socialAdvertisers, eid, async (row) => {
      const pages = await inTime(publisher, async (signal) => await publisher.network.pages(row, signal));
      await keepPages(publisher, row, pages);
      const own = pages.find((page) => page.snPageId === row.snPageId);
      return {
        response: pages,
        changes: {
          snPageUrl: own?.url ?? null,
          pageAccess: own?.pageAccess ?? false,
          pageAdminAccess: own?.pageAdminAccess ?? false,
        },
      };
    });
  },
};

/** Tells the network of an object that belongs to no campaign, and keeps what it answers. */
export function publishSocialObject(network: SocialNetwork): Job {
  return {
    async run(input, { context, signal }) {
      if (!isObjectKey(input)) throw new TypeError("a publication names its object");
      await PUBLISH[input.type]({ context, network, signal }, input.eid);
    },
  };
}

/** Asks the network about a row, which may be gone by now, and writes what comes of it with its event. */
async function publishOne<R extends SocialRecord>(
  { context, signal }: Publisher,
  type: PublishedAlone,
  table: RecordedTable<R>,
  eid: string,
  ask: (row: R) => Promise<{ changes: Partial<R>; response: object }>,
  afterwards: After<R> = async () => {},
): Promise<void> {
  const row = await table.byEid(context, eid);
  if (row === null) return;
  let answer;
  try {
    answer = await ask(row);
  } catch (error) {
    if (!signal.aborted) await recordFailure(context, row.advertisableEid, { type, eid }, error);
    throw error;
  }
  const { changes, response } = answer;
  await context.transaction("social.write", async (sql) => {
    const [before] = await table.lockAll(sql, context, row.advertisableEid, "eid", [eid]);
    if (before === undefined) return;
    const change = { before, changes, eventType: "published", response };
    const [after = before] = await table.writeAll(sql, context, "publish", [change]);
    await afterwards(sql, before, after);
  });
}

/** Makes the pages of an advertiser those that the network named; one that it does not name any more can't be used. */
async function keepPages(
  { context }: Publisher,
  { advertisableEid }: SocialAdvertiserRecord,
  pages: readonly RemotePage[],
): Promise<void> {
  await context.transaction("social.write", async (sql) => {
    const held = await socialPages.lockAll(sql, context, advertisableEid, "advertisableEid", [advertisableEid]);
    const named = new Map(pages.map((page) => [page.snPageId, page]));
    await socialPages.writeAll(
      sql,
      context,
      "publish",
      held.map((before) => {
        const page = named.get(before.snPageId);
        return { before, changes: page === undefined ? { pageAccess: false, pageAdminAccess: false } : fieldsOf(page) };
      }),
    );
    const known = new Set(held.map((page) => page.snPageId));
    const now = new Date(context.clock.now());
    await socialPages.insert(
      sql,
      context,
      "publish",
      ...[...named.values()]
        .filter((page) => !known.has(page.snPageId))
        .map((page): SocialPageRecord => ({
          eid: context.newEid(),
          advertisableEid,
          snPageId: page.snPageId,
          ...fieldsOf(page),
          createdAt: now,
          updatedAt: now,
        })),
    );
  });
}

function fieldsOf(page: RemotePage) {
  return {
    name: page.name,
    snPageImg: page.img,
    snPageUrl: page.url,
    pageAccess: page.pageAccess,
    pageAdminAccess: page.pageAdminAccess,
    noProfilePicture: page.img === null,
    isPublished: page.isPublished,
  };
}

function isObjectKey(input: unknown): input is { type: PublishedAlone; eid: string } {
  return (
    typeof input === "object" &&
    input !== null &&
    "type" in input &&
    typeof input.type === "string" &&
    Object.hasOwn(PUBLISH, input.type) &&
    "eid" in input &&
    typeof input.eid === "string"
  );
}
