import { present } from "./entities.js";
import { graphEnum, legacyDateTime, legacyEnum } from "./legacy-format.js";
import { eid, optionalChoice, optionalFlag, optionalText, requiredText } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { lasting, removable } from "./write-parameters.js";

const FEED_CONFIG_FIELDS = `fragment FeedConfigFields on FeedConfig {
  eid advertisableEid url feedType delimiter quoteChar encoding skipFirstRow tagName locale createdAt updatedAt
}`;

interface FeedConfigData {
  eid: string;
  advertisableEid: string;
  url: string | null;
  feedType: string | null;
  delimiter: string | null;
  quoteChar: string | null;
  encoding: string | null;
  skipFirstRow: boolean;
  tagName: string | null;
  locale: string | null;
  createdAt: string;
  updatedAt: string;
}

function feedConfigRecord(data: FeedConfigData) {
  return {
    eid: data.eid,
    advertisable: data.advertisableEid,
    feed_url: data.url,
    feedtype: data.feedType === null ? null : legacyEnum(data.feedType),
    delimiter: data.delimiter,
    quotechar: data.quoteChar,
    encoding: data.encoding,
    skipfirstrow: data.skipFirstRow,
    tag_name: data.tagName,
    locale: data.locale,
    created_date: legacyDateTime(data.createdAt),
    updated_date: legacyDateTime(data.updatedAt),
  };
}

const URL_MEANING =
  "Address of the product feed, at most 1,024 characters: XML, JSON or CSV, plain, zipped or gzipped, on a public host, http or https.";

export const ENTITY_FEED_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/advertisable/enable_feed_crawl",
    permission: "feed.write",
    description:
      "Says where an advertisable's products are listed, and queues a crawl; an empty object. 403 for users without the admin role, and until a platform administrator allows feeds. Document 2, part B.",
    parameters: { advertisable: eid("EID of the advertisable."), url: requiredText(URL_MEANING) },
    operation: `mutation EnableFeedCrawl($input: EnableFeedCrawlInput!) { enableFeedCrawl(input: $input) { feedConfig { eid } } }`,
    variables: ({ advertisable, url }) => ({ input: { advertisableEid: advertisable, url } }),
    body: ({ enableFeedCrawl }: { enableFeedCrawl: object | null }) => {
      present(enableFeedCrawl);
      return { results: {} };
    },
  }),
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/feed_config/set_parser_configs",
    permission: "feed.write",
    description:
      "Says how an advertisable's feed is read, and queues a crawl; the configuration. What is not given stays, and null or an empty value takes a setting back. 403 as for enable_feed_crawl. Decisions, section 6.",
    parameters: {
      advertisable: eid("EID of the advertisable."),
      feed_url: lasting(optionalText(`${URL_MEANING} Required as long as there is none.`)),
      feedtype: removable(optionalChoice("How the feed is written.", ["xml", "json", "csv"])),
      delimiter: removable(
        optionalText("What separates the columns of a CSV feed: one character, or \\t for the tab."),
      ),
      quotechar: removable(optionalText('What stands around cells of a CSV feed: one character; " when never given.')),
      encoding: removable(optionalText("Encoding by a name or alias of the WHATWG standard, such as latin1.")),
      skipfirstrow: lasting(optionalFlag("Whether a CSV feed has one row above its row of column names.")),
      tag_name: removable(optionalText("Name of the XML element or JSON list of products, 1 to 100 characters.")),
      locale: removable(
        optionalText("By whose custom prices are written, such as de_DE; as 1,234.50 when never given."),
      ),
    },
    names: { url: "feed_url", feedType: "feedtype", quoteChar: "quotechar", skipFirstRow: "skipfirstrow" },
    operation: `mutation SetFeedParserConfig($input: SetFeedParserConfigInput!) {
      setFeedParserConfig(input: $input) { feedConfig { ...FeedConfigFields } }
    } ${FEED_CONFIG_FIELDS}`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable,
        url: input.feed_url,
        feedType: input.feedtype && graphEnum(input.feedtype),
        delimiter: input.delimiter === String.raw`\t` ? "\t" : input.delimiter,
        quoteChar: input.quotechar,
        encoding: input.encoding,
        skipFirstRow: input.skipfirstrow,
        tagName: input.tag_name,
        locale: input.locale,
      },
    }),
    body: ({ setFeedParserConfig }: { setFeedParserConfig: { feedConfig: FeedConfigData } | null }) => ({
      results: feedConfigRecord(present(setFeedParserConfig).feedConfig),
    }),
  }),
];
