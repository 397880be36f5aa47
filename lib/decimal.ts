import { Big as BigJs } from "big.js";

/** Exact decimal arithmetic for money and ratios; quotients are cut at 20 decimals, half up. */
const Decimals = BigJs();
Decimals.DP = 20;
Decimals.RM = BigJs.roundHalfUp;

export type Decimal = BigJs;
export type DecimalSource = BigJs | string | number;

export function decimal(source: DecimalSource): Decimal {
  return new Decimals(source);
}

export const ZERO: Decimal = decimal(0);

/** The decimal written out without an exponent and without trailing zeros. */
export function plain(value: Decimal): string {
  const text = value.toFixed();
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Half up, as money and ratios are rounded at the edge (decisions, section 4). */
export function rounded(value: Decimal, places: number): string {
  return value.toFixed(places, BigJs.roundHalfUp);
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

/** `numerator / denominator * factor`, or null when the denominator is 0. */
export function ratio(numerator: DecimalSource, denominator: DecimalSource, factor = 1): Decimal | null {
  const below = decimal(denominator);
  return below.eq(0) ? null : decimal(numerator).times(factor).div(below);
}

/** Up to here a number that is made of a few roundings is right to a millionth. */
const SURE = 1e9;
const MARGIN = 1e-6;

/**
 * `value` at so many decimals, half up, as a number: `Number(rounded(exact(), places))`. Where `value`, in floating point,
 * is clear of the middle between two such numbers nothing exact is needed to tell which one it is, and to divide exactly
 * takes twenty times as long.
 *
 * @param value Right to a few units in the last place.
 */
export function roundedNumber(value: number, places: number, exact: () => Decimal): number {
  const power = 10 ** places;
  const scaled = value * power;
  const isClear = Math.abs(scaled) < SURE && Math.abs(Math.abs(scaled % 1) - 0.5) > MARGIN;
  // A quotient of whole numbers is the number nearest to it, as is what Number makes of its digits.
  return isClear ? Math.round(scaled) / power : Number(rounded(exact(), places));
}

const DECIMAL = /^-?\d{1,30}(\.\d{1,20})?$/;

/** A decimal from a client's text, or null when it is not one (an exponent, NaN, too many digits). */
export function parseDecimal(text: string): Decimal | null {
  return DECIMAL.test(text) ? decimal(text) : null;
}
