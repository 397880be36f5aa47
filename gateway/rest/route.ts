import { OperationTypeNode, getOperationAST, parse } from "graphql";
import type { Clock } from "../../lib/clock.js";
import type { Permission } from "../../lib/viewer.js";
import { bind, type Sources } from "./bind.js";
import type { Area } from "./envelope.js";
import type { Input, Parameters } from "./parameter.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Rows of a CSV table, each in the order of the columns. */
export type CsvRows = readonly (readonly (string | number)[])[];

/**
 * Rows that a long export asks for at once: the next ones wait for the client, and other requests for these. The area
 * reads several pages with a statement.
 */
export const EXPORT_PAGE = 50;

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
  /** The operation of the unified graph that answers, and that replaces the route. */
  operation: string;
  /** Another operation, which answers instead of `operation` the inputs that the definition says. */
  otherOperation?: string;
  /**
   * Where in the answer the connection stands whose pages are to be gathered, such as
   * `advertisable.campaigns`: the operation takes the cursor as its variable `after`, and may ask by
   * `firstPage` for what is needed once.
   */
  connection?: string;
  /** How failures are worded where that is not as in the rest of the area. */
  envelope?: Area;
  /** The parameter that a body stands for which is a list and no object. */
  listBody?: string;
  /** The parameter that a body stands for that is a bare text; such a body is refused without it. */
  textBody?: string;
  /**
   * Where documents tell 403, a foreign object, from 404, none: an operation that takes `eid` and whose field
   * `exists` says which of both it is. Asked for what `subject` names, once it was not found.
   */
  existence?: string;
  /** The status of a good answer; 200 when not given. An answer with 204 has no body. */
  status?: 204;
  /** Bytes of a body at most; 1 MiB when not given. */
  bodyLimit?: number;
  /**
   * Of a route whose parameter `data` is a list of users, or that of each item of `listBody`: a JSON body is read while
   * it arrives. `segment` is the parameter of the path that names whose users they are.
   */
  users?: { segment?: string };
  /** Milliseconds that the graph may take where areas run elsewhere, if that is more than usual. */
  deadlineMs?: number;
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
  /** Whether `otherOperation` answers; each gets the same variables. */
  asksOther?(input: Input<P>): boolean;
  /** The operation's variables; throws BAD_USER_INPUT. */
  variables(input: Input<P>, clock: Clock): V;
  /** Rows of the connection that are enough for the answer; null or not given for all of them. */
  needed?(input: Input<P>): number | null;
  /** The EID of what a route with `existence` is about. */
  subject?(input: Input<P>): string;
  /** What of a write is answered without the graph, if anything: part of what makes two writes the same. */
  refused?(input: Input<P>): unknown;
  /** The body of the answer; throws NOT_FOUND when the answer lacks what the route promises. */
  body(data: D, input: Input<P>, variables: V): unknown;
}

/** A route that answers CSV, one page of the operation's connection after the other. */
export interface ExportDefinition<P extends Parameters, D, V extends Variables> extends Omit<
  RouteDefinition<P, D, V>,
  "body" | "needed" | "asksOther"
> {
  connection: string;
  csv: CsvTable;
  /** The rows of one page. */
  rows(data: D, input: Input<P>): CsvRows;
}

/** A file that a route answers. */
export interface FileAnswer {
  bytes: Buffer;
  mediaType: string;
  fileName: string;
}

/** A route that answers a file. */
export interface DownloadDefinition<P extends Parameters, D, V extends Variables> extends Omit<
  RouteDefinition<P, D, V>,
  "body" | "needed" | "asksOther"
> {
  /** The file; throws NOT_FOUND when there is none. */
  file(data: D, input: Input<P>): FileAnswer;
}

/** A request that is bound to its route: what to ask, and what to make of the answer. */
export interface BoundRequest {
  operation: string;
  variables: Variables;
  /** Rows of the connection that are enough; null for all of them. */
  needed: number | null;
  /** The EID of what it is about, where the route has `existence`. */
  subject?: string | undefined;
  /** What it asks for beside the variables: two requests that differ in it are not the same. */
  refused?: unknown;
  body(data: unknown): unknown;
  /** Of a route with `csv`: the rows of one page. */
  rows?: (data: unknown) => CsvRows;
  /** Of a route that answers a file. */
  file?: (data: unknown) => FileAnswer;
}

/** A route as the handler runs it. */
export interface RestRoute extends RouteFacts {
  parameters: Parameters;
  csv?: CsvTable;
  /** Whether it changes something, whatever the method is that the documents list. */
  mutates: boolean;
  bind(sources: Sources, clock: Clock): BoundRequest;
}

function isMutation(operation: string): boolean {
  return getOperationAST(parse(operation))?.operation === OperationTypeNode.MUTATION;
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
    mutates: isMutation(definition.operation),
    bind: (sources, clock) => {
      const input = bind(definition.parameters, sources);
      const variables = definition.variables(input, clock);
      const asksOther = definition.asksOther?.(input) ?? false;
      return {
        operation: asksOther ? (definition.otherOperation ?? definition.operation) : definition.operation,
        variables,
        needed: definition.needed?.(input) ?? null,
        subject: definition.subject?.(input),
        refused: definition.refused?.(input),
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
    mutates: isMutation(definition.operation),
    bind: (sources, clock) => {
      const input = bind(definition.parameters, sources);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as for defineRoute
      const rows = (data: unknown): CsvRows => definition.rows(data as D, input);
      const variables = definition.variables(input, clock);
      return { operation: definition.operation, variables, needed: null, body: rows, rows };
    },
  };
}

/** Makes a route that answers a file of its definition. */
export function defineDownload<P extends Parameters, D, V extends Variables>(
  definition: DownloadDefinition<P, D, V>,
): RestRoute {
  return {
    ...definition,
    mutates: isMutation(definition.operation),
    bind: (sources, clock) => {
      const input = bind(definition.parameters, sources);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as for defineRoute
      const file = (data: unknown): FileAnswer => definition.file(data as D, input);
      const variables = definition.variables(input, clock);
      return { operation: definition.operation, variables, needed: null, body: file, file };
    },
  };
}
