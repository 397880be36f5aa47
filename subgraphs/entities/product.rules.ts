import { decimal, plain } from "../../lib/decimal.js";
import { checkText } from "../../lib/checks.js";
import type { Product } from "./product.type.js";

/** An entry of a feed as it is written there. */
export interface FeedEntry {
  id?: string;
  title?: string;
  url?: string;
  image?: string;
  /** As people write it, with or without its currency. */
  price?: string;
  /** As JSON writes numbers. */
  amount?: string;
  currency?: string;
}

/** What a feed says of a product. */
export type ProductFields = Pick<Product, "externalId" | "title" | "url" | "imageUrl" | "priceAmount" | "currency">;

/** How a feed writes prices. */
export interface PriceCustom {
  /** BCP 47; null for 1,234.50. */
  locale: string | null;
  /** Of a price that names none. */
  currency: string;
}

const MAX_URL_LENGTH = 2_048;
/** Below it, with four decimals, every JSON number that is written out is exact. */
const MAX_PRICE = 1e12;
const MAX_PLACES = 4;
const MAX_PRICE_LENGTH = 64;
const EXACT_DIGITS = 15;

const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP" };

/** The product that an entry describes, or null where it lacks something or has what can't be kept. */
export function productOf(entry: FeedEntry, custom: PriceCustom): ProductFields | null {
  const externalId = entry.id?.trim() ?? "";
  const title = entry.title?.trim() ?? "";
  const url = entry.url?.trim() ?? "";
  const imageUrl = entry.image?.trim() ?? "";
  const price = priceOf(entry, custom);
  const isFit =
    price !== null &&
    checkText("id", externalId, 1, 255).length === 0 &&
    checkText("title", title, 1, 500).length === 0 &&
    isPageUrl(url) &&
    (imageUrl === "" || isPageUrl(imageUrl));
  return isFit ? { externalId, title, url, imageUrl: imageUrl === "" ? null : imageUrl, ...price } : null;
}

type Price = Pick<ProductFields, "priceAmount" | "currency">;

/** The price of an entry, nulls where it names none, or null where it is none. */
function priceOf({ price, amount, currency }: FeedEntry, custom: PriceCustom): Price | null {
  const written = price?.trim() ?? "";
  if (amount === undefined && written === "") return { priceAmount: null, currency: null };
  if ((amount ?? written).length > MAX_PRICE_LENGTH) return null;
  const [, before, number = "", after] =
    /^([A-Z]{3}|[€£$])?\s*([^A-Z€£$]*?)\s*([A-Z]{3}|[€£$])?$/u.exec(amount ?? written) ?? [];
  if (before !== undefined && after !== undefined) return null;
  const sign = before ?? after;
  const named = sign === undefined || sign === "$" ? undefined : (SIGNS[sign] ?? sign);
  const given = currency?.trim() ?? "";
  if (given !== "" && (!/^[A-Z]{3}$/.test(given) || (named !== undefined && named !== given))) return null;
  const digits = amount === undefined ? plainNumber(number, custom.locale) : exactNumber(number);
  if (digits === null || !/^\d{1,12}(\.\d{1,4})?$/.test(digits)) return null;
  const value = decimal(digits);
  if (value.gte(MAX_PRICE) || !value.round(MAX_PLACES).eq(value)) return null;
  return { priceAmount: plain(value), currency: named ?? (given === "" ? custom.currency : given) };
}

/** A JSON number that lost no digit on its way. */
function exactNumber(text: string): string | null {
  return text.replace(".", "").replace(/^0+/, "").length <= EXACT_DIGITS ? text : null;
}

/** A number as a locale writes it, written as we do; null where it is none. */
function plainNumber(text: string, locale: string | null): string | null {
  const { group, point } = separatorsOf(locale);
  const spaced = text.replaceAll(/[\u00A0\u202F]/g, " ");
  const grouped = new RegExp(`^\\d{1,3}(?:${escaped(group)}\\d{3})+(?:${escaped(point)}\\d+)?$`);
  const ungrouped = new RegExp(`^\\d+(?:${escaped(point)}\\d+)?$`);
  if (!grouped.test(spaced) && !ungrouped.test(spaced)) return null;
  return spaced.replaceAll(group, "").replace(point, ".");
}

const separators = new Map<string, { group: string; point: string }>();

function separatorsOf(locale: string | null): { group: string; point: string } {
  const name = locale ?? "en-US";
  let found = separators.get(name);
  if (found === undefined) {
    const parts = new Intl.NumberFormat(name, { numberingSystem: "latn", useGrouping: true }).formatToParts(
      1_234_567.8,
    );
    const of = (type: string): string | undefined => parts.find((part) => part.type === type)?.value;
    const group = (of("group") ?? ",").replaceAll(/[\u00A0\u202F]/g, " ");
    found = { group, point: of("decimal") ?? "." };
    separators.set(name, found);
  }
  return found;
}

function escaped(separator: string): string {
  return separator.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function isPageUrl(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || !/^[^\s\p{Cc}\p{Cs}]+$/u.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.username === "";
}

/** What is to be written of a part of a feed. */
export interface ProductChanges {
  /** New ones, and those that are back. */
  added: ProductFields[];
  changed: ProductFields[];
  unchangedCount: number;
}

/** Compares products of a feed, each id once, with those that there are under the same ids. */
export function changesOf(found: readonly ProductFields[], known: readonly Omit<Product, "id">[]): ProductChanges {
  const byId = new Map(known.map((product) => [product.externalId, product]));
  const changes: ProductChanges = { added: [], changed: [], unchangedCount: 0 };
  for (const product of found) {
    const before = byId.get(product.externalId);
    if (before === undefined || !before.isActive) changes.added.push(product);
    else if (isSame(before, product)) changes.unchangedCount += 1;
    else changes.changed.push(product);
  }
  return changes;
}

function isSame(before: ProductFields, after: ProductFields): boolean {
  return (
    before.title === after.title &&
    before.url === after.url &&
    before.imageUrl === after.imageUrl &&
    before.currency === after.currency &&
    (before.priceAmount === after.priceAmount ||
      (before.priceAmount !== null &&
        after.priceAmount !== null &&
        decimal(before.priceAmount).eq(decimal(after.priceAmount))))
  );
}
