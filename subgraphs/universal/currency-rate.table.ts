import type { RequestContext } from "../../lib/context.js";
import { type Decimal, decimal } from "../../lib/decimal.js";
import { badInput } from "../../lib/errors.js";

/** Units of a currency for one US dollar, by the newest rate up to today. BAD_USER_INPUT for a currency without one. */
export async function perUsd(context: RequestContext, currency: string): Promise<Decimal> {
  if (currency === "USD") return decimal(1);
  const [row] = await context.sql.rows<{ perUsd: string }>(
    `select per_usd as "perUsd" from platform.currency_rate
     where currency = ? and valid_from <= ?::date order by valid_from desc limit 1`,
    [currency, new Date(context.clock.now()).toISOString().slice(0, 10)],
  );
  if (row !== undefined) return decimal(row.perUsd);
  const message = `currency must be one that there are exchange rates for; there are none for ${currency}.`;
  throw badInput(["input", "currency"], "UNKNOWN_CURRENCY", message);
}
