/** Decimals that money has at most (decisions, section 4). */
const MOST_PLACES = 2;

/**
 * Decimals of an amount that is spent in a currency: none where that has no smaller unit (ISO 4217), such as the yen,
 * and 2 where it has one.
 */
export function placesOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return Math.min(maximumFractionDigits ?? MOST_PLACES, MOST_PLACES);
}
