import type { Clock } from "../../lib/clock.js";
import type { Permission } from "../../lib/viewer.js";
import { bind, type Sources } from "./bind.js";
import type { Area } from "./envelope.js";
import type { Input, Parameters } from "./parameter.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Rows of a CSV table, each in the order of the columns. */
export type CsvRows = readonly (readonly (string | number)[])[];

/** The head of a table that a route answers as CSV. */
export interface CsvTable {
  fileName: string;
  columns: readonly string[];
}

/** What a route shares with every other: no route can be without one of these. */
interface RouteFacts {
  area: Area;
  method: Method;
  path: string;
  permission: Permission;
  description: string;
  /** True for a route that changes something: whatever method it is listed under, a GET alone must not do it (methodsOf). */
  mutates?: true;
  /** The operation of the unified graph that answers, and that replaces the route. */
  operation: string;
  /**
   * Where in the answer the connection stands whose pages are to be gathered, such as
   * `advertisable.campaigns`: the operation takes the cursor as its variable `after`, and may ask by
   * `firstPage` for what is needed once.
   */
  connection?: string;
  /**
   * What the old interface calls the fields of a mutation's input, where that is not the same name in
   * snake case: `{ weeklyBudget: "budget" }`. Errors name them so.
   */
  names?: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, unknown>>;

/** A route of the old interface as it is written down: `D` is what the operation answers, `V` what it is asked. */
export interface RouteDefinition<P extends Parameters, D, V extends Variables> extends RouteFacts {
  parameters: P;
  /** The operation's variables; throws BAD_USER_INPUT. */
  variables(input: Input<P>, clock: Clock): V;
  /** Rows of the connection that are enough for the answer; null or not given for all of them. */
  needed?(input: Input<P>): number | null;
  /** The body of the answer; throws NOT_FOUND when the answer lacks what the route promises. */
  body(data: D, input: Input<P>, variables: V): unknown;
}

/** A route that answers CSV, one page of the operation's connection after the other. */
export interface ExportDefinition<P extends Parameters, D, V extends Variables> extends Omit<
  RouteDefinition<P, D, V>,
  "body" | "needed"
> {
  connection: string;
  csv: CsvTable;
  /** The rows of one page. */
  rows(data: D, input: Input<P>): CsvRows;
}

/**
 * The methods by which a route is answered: the one that it is listed under, and for what changes
 * something POST and PUT alike (decisions, section 2). One that is listed under GET and changes
 * something is not answered by GET, which browsers send on a stranger's behalf.
 */
export function methodsOf({ method, mutates }: Pick<RouteFacts, "method" | "mutates">): readonly Method[] {
  return mutates && ["GET", "POST", "PUT"].includes(method) ? ["POST", "PUT"] : [method];
}

/** A request that is bound to its route: what to ask, and what to make of the answer. */
export interface BoundRequest {
  variables: Variables;
  /** Rows of the connection that are enough; null for all of them. */
  needed: number | null;
  body(data: unknown): unknown;
  /** Of a route with `csv`: the rows of one page. */
  rows?: (data: unknown) => CsvRows;
}

/** A route as the handler runs it. */
export interface RestRoute extends RouteFacts {
  parameters: Parameters;
  csv?: CsvTable;
  bind(sources: Sources, clock: Clock): BoundRequest;
}

/**
 * Makes a route of its definition. The operation is validated against the graph when the service
 * starts; `D` must be read off it by whoever writes the route, hence the cast at the one place where
 * an answer comes in.
 */
export function defineRoute<P extends Parameters, D, V extends Variables>(
  definition: RouteDefinition<P, D, V>,
): RestRoute {
  return {
    ...definition,
    bind: (sources, clock) => {
      const input = bind(definition.parameters, sources);
      const variables = definition.variables(input, clock);
      return {
        variables,
        needed: definition.needed?.(input) ?? null,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        body: (data) => definition.body(data as D, input, variables),
      };
    },
  };
}

/** Makes a route that answers CSV of its definition. */
export function defineExport<P extends Parameters, D, V extends Variables>(
  definition: ExportDefinition<P, D, V>,
): RestRoute {
  return {
    ...definition,
    bind: (sources, clock) => {
      const input = bind(definition.parameters, sources);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as for defineRoute
      const rows = (data: unknown): CsvRows => definition.rows(data as D, input);
      return { variables: definition.variables(input, clock), needed: null, body: rows, rows };
    },
  };
}
