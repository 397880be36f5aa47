import type { GraphQLSchema } from "graphql";
import type { AreaSchema } from "../federation-changes.js";

/** What a rule has found. */
export interface Complaint {
  coordinate: string;
  message: string;
  remedy: string;
}

/** What a rule looks at: what clients see, and the areas' own SDL. */
export interface LintedGraph {
  api: GraphQLSchema;
  areas: readonly AreaSchema[];
}

/** One rule; its name stands in the findings. */
export interface LintRule {
  name: string;
  check(graph: LintedGraph): Complaint[];
}
