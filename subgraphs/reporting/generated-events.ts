import { stringify } from "csv-stringify/sync";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { decimal, type Decimal, plain, ZERO } from "../../lib/decimal.js";

/** The files that events are generated into, each with the columns that its loader reads. */
export const GENERATED_HEADERS = {
  touchpoints: "time,cookie,touchpoint,kind,productType,network,inventorySource,domain,cost,campaign,adGroup,ad",
  conversions: "time,cookie,conversion,type,value,weight,deviceIdType,country,city,referrer",
  deliveries: "date,network,inventorySource,domain,campaign,adGroup,ad,impressions,clicks,cost,reportedConversions",
} as const;
export type GeneratedFile = keyof typeof GENERATED_HEADERS;

/** A piece of a file; the pieces of one file follow each other. */
export interface GeneratedChunk {
  file: GeneratedFile;
  text: string;
}

export interface GeneratorOptions {
  /** Touchpoints. */
  events: number;
  days: number;
  /** The day after the last one, YYYY-MM-DD. */
  end: string;
  /** The same seed makes the same files. */
  seed: number;
}

const DAY = 86_400_000;
const CHUNK = 65_536;
/** Touchpoints of a user on the average. */
const PER_USER = 12;
/** Longest time from the touchpoint that leads to a conversion to that, in days. */
const LONGEST_WAY = 20;

/** What ads are bought as and where they are shown; names have what a CSV file must quote. */
const PRODUCTS = [
  { product: "RT", network: "web", sources: ["exchange a", "exchange b"], campaign: "Come back" },
  { product: "PR", network: "social", sources: ["feed", "stories", "right column"], campaign: 'Find, and "meet"' },
  { product: "SR", network: "email", sources: ["newsletter"], campaign: "Write to" },
] as const;
const AD_GROUPS = 2;
const ADS = 4;
const DOMAINS = ["news.example", "blog.example", "weather.example", "", "sport.example"];
const PLACES = ["US,Portland", "DE,Hamburg", "JP,Kyoto", ","];

interface Place {
  /** The columns productType to domain, and campaign to ad, as CSV. */
  where: string;
  product: string;
  ad: string;
}

interface Sums {
  place: Place;
  impressions: number;
  clicks: number;
  cost: Decimal;
  conversions: number;
}

/**
 * The events of one advertisable, day by day: users see and click ads, some of that leads to a conversion some time
 * later, and deliveries are the sums of a day's touchpoints. Only one day is ever held.
 */
export function* generateEvents({ events, days, end, seed }: GeneratorOptions): Generator<GeneratedChunk> {
  const random = xoroshiro128plus(seed);
  const upTo = (max: number): number => uniformInt(random, 0, max);
  const oneOf = <T>(values: readonly [T, ...T[]] | readonly T[], absent: T): T =>
    values[upTo(values.length - 1)] ?? absent;
  const places = allPlaces();
  const users = Math.max(1, Math.round(events / PER_USER));
  const start = Date.parse(end) - days * DAY;
  const chunks = new Map<GeneratedFile, string>();
  function* write(file: GeneratedFile, line: string): Generator<GeneratedChunk> {
    const text = `${chunks.get(file) ?? `${GENERATED_HEADERS[file]}\n`}${line}`;
    const isFull = text.length >= CHUNK;
    chunks.set(file, isFull ? "" : text);
    if (isFull) yield { file, text };
  }

  let made = 0;
  let conversions = 0;
  for (let day = 0; day < days; day += 1) {
    const midnight = start + day * DAY;
    const sums = new Map<Place, Sums>();
    const upToNow = Math.round((events * (day + 1)) / days);
    const today = upToNow - made;
    let cookie = "";
    let at = midnight;
    for (let n = 0; n < today; n += 1, made += 1) {
      // Now and then a page shows a user several ads at the very same moment.
      if (n === 0 || upTo(49) > 0) {
        cookie = `user-${upTo(users - 1)}`;
        at = midnight + Math.floor(((n + upTo(999) / 1_000) * DAY) / today);
      }
      const place = oneOf(places, places[0]);
      if (place === undefined) continue;
      const isClick = upTo(99) < 8;
      const cost = isClick ? `0.${100 + upTo(899)}` : `0.00${10 + upTo(89)}`;
      yield* write(
        "touchpoints",
        `${new Date(at).toISOString()},${cookie},t${made},${isClick ? "click" : "impression"},${place.product},${place.where},${cost},${place.ad}\n`,
      );
      const sum = sums.get(place) ?? { place, impressions: 0, clicks: 0, cost: ZERO, conversions: 0 };
      sum[isClick ? "clicks" : "impressions"] += 1;
      sum.cost = sum.cost.plus(decimal(cost));
      sums.set(place, sum);
      if (upTo(999) >= (isClick ? 60 : 4)) continue;
      // Most users convert soon, a few much later.
      const converted = at + Math.floor((upTo(1_000_000) / 1_000_000) ** 3 * LONGEST_WAY * DAY);
      if (converted >= start + days * DAY) continue;
      sum.conversions += 1;
      yield* write(
        "conversions",
        `${new Date(converted).toISOString()},${cookie},c${conversions},purchase,${5 + upTo(245)}.${10 + upTo(89)},${upTo(9) === 0 ? "0.5" : "1"},cookie,${oneOf(PLACES, ",")},https://shop.example/cart\n`,
      );
      conversions += 1;
    }
    const date = new Date(midnight).toISOString().slice(0, 10);
    for (const { place, ...sum } of sums.values()) {
      const numbers = [sum.impressions, sum.clicks, plain(sum.cost), sum.conversions].join(",");
      yield* write("deliveries", `${date},${place.where},${place.ad},${numbers}\n`);
    }
  }
  for (const file of ["touchpoints", "conversions", "deliveries"] as const)
    yield { file, text: chunks.get(file) ?? `${GENERATED_HEADERS[file]}\n` };
}

function allPlaces(): Place[] {
  const csv = (fields: readonly string[]): string => stringify([[...fields]]).trimEnd();
  return PRODUCTS.flatMap(({ product, network, sources, campaign }) =>
    sources.flatMap((source) =>
      DOMAINS.flatMap((domain) =>
        Array.from({ length: AD_GROUPS * ADS }, (_, n) => {
          const adGroup = `${campaign} ${1 + (n % AD_GROUPS)}`;
          return {
            product,
            where: csv([network, source, domain]),
            ad: csv([campaign, adGroup, `${adGroup}, ad ${1 + Math.floor(n / AD_GROUPS)}`]),
          };
        }),
      ),
    ),
  );
}
