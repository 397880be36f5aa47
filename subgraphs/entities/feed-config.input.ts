import { Field, ID, InputType, ObjectType } from "type-graphql";
import { FeedConfig, FeedType } from "./feed-config.type.js";

const URL_MEANING =
  "Address of the feed, http or https, on a public host at port 80 or 443, without user and password, at most 1,024 characters.";

@InputType("AllowFeedCrawlInput", { description: "Whether an advertisable's feed may be crawled." })
export class AllowFeedCrawlInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => Boolean, { defaultValue: true, description: "False takes it back: what waits then fails." })
  isAllowed: boolean;
}

@InputType("EnableFeedCrawlInput", { description: "Where an advertisable's products are listed." })
export class EnableFeedCrawlInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, { description: URL_MEANING })
  url: string;
}

@InputType("SetFeedParserConfigInput", {
  description: "How an advertisable's feed is read; what is not given stays, null goes back to the default.",
})
export class SetFeedParserConfigInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, {
    nullable: true,
    description: `${URL_MEANING} null counts as not given; it must be given while there is none.`,
  })
  url?: string | null;
  @Field(() => FeedType, { nullable: true, description: "How the feed is written; null where the feed tells." })
  feedType?: FeedType | null;
  @Field(() => String, {
    nullable: true,
    description: "What separates the columns of a CSV feed: one character, no line break; null where the feed tells.",
  })
  delimiter?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'What stands around cells of a CSV feed: one character, not the delimiter; null for ".',
  })
  quoteChar?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Encoding by a name or alias of the WHATWG standard, such as latin1; null where the feed tells.",
  })
  encoding?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether a CSV feed has one row above its row of column names; null counts as not given.",
  })
  skipFirstRow?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the XML element or JSON list of products, 1 to 100 characters; null for the usual names.",
  })
  tagName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "By whose custom prices are written, such as de-DE or de_DE; null for 1,234.50.",
  })
  locale?: string | null;
}

@ObjectType("FeedConfigPayload", {
  simpleResolvers: true,
  description: "What a mutation made of a feed's configuration.",
})
export class FeedConfigPayload {
  @Field(() => FeedConfig, { description: "The configuration as it is now; its `lastCrawl` is the one just queued." })
  feedConfig: FeedConfig;
}
