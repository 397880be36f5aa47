import { buildASTSchema, parse, validate, type GraphQLError, type GraphQLSchema } from "graphql";
import {
  composeSupergraph,
  compositionCode,
  CompositionError,
  type Supergraph,
} from "../gateway/composition/compose.js";
import { createNodeSubgraph } from "../gateway/composition/node-subgraph.js";
import type { AcceptedChange } from "./accepted-changes.js";
import type { Baseline } from "./baseline.js";
import { apiChanges } from "./changes.js";
import { LINT_RULES } from "./checks/index.js";
import { costChanges } from "./cost-changes.js";
import { federationChanges, type AreaSchema } from "./federation-changes.js";
import { finding, type Finding } from "./finding.js";
import { applyExceptions, judgeByUsage } from "./judge.js";
import { type AreaFile, createLocator } from "./locate.js";
import { type StatementBudgets, statementChanges } from "./statement-budgets.js";
import { changedParts, touches } from "./touched-parts.js";
import { indexUsage, type KnownOperation } from "./usage-index.js";

export interface CheckInput {
  /** The areas as they would be. */
  areas: readonly AreaFile[];
  baseline: Baseline;
  /** What the answers take as the areas are now. */
  budgets: StatementBudgets;
  operations: readonly KnownOperation[];
  /** Whether somebody said what clients ask for: else anything may be in use. */
  knowsClients: boolean;
  accepted: readonly AcceptedChange[];
  /** YYYY-MM-DD, in UTC. */
  today: string;
}

type Locate = ReturnType<typeof createLocator>;

/** Everything that the check finds, in no order. */
export async function runCheck(input: CheckInput): Promise<Finding[]> {
  const areas = input.areas.map(({ name, sdl }) => ({ name, typeDefs: parse(sdl, { noLocation: true }) }));
  const locate = createLocator(input.areas);
  const place = (each: Finding): Finding => {
    const location = each.coordinate === null ? null : locate(each.coordinate);
    if (location === null) return each;
    const { subgraph, file, line } = location;
    return { ...each, subgraph: each.subgraph ?? subgraph, location: { file, line } };
  };
  let composed: Supergraph;
  try {
    composed = composeSupergraph([...areas, createNodeSubgraph(areas)]);
  } catch (error) {
    if (!(error instanceof CompositionError)) throw error;
    return error.errors.map((each) => compositionProblem(each, areas, locate)).map(place);
  }
  const { apiSdl, supergraphSdl } = composed;
  const before = buildASTSchema(parse(input.baseline.apiSdl, { noLocation: true }));
  const after = buildASTSchema(parse(apiSdl, { noLocation: true }));
  // Most fit, and validating is what takes the time: only what does not fit is compared with the baseline.
  const unfit = new Map(input.operations.flatMap((operation) => unfitFor(after, operation)));
  const neverFitting = new Map([...unfit.keys()].flatMap((operation) => unfitFor(before, operation)));
  const isSame = input.baseline.apiSdl === apiSdl && input.baseline.supergraphSdl === supergraphSdl;
  const others = [
    ...statementChanges(input.baseline.budgets, input.budgets, input.operations),
    ...[...neverFitting].flatMap(neverFitted),
    ...newComplaints(input, areas, before, after),
  ];
  if (isSame) return [...applyExceptions([], input.accepted, input.today), ...others].map(place);
  const broken = new Map([...unfit].filter(([operation]) => !neverFitting.has(operation)));
  const judged = applyExceptions(await changesOf(input, areas, before, after, broken), input.accepted, input.today);
  const touched = changedParts(input.baseline.supergraphSdl ?? input.baseline.apiSdl, supergraphSdl);
  const costs = await costChanges(
    input.operations.filter((each) => !unfit.has(each) && touches(before, each.document, touched)),
    { api: before, supergraphSdl: input.baseline.supergraphSdl },
    { api: after, supergraphSdl },
  );
  return [...judged, ...costs, ...others].map(place);
}

async function changesOf(
  { baseline, operations, knowsClients, today }: CheckInput,
  areas: readonly AreaSchema[],
  before: GraphQLSchema,
  after: GraphQLSchema,
  broken: ReadonlyMap<KnownOperation, GraphQLError>,
): Promise<Finding[]> {
  const changes = [
    ...(await apiChanges(before, after, today)),
    ...(baseline.areas.length === 0 ? [] : federationChanges(baseline.areas, areas)),
  ];
  // What does not fit the baseline as a whole is asked all the same: it may be of an older schema, or have a fault of its own.
  const index = indexUsage(before, changes.some(({ level }) => level !== "safe") ? operations : []);
  const clientOperations = knowsClients ? operations.filter(({ isClients }) => isClients).length : null;
  const judged = judgeByUsage(changes, { index, clientOperations });
  const blamed = new Set(
    judged.flatMap(({ level, uses }) =>
      level === "breaking" ? uses.map(({ source, operation }) => `${source} ${operation}`) : [],
    ),
  );
  const unexplained = [...broken].filter(([{ source, name }]) => !blamed.has(`${source} ${name}`));
  return [...judged, ...unexplained.map(([operation, error]) => brokenOperation(operation, error))];
}

/** The operation with the first reason why it does not fit. */
function unfitFor(schema: GraphQLSchema, operation: KnownOperation): [KnownOperation, GraphQLError][] {
  const [error] = validate(schema, operation.document, undefined, { maxErrors: 1 });
  return error === undefined ? [] : [[operation, error]];
}

/**
 * An operation of a client's own code that did not fit before either. What is recorded ran once, so that it is an old one
 * that nobody has asked for since.
 */
function neverFitted([{ name, source, isClients, clients }, error]: [KnownOperation, GraphQLError]): Finding[] {
  if (!isClients || clients.length > 0) return [];
  return [
    finding({
      kind: "change",
      level: "dangerous",
      code: "OPERATION_UNFIT",
      coordinate: null,
      message: `${name} (${source}) fits neither this schema nor the baseline: ${error.message}`,
      remedy: "Correct it, or take it away: only what it asks for that is in the schema is known to be used.",
    }),
  ];
}

/** An operation that no longer fits, whatever the changes were judged to be. */
function brokenOperation({ name, source, clients }: KnownOperation, error: GraphQLError): Finding {
  const [at] = error.locations ?? [];
  return finding({
    kind: "change",
    level: "breaking",
    code: "OPERATION_BROKEN",
    coordinate: null,
    message: `${name} (${source}) does not fit any more: ${error.message}`,
    remedy: "Keep what it asks for until it has been changed.",
    uses: [{ operation: name, source, at: at === undefined ? "" : `${at.line}:${at.column}`, clients }],
  });
}

/** What the rules say of this schema and did not say of the baseline: whoever finds a fault repairs it, whoever makes one is stopped. */
function newComplaints(
  input: CheckInput,
  areas: readonly AreaSchema[],
  before: GraphQLSchema,
  after: GraphQLSchema,
): Finding[] {
  return LINT_RULES.flatMap((rule) => {
    const known = new Set(rule.check({ api: before, areas: input.baseline.areas }).map(({ message }) => message));
    return rule
      .check({ api: after, areas })
      .filter(({ message }) => !known.has(message))
      .map((complaint) => finding({ kind: "lint", level: "breaking", code: rule.name, ...complaint }));
  });
}

function compositionProblem(error: GraphQLError, areas: readonly AreaSchema[], locate: Locate): Finding {
  const words = error.message.match(/\b[A-Z]\w*(?:\.\w+)?(?:\(\w+:\))?/g) ?? [];
  const coordinate = words.find((word) => locate(word) !== null);
  const named = areas.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(error.message)).map(({ name }) => name);
  return finding({
    kind: "composition",
    level: "breaking",
    code: compositionCode(error),
    coordinate: coordinate ?? null,
    subgraph: named.length === 0 ? null : named.join(", "),
    message: error.message,
    remedy: "The areas do not make one graph like this; change what the message names.",
  });
}
