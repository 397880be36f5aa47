import { money, moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { dailyBudget } from "./strategy.rules.js";
import type { Strategy } from "./strategy.type.js";

/** A strategy as its table keeps it: amounts as decimal text, the budget as it was given. */
export interface StrategyRecord extends Omit<
  Strategy,
  "id" | "budget" | "periodBudget" | "monthlyBudgetCap" | "kpiGoal"
> {
  budget: string;
  monthlyBudgetCap: string | null;
  kpiGoal: string | null;
}

const TABLE = "strategies.strategy";

export const strategies = defineTenantTable<StrategyRecord>({
  noun: "strategy",
  table: TABLE,
  json: ["email"],
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    status: "status",
    currency: "currency",
    budget: "budget",
    budgetPeriod: "budget_period",
    monthlyBudgetCap: "monthly_budget_cap",
    kpiMetric: "kpi_metric",
    kpiGoal: "kpi_goal",
    products: "products",
    startDate: "start_date",
    endDate: "end_date",
    email: "email",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toStrategy(record: StrategyRecord): Strategy {
  return {
    ...record,
    id: nodeId("Strategy", record.eid),
    budget: money(dailyBudget(record.budget, record.budgetPeriod, record.currency), record.currency),
    periodBudget: money(record.budget, record.currency),
    monthlyBudgetCap: moneyOrNull(record.monthlyBudgetCap, record.currency),
    kpiGoal: moneyOrNull(record.kpiGoal, record.currency),
  };
}

const LIST: Omit<ListSpec<StrategyRecord, Strategy>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: strategies.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    name: "t.name",
    status: "t.status",
    createdAt: "t.created_at",
  },
  orders: { CREATED_AT: "t.created_at", UPDATED_AT: "t.updated_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toStrategy,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const strategiesOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const strategiesOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });

/** Strategies that name an ad or a segment, each once however often they name it. */
function naming(links: string, column: string): ListSpec<StrategyRecord, Strategy> {
  const named = `select distinct l.advertisable_eid, l.strategy_eid, l.${column} from ${links} l`;
  return {
    ...LIST,
    from: `${TABLE} t join (${named}) n on n.advertisable_eid = t.advertisable_eid and n.strategy_eid = t.eid`,
    parent: `n.${column}`,
  };
}

export const strategiesOfAd = definePages(naming("strategies.strategy_ad", "ad_eid"));
export const strategiesOfSegment = definePages(naming("strategies.strategy_segment", "segment_eid"));
