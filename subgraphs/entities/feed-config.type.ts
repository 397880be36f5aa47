import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const FeedType = { XML: "XML", JSON: "JSON", CSV: "CSV" } as const;
export type FeedType = keyof typeof FeedType;
registerEnumType(FeedType, {
  name: "FeedType",
  description: "How a product feed is written. Source: decisions, section 6.",
  valuesConfig: {
    XML: { description: "Elements, one for each product; `xml` in the old interface." },
    JSON: { description: "A list of objects, one for each product; `json` in the old interface." },
    CSV: { description: "A table with a row of column names and a row for each product; `csv` in the old interface." },
  },
});

@ObjectType("FeedConfig", {
  simpleResolvers: true,
  implements: Node,
  description:
    "Where an advertisable's products are listed and how that list is read: one for each advertisable, made when a platform administrator first allows it. Source: document 2, part B; decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class FeedConfig implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => Boolean, {
    description: "Whether platform administrators allow the feed to be crawled; nobody else can change it.",
  })
  isAllowed: boolean;
  @Field(() => String, {
    nullable: true,
    description:
      "Address of the feed, http or https, at most 1,024 characters: XML, JSON or CSV, plain, gzipped, or as the one file of its kind in a zip; null until one is given.",
  })
  url: string | null;
  @Field(() => FeedType, {
    nullable: true,
    description:
      "How the feed is written; another one fails then. null where it is told by the feed's first character.",
  })
  feedType: FeedType | null;
  @Field(() => String, {
    nullable: true,
    description:
      "What separates the columns of a CSV feed, one character; null where it is the most frequent of comma, semicolon, tab and | in the row of names.",
  })
  delimiter: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'What stands around the cells of a CSV feed that hold delimiters, one character; null for ".',
  })
  quoteChar: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Encoding of the feed's characters by its name in the WHATWG standard, such as windows-1252; null where the feed tells it (byte order mark, XML declaration), else it is UTF-8.",
  })
  encoding: string | null;
  @Field(() => Boolean, {
    description: "Whether a CSV feed has one row above its row of column names, which is then left out.",
  })
  skipFirstRow: boolean;
  @Field(() => String, {
    nullable: true,
    description:
      "Name of the XML element that holds a product, or of the JSON list that holds them, without namespace prefix, at most 100 characters; null for the first of item, entry, product and offer, or of the lists products, items, entries and offers.",
  })
  tagName: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "By whose custom prices are written, such as de-DE for 1.234,50; BCP 47. null for 1,234.50. JSON numbers have their own form.",
  })
  locale: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
