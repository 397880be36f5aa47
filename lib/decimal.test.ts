import fc from "fast-check";
import { expect, test } from "vitest";
import { decimal, parseDecimal, plain, ratio, rounded, roundedNumber, sum } from "./decimal.js";
import { money } from "./money.js";

test("amounts are rounded half up to 2 decimals, once, and keep their exact value", () => {
  expect(money("1.005", "USD")).toMatchObject({ amount: "1.01", currency: "USD" });
  expect(money("1.004999999999", "USD").amount).toBe("1.00");
  expect(money(0, "JPY").amount).toBe("0.00");
  expect(plain(money("1.429999948", "USD").exactAmount)).toBe("1.429999948");
});

test("sums lose nothing, in whatever order they are made", () => {
  const cents = fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { maxLength: 50 });
  fc.assert(
    fc.property(cents, (amounts) => {
      const texts = amounts.map(
        (amount) => `${amount / 1_000_000_000n}.${String(amount % 1_000_000_000n).padStart(9, "0")}`,
      );
      const exact = amounts.reduce((total, amount) => total + amount, 0n);
      expect(sum(texts.map(decimal)).times(1_000_000_000).toFixed()).toBe(String(exact));
      expect(sum(texts.toReversed().map(decimal)).eq(sum(texts.map(decimal)))).toBe(true);
    }),
  );
});

test("a ratio over 0 is null", () => {
  expect(ratio(5, 0)).toBeNull();
  expect(rounded(ratio(1, 3, 100) ?? decimal(0), 6)).toBe("33.333333");
});

test("a number is rounded as its exact value is, in the middle between two as well", () => {
  const amount = fc.oneof(
    fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(String),
    fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 12 }))
      .map(([digits, scale]) => decimal(digits).div(decimal(10).pow(scale)).toFixed()),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  );
  const factors = fc.constantFrom(1, 100, 1_000);
  const places = fc.constantFrom(0, 2, 6);
  fc.assert(
    fc.property(amount, amount, factors, places, (above, below, factor, decimals) => {
      const exact = ratio(above, below, factor);
      if (exact === null) return;
      const value = (Number(above) * factor) / Number(below);
      // 0 and -0 are the same to whoever reads it.
      expect(roundedNumber(value, decimals, () => exact) + 0).toBe(Number(rounded(exact, decimals)) + 0);
    }),
    { numRuns: 5_000 },
  );
  for (const text of ["0.125", "-0.125", "1.005", "1.0049999999999999", "2.675", "0.5", "-0.004", "123456789.995"])
    expect(roundedNumber(Number(text), 2, () => decimal(text)) + 0).toBe(Number(rounded(decimal(text), 2)) + 0);
});

test("only plain digits are a decimal", () => {
  for (const text of ["1e5", "NaN", "Infinity", "", ".5", "5.", "1,000", " 1", "0x10", "--1", "1".repeat(31)])
    expect(parseDecimal(text)).toBeNull();
  for (const text of ["0", "-1.50", "12345678901234567890.12345678901234567890"])
    expect(parseDecimal(text)?.toFixed()).toBe(decimal(text).toFixed());
});
