import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const FeedCrawlStatus = {
  QUEUED: "QUEUED",
  RUNNING: "RUNNING",
  SUCCEEDED: "SUCCEEDED",
  FAILED: "FAILED",
  SUPERSEDED: "SUPERSEDED",
} as const;
export type FeedCrawlStatus = keyof typeof FeedCrawlStatus;
registerEnumType(FeedCrawlStatus, {
  name: "FeedCrawlStatus",
  description: "How far a crawl is. This graph's own.",
  valuesConfig: {
    QUEUED: { description: "Waits for its turn; for another attempt where it has a failure." },
    RUNNING: { description: "Fetches, reads and stores." },
    SUCCEEDED: { description: "The products are those of the feed." },
    FAILED: { description: "Given up; `failure` says why." },
    SUPERSEDED: { description: "Given up for a later one." },
  },
});

export const FeedCrawlFailure = {
  BLOCKED_URL: "BLOCKED_URL",
  BLOCKED_ADDRESS: "BLOCKED_ADDRESS",
  TOO_MANY_REDIRECTS: "TOO_MANY_REDIRECTS",
  UNREACHABLE: "UNREACHABLE",
  TIMEOUT: "TIMEOUT",
  HTTP_STATUS: "HTTP_STATUS",
  TOO_LARGE: "TOO_LARGE",
  UNKNOWN_COMPRESSION: "UNKNOWN_COMPRESSION",
  COMPRESSION_RATIO: "COMPRESSION_RATIO",
  BAD_ARCHIVE: "BAD_ARCHIVE",
  SEVERAL_FILES: "SEVERAL_FILES",
  BAD_ENCODING: "BAD_ENCODING",
  WRONG_TYPE: "WRONG_TYPE",
  DOCTYPE: "DOCTYPE",
  MALFORMED: "MALFORMED",
  NO_PRODUCTS: "NO_PRODUCTS",
  TOO_MANY_PRODUCTS: "TOO_MANY_PRODUCTS",
  TOO_COMPLEX: "TOO_COMPLEX",
  NOT_ALLOWED: "NOT_ALLOWED",
  INTERRUPTED: "INTERRUPTED",
} as const;
export type FeedCrawlFailure = keyof typeof FeedCrawlFailure;
registerEnumType(FeedCrawlFailure, {
  name: "FeedCrawlFailure",
  description: "Why a crawl failed. This graph's own.",
  valuesConfig: {
    BLOCKED_URL: {
      description: "The feed, or where it sends us, is not at http or https on port 80 or 443, or leaves https.",
    },
    BLOCKED_ADDRESS: { description: "The feed, or where it sends us, is on a host that is not public." },
    TOO_MANY_REDIRECTS: { description: "The feed sent us on more than three times." },
    UNREACHABLE: { description: "There is no such host, or the connection failed; it is tried again." },
    TIMEOUT: {
      description: "No connection within 5 seconds, or not all of it read within 30; it is tried again.",
    },
    HTTP_STATUS: {
      description: "The answer's status was not 200; `httpStatus` has it. 408, 429 and 500 to 599 are tried again.",
    },
    TOO_LARGE: { description: "More than 100 MiB, as it came or after decompression." },
    UNKNOWN_COMPRESSION: { description: "It was compressed in another way than gzip and zip." },
    COMPRESSION_RATIO: { description: "It grew to more than 100 times its size." },
    BAD_ARCHIVE: { description: "The gzip or zip is damaged, encrypted, or holds another one." },
    SEVERAL_FILES: { description: "The zip does not have exactly one file, or one of the feed's kind." },
    BAD_ENCODING: { description: "It holds bytes that its encoding does not have; set the right encoding." },
    WRONG_TYPE: { description: "It is not written as feedType says." },
    DOCTYPE: { description: "It has a document type declaration, which is not read." },
    MALFORMED: { description: "It breaks the rules of its format, or ends too early." },
    NO_PRODUCTS: { description: "No product was found, or none with id, title and address; tagName may help." },
    TOO_MANY_PRODUCTS: { description: "It has more than 500,000 products." },
    TOO_COMPLEX: { description: "Reading it took too much memory." },
    NOT_ALLOWED: { description: "Platform administrators did not allow it any more when its turn came." },
    INTERRUPTED: { description: "The service ended in the middle too often." },
  },
});

@ObjectType("FeedCrawl", {
  simpleResolvers: true,
  implements: Node,
  description: "One reading of an advertisable's product feed. This graph's own.",
})
@Directive('@key(fields: "eid")')
export class FeedCrawl implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the feed's configuration; it never changes." })
  feedConfigEid: string;
  @Field(() => String, { description: "Address of the feed when it was queued." })
  url: string;
  @Field(() => FeedCrawlStatus, { description: "How far it is." })
  status: FeedCrawlStatus;
  @Field(() => Int, { description: "Times that it was begun, at most 5." })
  attempts: number;
  @Field(() => FeedCrawlFailure, {
    nullable: true,
    description: "Why its last attempt failed; null where none has, and once it succeeds.",
  })
  failure: FeedCrawlFailure | null;
  @Field(() => Int, { nullable: true, description: "Status of the answer where the failure is HTTP_STATUS." })
  httpStatus: number | null;
  @Field(() => DateTime, { nullable: true, description: "When its last attempt began; null before the first." })
  startedAt: Date | null;
  @Field(() => DateTime, { nullable: true, description: "When it succeeded or was given up; null before that." })
  finishedAt: Date | null;
  @Field(() => Int, {
    description: "Products that were new, or were inactive before. Counts are those of the last attempt.",
  })
  addedCount: number;
  @Field(() => Int, { description: "Products that were there and changed." })
  changedCount: number;
  @Field(() => Int, { description: "Products that were there as they are in the feed." })
  unchangedCount: number;
  @Field(() => Int, { description: "Products that were not in the feed any more and became inactive." })
  deactivatedCount: number;
  @Field(() => Int, {
    description:
      "Entries of the feed that were left out: without id, title or address, with an id that came before, or with a value that can't be kept, such as a price that is none.",
  })
  skippedCount: number;
  @Field(() => DateTime, { description: "When it was queued." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
