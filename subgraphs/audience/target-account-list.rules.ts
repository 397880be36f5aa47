import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import type { ScoringStatus } from "./target-account-list.type.js";

/** The scoring rule below, as `scoringModelId` names it. */
export const SCORING_MODEL = "attributes-1";

export const GRADES = ["A", "B", "C", "D", "F"] as const;
export type Grade = (typeof GRADES)[number];

/** The lowest score of each grade. */
export type Thresholds = Readonly<Record<Grade, number>>;

export const DEFAULT_THRESHOLDS: Thresholds = { A: 80, B: 60, C: 40, D: 20, F: 0 };

export type ScoringEvent = "queue" | "begin" | "finish" | "fail";

/** The scoring of a list; what is queued again while it runs begins anew. */
export const SCORING_STATES: StateTable<ScoringStatus, ScoringEvent> = {
  NOT_SCORED: { queue: "PENDING" },
  PENDING: { queue: "PENDING", begin: "RUNNING" },
  // A run that was killed begins again.
  RUNNING: { queue: "PENDING", begin: "RUNNING", finish: "SCORED", fail: "FAILED" },
  SCORED: { queue: "PENDING" },
  // The queue tries again what failed.
  FAILED: { queue: "PENDING", begin: "RUNNING" },
};

/** Integers from 0 to 100 that don't rise from A to F. */
export function checkThresholds(thresholds: Thresholds | undefined): Violation[] {
  if (thresholds === undefined) return [];
  const values = GRADES.map((grade) => thresholds[grade]);
  const fits = values.every(
    (value, index) =>
      Number.isInteger(value) && value >= 0 && value <= 100 && (index === 0 || value < (values[index - 1] ?? 0)),
  );
  return fits ? [] : [violation("scoringGrades", "must be whole numbers from 0 to 100, each below the one before it")];
}

export function checkAuc(auc: number | null | undefined): Violation[] {
  return auc == null || (auc >= 0 && auc <= 1) ? [] : [violation("scoringAuc", "must be from 0 to 1")];
}

/** The grade of a score: the best one whose threshold it reaches; null without a score or below all of them. */
export function gradeOf(score: number | null, thresholds: Thresholds): Grade | null {
  return score === null ? null : (GRADES.find((grade) => score >= thresholds[grade]) ?? null);
}

/** The scores that have a grade: from the first up to the second, null for no end. */
export function scoresOf(grade: Grade, thresholds: Thresholds): { from: number; below: number | null } {
  const better = GRADES[GRADES.indexOf(grade) - 1];
  return { from: thresholds[grade], below: better === undefined ? null : thresholds[better] };
}

/** What the score of a company is made of. */
export interface ScoredAttributes {
  companyName: string | null;
  country: string | null;
  industry: string | null;
  revenue: string | null;
  size: string | null;
  technologies: readonly string[] | null;
  trafficRank: number | null;
}

const FOR_BEING_KNOWN = 10;
const FOR_EACH_FIELD = 10;
const FOR_EACH_TECHNOLOGY = 2;
const MOST_FOR_TECHNOLOGIES = 10;
/** For the busiest sites, and 6 less for each power of ten after the first thousand. */
const MOST_FOR_TRAFFIC = 30;

/**
 * The score of a company from 0 to 100 (own rule): 10 for being known, 10 each for a name, country, industry, revenue
 * and size, 2 for each technology up to 10, and for traffic 30 up to rank 1,000, 24 up to 10,000, 18 up to 100,000,
 * 12 up to 1,000,000, 6 up to 10,000,000.
 */
export function scoreOf(attributes: ScoredAttributes): number {
  const { companyName, country, industry, revenue, size, technologies, trafficRank } = attributes;
  const fields = [companyName, country, industry, revenue, size].filter((value) => value !== null).length;
  const powers = trafficRank === null ? 5 : Math.max(0, Math.ceil(Math.log10(trafficRank)) - 3);
  return (
    FOR_BEING_KNOWN +
    fields * FOR_EACH_FIELD +
    Math.min(MOST_FOR_TECHNOLOGIES, (technologies?.length ?? 0) * FOR_EACH_TECHNOLOGY) +
    Math.max(0, MOST_FOR_TRAFFIC - 6 * powers)
  );
}

function violation(field: string, must: string): Violation {
  return { path: ["input", field], code: "NOT_ACCEPTED", message: `${field} ${must}.` };
}
