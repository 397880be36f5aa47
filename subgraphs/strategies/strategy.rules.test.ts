import { describe, expect, test } from "vitest";
import { decimal } from "../../lib/decimal.js";
import { AppError } from "../../lib/errors.js";
import { nextState } from "../../lib/state-table.js";
import {
  CAMPAIGN_STATES,
  type CampaignEvent,
  campaignEvent,
  checkEdit,
  checkStrategy,
  checkWholeStrategy,
  dailyBudget,
  STRATEGY_STATES,
  statusBeforeCap,
  statusByCap,
} from "./strategy.rules.js";
import type { StrategyStatus } from "./strategy.type.js";
import type { StrategyCampaignStatus } from "./strategy-campaign.type.js";

const REFUSED = "ILLEGAL_TRANSITION";

function after<S extends string, E extends string>(next: () => S): S | E | string {
  try {
    return next();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe("states", () => {
  test.each<[StrategyStatus, StrategyStatus, string]>([
    ["LIVE", "PAUSED", "PAUSED"],
    ["LIVE", "LIVE", "LIVE"],
    ["PAUSED", "LIVE", "LIVE"],
    ["PAUSED", "PAUSED", "PAUSED"],
  ])("a strategy that is %s and is to be %s is %s", (state, event, expected) => {
    expect(nextState(STRATEGY_STATES, state, event, "A strategy")).toBe(expected);
  });

  test.each<[StrategyCampaignStatus, CampaignEvent, string]>([
    ["LIVE", "PAUSE", "PAUSED"],
    ["LIVE", "RESUME", "LIVE"],
    ["LIVE", "RESUME_HELD", REFUSED],
    ["LIVE", "STRATEGY_PAUSE", "PAUSED_BY_STRATEGY"],
    ["LIVE", "STRATEGY_RESUME", "LIVE"],
    ["PAUSED", "PAUSE", "PAUSED"],
    ["PAUSED", "RESUME", "LIVE"],
    ["PAUSED", "RESUME_HELD", "PAUSED_BY_STRATEGY"],
    ["PAUSED", "STRATEGY_PAUSE", "PAUSED"],
    ["PAUSED", "STRATEGY_RESUME", "PAUSED"],
    ["PAUSED_BY_STRATEGY", "PAUSE", "PAUSED"],
    ["PAUSED_BY_STRATEGY", "RESUME", REFUSED],
    ["PAUSED_BY_STRATEGY", "RESUME_HELD", "PAUSED_BY_STRATEGY"],
    ["PAUSED_BY_STRATEGY", "STRATEGY_PAUSE", "PAUSED_BY_STRATEGY"],
    ["PAUSED_BY_STRATEGY", "STRATEGY_RESUME", "LIVE"],
  ])("a campaign that is %s comes by %s to %s", (state, event, expected) => {
    expect(after(() => nextState(CAMPAIGN_STATES, state, event, "A campaign"))).toBe(expected);
  });

  test.each<[StrategyStatus, StrategyStatus, CampaignEvent]>([
    ["PAUSED", "LIVE", "PAUSE"],
    ["PAUSED", "PAUSED", "PAUSE"],
    ["LIVE", "LIVE", "RESUME"],
    ["LIVE", "PAUSED", "RESUME_HELD"],
  ])("a campaign that is to be %s in a strategy that is %s gets %s", (wanted, strategy, expected) => {
    expect(campaignEvent(wanted, strategy)).toBe(expected);
  });
});

describe("what a strategy is doing", () => {
  const now = Date.parse("2026-01-10T00:00:00Z");
  const began = { status: "LIVE", startDate: new Date("2026-01-01"), endDate: null } as const;
  test.each([
    [{}, null],
    [{ startDate: new Date(now) }, null],
    [{ startDate: new Date(now + 1) }, "SCHEDULED"],
    [{ status: "PAUSED" }, "PAUSED"],
    [{ status: "PAUSED", startDate: new Date(now + 1) }, "PAUSED"],
    [{ endDate: new Date(now + 1) }, null],
    [{ endDate: new Date(now) }, "ENDED"],
    [{ status: "PAUSED", endDate: new Date(now) }, "ENDED"],
  ] as const)("with %j it is %s", (changes, expected) => {
    expect(statusBeforeCap({ ...began, ...changes }, now)).toBe(expected);
  });

  test.each([
    ["0", "LIVE"],
    ["9.99", "LIVE"],
    ["10", "CAP_REACHED"],
    ["10.01", "CAP_REACHED"],
  ])("of a cap of 10 with %s spent it is %s", (spent, expected) => {
    expect(statusByCap(decimal(10), decimal(spent))).toBe(expected);
  });
});

describe("budgets and goals", () => {
  test.each([
    ["100.00", "USD", "DAILY", "100.00"],
    ["100.00", "USD", "WEEKLY", "14.29"],
    ["0.03", "USD", "WEEKLY", "0.00"],
    ["0.04", "USD", "WEEKLY", "0.01"],
    ["100.00", "JPY", "WEEKLY", "14.00"],
    ["3.00", "JPY", "WEEKLY", "0.00"],
    ["4.00", "JPY", "WEEKLY", "1.00"],
  ] as const)("%s %s %s is %s a day", (amount, currency, period, daily) => {
    expect(dailyBudget(amount, period, currency)).toBe(daily);
  });

  const whole = {
    budget: "10.00",
    budgetPeriod: "DAILY",
    currency: "USD",
    kpiGoal: null,
    startDate: new Date(1),
    endDate: null,
  } as const;
  test.each<[object, string[]]>([
    [{}, []],
    [{ kpiGoal: "9.99" }, []],
    [{ kpiGoal: "10.00" }, ["kpiGoal"]],
    [{ kpiGoal: "1.50", budgetPeriod: "WEEKLY" }, ["kpiGoal"]],
    [{ budget: "0.03", budgetPeriod: "WEEKLY" }, ["budget"]],
    [{ budget: "3.00", budgetPeriod: "WEEKLY", currency: "JPY" }, ["budget"]],
    [{ budget: "10.00", kpiGoal: "9.99", currency: "JPY" }, []],
    [{ endDate: new Date(1) }, []],
    [{ endDate: new Date(0) }, ["endDate"]],
  ])("%j is refused for %j", (changes, fields) => {
    expect(checkWholeStrategy({ ...whole, ...changes }).map(({ path }) => path[1])).toEqual(fields);
  });
});

test.each<[object, string[]]>([
  [{ name: "n".repeat(64) }, []],
  [{ name: "n".repeat(65) }, ["name"]],
  [{ name: "" }, ["name"]],
  [{ name: "a\nb" }, ["name"]],
  [{ currency: "JPY" }, []],
  [{ currency: "CHF" }, ["currency"]],
  [{ budget: decimal(0) }, ["budget"]],
  [{ budget: decimal("0.001") }, ["budget"]],
  [{ budget: decimal("1e12") }, ["budget"]],
  [{ products: ["SN"] }, ["products"]],
  [{ products: ["WEB", "WEB"] }, ["products"]],
  [{ products: [] }, ["products"]],
  [
    {
      adEids: Array.from({ length: 600 }, (_, i) => `a${i}`),
      snAdEids: Array.from({ length: 401 }, (_, i) => `s${i}`),
    },
    ["adEids"],
  ],
  [{ positiveSegmentEids: ["a"], negativeSegmentEids: ["b", "a"] }, ["negativeSegmentEids"]],
])("fields %# are refused for what does not fit", (fields, refused) => {
  expect(checkStrategy(fields).map(({ path }) => path[1])).toEqual(refused);
});

describe("edits", () => {
  const now = new Date("2026-01-10T00:00:00Z");
  const before = { startDate: new Date("2026-01-10T00:00:00Z"), currency: "USD", products: ["WEB", "SN"] } as const;
  const later = { ...before, startDate: new Date("2026-01-11T00:00:00Z") };
  test.each<[typeof later | typeof before, object, string[]]>([
    [before, { startDate: now }, []],
    [before, { startDate: new Date("2026-01-12T00:00:00Z") }, ["startDate"]],
    [before, { startDate: null }, ["startDate"]],
    [later, { startDate: new Date("2026-01-12T00:00:00Z") }, []],
    [later, { startDate: null }, []],
    [before, { currency: "USD" }, []],
    [before, { currency: "EUR" }, ["currency"]],
    [before, { products: ["WEB"] }, ["products"]],
    [before, { budgetPeriod: "WEEKLY" }, ["budgetPeriod"]],
    [before, { budgetPeriod: "WEEKLY", budget: decimal(1) }, []],
  ])("edit %# is refused for what can't be changed", (strategy, input, refused) => {
    expect(checkEdit(strategy, input, now).map(({ path }) => path[1])).toEqual(refused);
  });
});
