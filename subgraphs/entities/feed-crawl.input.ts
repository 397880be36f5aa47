import { ArgsType, Field, InputType, Int } from "type-graphql";
import type { PageArgs } from "../../lib/page.js";
import { FeedCrawl, FeedCrawlStatus } from "./feed-crawl.type.js";
import { connectionOf, DateTimeFilter, enumFilter } from "./graph.js";

export const FeedCrawlConnection = connectionOf(() => FeedCrawl, "FeedCrawl", "feed crawls");

const FeedCrawlStatusFilter = enumFilter(FeedCrawlStatus, "FeedCrawlStatus");

@InputType("FeedCrawlFilter", { description: "Which crawls; all conditions that are given hold." })
class FeedCrawlFilter {
  @Field(() => FeedCrawlStatusFilter, { nullable: true, description: "By how far it is." })
  status?: InstanceType<typeof FeedCrawlStatusFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was queued." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

@ArgsType()
export class FeedCrawlListArgs implements PageArgs {
  @Field(() => Int, { nullable: true, description: "Rows of the page, 1 to 100; 25 when not given." })
  first?: number | null;
  @Field(() => String, { nullable: true, description: "Continue after this cursor of the same list." })
  after?: string | null;
  @Field(() => FeedCrawlFilter, { nullable: true, description: "Which rows; all when not given." })
  filter?: FeedCrawlFilter | null;
}
