import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { requireLiveParents } from "./live-parent.table.js";
import { requireAdvertisable } from "./advertisable.resolver.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import {
  AllowFeedCrawlInput,
  EnableFeedCrawlInput,
  FeedConfigPayload,
  SetFeedParserConfigInput,
} from "./feed-config.input.js";
import { checkFeedConfig, checkWholeConfig, encodingOf, localeOf, requireAllowed } from "./feed-config.rules.js";
import {
  feedConfigByAdvertisable,
  type FeedConfigRecord,
  feedConfigs,
  lockFeedConfig,
  toFeedConfig,
} from "./feed-config.table.js";
import { FeedConfig } from "./feed-config.type.js";
import { queueCrawl } from "./feed-crawl.table.js";
import { given } from "../../lib/given.js";

@Resolver(() => FeedConfig)
export class FeedConfigResolver {
  @Query(() => FeedConfig, {
    nullable: true,
    description: "The configuration of one feed. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("feed.read")
  async feedConfig(
    @Arg("eid", () => ID, { description: "EID of the configuration." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<FeedConfig> {
    return toFeedConfig(await feedConfigs.require(context, eid));
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() config: FeedConfig, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, config.advertisableEid);
  }

  @Mutation(() => FeedConfigPayload, {
    nullable: true,
    description:
      "Lets the people of an advertisable have its feed crawled, or takes that back; it crawls nothing itself. NOT_FOUND for an advertisable that the viewer can't see, FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("feed.allow")
  async allowFeedCrawl(
    @Arg("input", () => AllowFeedCrawlInput, { description: "Which one, and whether." }) input: AllowFeedCrawlInput,
    @Ctx() context: RequestContext,
  ): Promise<FeedConfigPayload> {
    const { eid } = await requireAdvertisable(context, input.advertisableEid);
    authorise(context.viewer, "feed.allow");
    const record = await context.transaction("feed.allow", async (sql) => {
      const change = { isAllowed: input.isAllowed };
      await requireLiveParents(sql, context, [{ advertisableEid: eid }]);
      return await store(sql, context, "allowFeedCrawl", eid, await lockFeedConfig(sql, context, eid), change);
    });
    return { feedConfig: toFeedConfig(record) };
  }

  @Mutation(() => FeedConfigPayload, {
    nullable: true,
    description:
      "Says where an advertisable's products are listed, and queues a crawl of the feed: at most one begins a minute, and what still waits or runs is given up for it. NOT_FOUND for an advertisable that the viewer can't see; FORBIDDEN for users without the admin role, and for admins until a platform administrator allows feeds. When staff does it, it is allowed with that.",
  })
  @NeedsPermission("feed.write")
  async enableFeedCrawl(
    @Arg("input", () => EnableFeedCrawlInput, { description: "Which one, and where." }) input: EnableFeedCrawlInput,
    @Ctx() context: RequestContext,
  ): Promise<FeedConfigPayload> {
    return await configure(context, "enableFeedCrawl", input.advertisableEid, () => ({ url: input.url }));
  }

  @Mutation(() => FeedConfigPayload, {
    nullable: true,
    description:
      "Says how an advertisable's feed is read, and queues a crawl of it, as enableFeedCrawl does; refused as that is.",
  })
  @NeedsPermission("feed.write")
  async setFeedParserConfig(
    @Arg("input", () => SetFeedParserConfigInput, { description: "The changes." }) input: SetFeedParserConfigInput,
    @Ctx() context: RequestContext,
  ): Promise<FeedConfigPayload> {
    const { advertisableEid, url, skipFirstRow, encoding, locale, ...fields } = input;
    return await configure(context, "setFeedParserConfig", advertisableEid, () =>
      given<FeedConfigRecord>({
        ...fields,
        url: url ?? undefined,
        skipFirstRow: skipFirstRow ?? undefined,
        encoding: encoding == null ? encoding : (encodingOf(encoding) ?? encoding),
        locale: locale == null ? locale : (localeOf(locale) ?? locale),
      }),
    );
  }
}

@Resolver(() => Advertisable)
export class AdvertisableFeedConfigResolver {
  @FieldResolver(() => FeedConfig, {
    nullable: true,
    description: "How its product feed is read; null until a platform administrator allows it.",
  })
  async feedConfig(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): Promise<FeedConfig | null> {
    return await feedConfigByAdvertisable(context, advertisable.eid);
  }
}

async function configure(
  context: RequestContext,
  action: string,
  advertisableEid: string,
  changesOf: () => Partial<FeedConfigRecord>,
): Promise<FeedConfigPayload> {
  const { eid } = await requireAdvertisable(context, advertisableEid);
  authorise(context.viewer, "feed.write");
  const isStaff = context.viewer.role === "STAFF";
  const record = await context.transaction("feed.write", async (sql) => {
    await requireLiveParents(sql, context, [{ advertisableEid: eid }]);
    const before = await lockFeedConfig(sql, context, eid);
    requireAllowed(isStaff || before?.isAllowed === true);
    const { url, ...changes } = changesOf();
    refuse(checkFeedConfig({ ...changes, url: url ?? undefined }, context.fetchPolicy));
    const all = { ...changes, ...(url != null && { url }), isAllowed: true };
    refuse(checkWholeConfig({ url: null, delimiter: null, quoteChar: null, ...before, ...all }));
    const after = await store(sql, context, action, eid, before, all);
    await queueCrawl(sql, context, action, after);
    return after;
  });
  return { feedConfig: toFeedConfig(record) };
}

/** Writes changes of an advertisable's configuration, its first one included. */
async function store(
  sql: Sql,
  context: RequestContext,
  action: string,
  advertisableEid: string,
  before: FeedConfigRecord | null,
  changes: Partial<FeedConfigRecord>,
): Promise<FeedConfigRecord> {
  if (before !== null) return await feedConfigs.write(sql, context, action, before, changes);
  const now = new Date(context.clock.now());
  const record: FeedConfigRecord = {
    eid: context.newEid(),
    advertisableEid,
    isAllowed: false,
    url: null,
    feedType: null,
    delimiter: null,
    quoteChar: null,
    encoding: null,
    skipFirstRow: false,
    tagName: null,
    locale: null,
    createdAt: now,
    updatedAt: now,
    ...changes,
  };
  await feedConfigs.insert(sql, context, action, record);
  return record;
}
