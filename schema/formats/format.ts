import type { Outcome } from "../outcome.js";

/** What a report is made of. */
export interface Report extends Outcome {
  /** What the schema was compared with. */
  baseline: string;
}

/** What is printed, and what goes to the page of the run where there is one. */
export interface Printed {
  text: string;
  summary?: string;
}

export type Format = (report: Report) => Printed;
