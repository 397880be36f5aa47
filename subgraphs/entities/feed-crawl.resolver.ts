import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Page } from "../../lib/page.js";
import { feedConfigByEid } from "./feed-config.table.js";
import { FeedConfig } from "./feed-config.type.js";
import { FeedCrawlConnection, FeedCrawlListArgs } from "./feed-crawl.input.js";
import { crawlsOfAdvertisable, lastCrawlByAdvertisable } from "./feed-crawl.table.js";
import { FeedCrawl } from "./feed-crawl.type.js";

@Resolver(() => FeedCrawl)
export class FeedCrawlResolver {
  @FieldResolver(() => FeedConfig, { description: "The configuration of the feed." })
  async feedConfig(@Root() crawl: FeedCrawl, @Ctx() context: RequestContext): Promise<FeedConfig | null> {
    return await feedConfigByEid(context, crawl.feedConfigEid);
  }
}

@Resolver(() => FeedConfig)
export class FeedConfigCrawlsResolver {
  @FieldResolver(() => FeedCrawlConnection, { description: "The crawls of the feed, the newest first." })
  async crawls(
    @Root() config: FeedConfig,
    @Args(() => FeedCrawlListArgs) args: FeedCrawlListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<FeedCrawl>> {
    return await crawlsOfAdvertisable(context, config.advertisableEid, args);
  }

  @FieldResolver(() => FeedCrawl, { nullable: true, description: "The newest crawl; null before the first." })
  async lastCrawl(@Root() config: FeedConfig, @Ctx() context: RequestContext): Promise<FeedCrawl | null> {
    return await lastCrawlByAdvertisable(context, config.advertisableEid);
  }
}
