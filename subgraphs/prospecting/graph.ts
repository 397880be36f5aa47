import { moneyType } from "../../lib/money.js";
import { nodeInterface } from "../../lib/node-type.js";
import { pageTypes } from "../../lib/page-types.js";

/** The types that this area shares with the other areas by name, as classes of its own. */
export const Node = nodeInterface();
export const MoneyType = moneyType();
export const { BooleanFilter, DateTimeFilter, EidFilter, StringFilter, namedList } = pageTypes();
