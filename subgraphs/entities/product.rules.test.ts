import { describe, expect, test } from "vitest";
import { type FeedEntry, productOf } from "./product.rules.js";

const ENTRY: FeedEntry = { id: "a", title: "A", url: "https://shop.example/a" };

function priceOf(entry: FeedEntry, locale: string | null = null): string | null | undefined {
  const product = productOf({ ...ENTRY, ...entry }, { locale, currency: "USD" });
  return product === null
    ? undefined
    : product.priceAmount === null
      ? null
      : `${product.priceAmount} ${product.currency}`;
}

describe("a price", () => {
  test.each<[string, string]>([
    ["19.99", "19.99 USD"],
    ["19.90", "19.9 USD"],
    ["0", "0 USD"],
    ["1,234,567.5", "1234567.5 USD"],
    ["19.99 EUR", "19.99 EUR"],
    ["EUR 19.99", "19.99 EUR"],
    ["€19.99", "19.99 EUR"],
    ["19.99£", "19.99 GBP"],
    ["$5", "5 USD"],
    ["999999999999.9999", "999999999999.9999 USD"],
  ])("%s is %s", (price, expected) => expect(priceOf({ price })).toBe(expected));

  test.each([
    "-1",
    "12,50",
    "1,23,456",
    "1.2.3",
    "1e5",
    "NaN",
    "free",
    "EUR 5 USD",
    "1.00001",
    "1000000000000",
    " ".repeat(5_000).concat("x"),
    `1${" ".repeat(4_000)}x!A`,
  ])("%j is none", (price) => expect(priceOf({ price })).toBeUndefined());

  test("is written as the locale has it", () => {
    expect(priceOf({ price: "1.234,50 EUR" }, "de-DE")).toBe("1234.5 EUR");
    expect(priceOf({ price: "1\u202f234,50" }, "fr-FR")).toBe("1234.5 USD");
    expect(priceOf({ price: "1.234" }, "de-DE")).toBe("1234 USD");
    expect(priceOf({ price: "1.23" }, "de-DE")).toBeUndefined();
    // JSON numbers are written one way.
    expect(priceOf({ amount: "1.234" }, "de-DE")).toBe("1.234 USD");
  });

  test("takes its currency from the entry, which must not name two", () => {
    expect(priceOf({ price: "5", currency: "JPY" })).toBe("5 JPY");
    expect(priceOf({ price: "5 EUR", currency: "EUR" })).toBe("5 EUR");
    expect(priceOf({ price: "5 EUR", currency: "JPY" })).toBeUndefined();
    expect(priceOf({ price: "5", currency: "yen" })).toBeUndefined();
  });

  test("may be missing, and never lost a digit", () => {
    expect(priceOf({})).toBeNull();
    expect(priceOf({ price: " " })).toBeNull();
    expect(priceOf({ amount: "123456789012.345" })).toBe("123456789012.345 USD");
    expect(priceOf({ amount: "123456789012.3456" })).toBeUndefined();
    expect(priceOf({ amount: "1e-7" })).toBeUndefined();
  });
});
