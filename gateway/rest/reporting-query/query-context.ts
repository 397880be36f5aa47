import type { FieldNode, GraphQLFieldResolver } from "graphql";
import type { Clock } from "../../../lib/clock.js";
import type { AnswerSize } from "./answer-size.js";
import type { BreakdownReader } from "./breakdown-reader.js";
import type { GraphReader } from "./graph-reader.js";
import type { AskedMetrics, MetricsReader } from "./metrics-reader.js";
import type { ReportsAhead } from "./reports-ahead.js";

/** All that the resolvers of one request may use. */
export interface QueryContext {
  requestId: string;
  clock: Clock;
  /** YYYY-MM-DD in UTC. */
  today: string;
  /** Whether universal campaigns are campaigns here, as the flag universal_campaigns wants it. */
  hasUniversal: boolean;
  /** What lists are read with. */
  ahead: ReportsAhead;
  graph: GraphReader;
  metrics: MetricsReader;
  /** By the field: a thousand objects are asked the same, and to refuse it takes longer than to answer. */
  asked: Map<readonly FieldNode[], AskedMetrics>;
  breakdowns: BreakdownReader;
  size: AnswerSize;
}

/** Resolves a field of an object that is made of `S`. */
export type Resolve<S, A = object> = GraphQLFieldResolver<S, QueryContext, A>;
