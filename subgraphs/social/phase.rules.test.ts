import { expect, test } from "vitest";
import { nextChange, phaseOf } from "./phase.rules.js";

const none = { startDate: null, endDate: null };

test("an end is the day after the last one, and the narrower of ad set and campaign counts", () => {
  const september = { startDate: "2023-09-01", endDate: "2023-10-01" };
  expect(phaseOf("2023-08-31", september, none)).toBe("UPCOMING");
  expect(phaseOf("2023-09-01", september, none)).toBe("RUNNING");
  expect(phaseOf("2023-09-30", september, none)).toBe("RUNNING");
  expect(phaseOf("2023-10-01", september, none)).toBe("OVER");
  expect(phaseOf("2023-09-15", september, { startDate: null, endDate: "2023-09-10" })).toBe("OVER");
  expect(phaseOf("2023-09-15", none, { startDate: "2023-09-16", endDate: null })).toBe("UPCOMING");
  expect(phaseOf("2023-09-15", none, none)).toBe("RUNNING");
});

test("the next change is the first day to come of all", () => {
  const bounds = [{ startDate: "2023-09-01", endDate: "2023-10-01" }, none, { startDate: "2023-09-20", endDate: null }];
  expect(nextChange("2023-08-01", bounds)).toBe("2023-09-01");
  expect(nextChange("2023-09-01", bounds)).toBe("2023-09-20");
  expect(nextChange("2023-09-20", bounds)).toBe("2023-10-01");
  expect(nextChange("2023-10-01", bounds)).toBeNull();
});
