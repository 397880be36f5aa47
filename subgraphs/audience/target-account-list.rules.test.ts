import { describe, expect, test } from "vitest";
import {
  checkAuc,
  checkThresholds,
  DEFAULT_THRESHOLDS,
  type Grade,
  gradeOf,
  GRADES,
  SCORING_STATES,
  scoreOf,
  scoresOf,
  type ScoredAttributes,
} from "./target-account-list.rules.js";

describe("a grade", () => {
  test.each<[number | null, Grade | null]>([
    [100, "A"],
    [80, "A"],
    [79.999, "B"],
    [60, "B"],
    [59.999, "C"],
    [40, "C"],
    [20, "D"],
    [19.999, "F"],
    [0, "F"],
    [null, null],
  ])("of the score %j is %j", (score, grade) => {
    expect(gradeOf(score, DEFAULT_THRESHOLDS)).toBe(grade);
  });

  test("is none below all thresholds", () => {
    expect(gradeOf(9.9, { A: 50, B: 40, C: 30, D: 20, F: 10 })).toBeNull();
    expect(gradeOf(10, { A: 50, B: 40, C: 30, D: 20, F: 10 })).toBe("F");
  });

  test("has the scores that a filter by it looks for", () => {
    const thresholds = { A: 100, B: 99, C: 50, D: 1, F: 0 };
    for (let tenth = 0; tenth <= 1_000; tenth += 1) {
      const score = tenth / 10;
      const found = GRADES.filter((grade) => {
        const { from, below } = scoresOf(grade, thresholds);
        return score >= from && (below === null || score < below);
      });
      expect([score, found]).toEqual([score, [gradeOf(score, thresholds)]]);
    }
  });
});

test("thresholds are whole numbers from 0 to 100 that fall", () => {
  const good = { A: 100, B: 60, C: 40, D: 20, F: 0 };
  for (const change of [{}, { B: 99 }, { F: 19 }]) expect(checkThresholds({ ...good, ...change })).toEqual([]);
  for (const change of [{ A: 101 }, { F: -1 }, { C: 39.5 }, { B: 100 }, { D: 0 }, { C: 60 }, { A: Number.NaN }])
    expect(checkThresholds({ ...good, ...change })).toMatchObject([{ path: ["input", "scoringGrades"] }]);
  for (const auc of [null, 0, 0.5, 1]) expect(checkAuc(auc)).toEqual([]);
  for (const auc of [-0.01, 1.01, Number.NaN]) expect(checkAuc(auc)).toHaveLength(1);
});

describe("a score", () => {
  const nothing: ScoredAttributes = {
    companyName: null,
    country: null,
    industry: null,
    revenue: null,
    size: null,
    technologies: null,
    trafficRank: null,
  };

  test.each([
    [{}, 10],
    [{ companyName: "C" }, 20],
    [{ companyName: "C", country: "US", industry: "I", revenue: "R", size: "S" }, 60],
    [{ technologies: [] }, 10],
    [{ technologies: ["1"] }, 12],
    [{ technologies: ["1", "2", "3", "4", "5"] }, 20],
    [{ technologies: ["1", "2", "3", "4", "5", "6"] }, 20],
  ])("of %j is %j", (known, score) => {
    expect(scoreOf({ ...nothing, ...known })).toBe(score);
  });

  test.each([
    [1, 30],
    [1_000, 30],
    [1_001, 24],
    [10_000, 24],
    [10_001, 18],
    [100_000, 18],
    [100_001, 12],
    [1_000_000, 12],
    [1_000_001, 6],
    [10_000_000, 6],
    [10_000_001, 0],
    [2_147_483_647, 0],
  ])("has for the rank %j %j more", (trafficRank, more) => {
    expect(scoreOf({ ...nothing, trafficRank })).toBe(10 + more);
  });

  test("is at most 100", () => {
    const all = { companyName: "C", country: "US", industry: "I", revenue: "R", size: "S", trafficRank: 1 };
    expect(scoreOf({ ...all, technologies: Array.from({ length: 100 }, String) })).toBe(100);
  });
});

test("a scoring begins again wherever it was when its process ended, and can always be queued", () => {
  for (const state of ["PENDING", "RUNNING", "FAILED"] as const) expect(SCORING_STATES[state].begin).toBe("RUNNING");
  for (const events of Object.values(SCORING_STATES)) expect(events.queue).toBe("PENDING");
  for (const state of ["NOT_SCORED", "SCORED"] as const) expect(SCORING_STATES[state].begin).toBeUndefined();
});
