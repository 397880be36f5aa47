import { QueryPlanner } from "@graphql-hive/router-query-planner";
import { refusal } from "./planner-queue.js";
import type { Planner } from "./planner.js";

/**
 * Plans in this process, which ends when the planner breaks on an operation: for tests with many
 * small supergraphs. Has no deadline.
 */
export function createInProcessPlanner(supergraphSdl: string): Planner {
  const planner = new QueryPlanner(supergraphSdl);
  return async (operation) => {
    try {
      return await planner.planAsync(operation, null, new Set(), 0);
    } catch (error) {
      throw refusal(error instanceof Error ? error.message : String(error));
    }
  };
}
