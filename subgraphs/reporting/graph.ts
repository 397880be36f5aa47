import { moneyType } from "../../lib/money.js";
import { pageTypes } from "../../lib/page-types.js";

/** The types that this area shares with the other areas by name, as classes of its own. */
export const MoneyType = moneyType();
export const { PageInfo, connectionOf } = pageTypes();
