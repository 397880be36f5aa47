import { Kind, type DocumentNode } from "graphql";
import { AppError } from "../../lib/errors.js";
import { compileEntityFetch, type CompileContext, type EntityLookup } from "./compile-entity-fetch.js";
import { compileRequest, parseFetch, type FetchRequest } from "./fetch-request.js";
import type { FlattenNodePathSegment, PlanNode } from "./planner.js";
import { compileRewrite, type Rewrite } from "./rewrite.js";

export type CompiledNode =
  | { kind: "Fetch"; request: FetchRequest; rootKeys: readonly string[]; outputRewrites: readonly Rewrite[] }
  | { kind: "EntityFetch"; request: FetchRequest; lookups: readonly EntityLookup[] }
  | { kind: "Sequence"; nodes: readonly CompiledNode[] }
  | { kind: "Parallel"; nodes: readonly CompiledNode[] }
  | { kind: "Condition"; variable: string; ifClause: CompiledNode | undefined; elseClause: CompiledNode | undefined };

type Path = readonly FlattenNodePathSegment[];

/**
 * Turns a plan into what run-plan executes: every operation parsed, Flatten folded into the paths
 * of the look-ups, Fetch with representations and BatchFetch made the same thing.
 */
export function compilePlan(node: PlanNode, context: CompileContext, path: Path = []): CompiledNode {
  switch (node.kind) {
    case "Fetch":
      return compileFetch(node, context, path);
    case "BatchFetch":
      return compileEntityFetch(
        node,
        node.entityBatch.aliases.map((entry) => ({
          ...entry,
          variable: entry.representationsVariableName,
          paths: entry.paths.map((tail) => [...path, ...tail]),
        })),
        context,
      );
    case "Flatten":
      return compilePlan(node.node, context, [...path, ...node.path]);
    case "Sequence":
    case "Parallel":
      return { kind: node.kind, nodes: node.nodes.map((child) => compilePlan(child, context, path)) };
    case "Condition":
      // The addon gives null for a clause that is not there, whatever its types say.
      return {
        kind: "Condition",
        variable: node.condition,
        ifClause: node.ifClause == null ? undefined : compilePlan(node.ifClause, context, path),
        elseClause: node.elseClause == null ? undefined : compilePlan(node.elseClause, context, path),
      };
    case "Subscription":
    case "Defer":
      break;
  }
  throw new AppError("GRAPHQL_VALIDATION_FAILED", `${node.kind} is not supported.`);
}

function compileFetch(node: Extract<PlanNode, { kind: "Fetch" }>, context: CompileContext, path: Path): CompiledNode {
  const { requires, inputRewrites, outputRewrites } = node;
  if (requires !== undefined && requires.length > 0) {
    const entry = {
      alias: "_entities",
      variable: "representations",
      paths: [path],
      requires,
      inputRewrites,
      outputRewrites,
    };
    return compileEntityFetch(node, [entry], context);
  }
  if (path.length > 0) throw new AppError("INTERNAL_SERVER_ERROR", "A root fetch below the root is not supported.");
  const request = compileRequest(node, context.required.restoreDocument(parseFetch(node)));
  return {
    kind: "Fetch",
    request,
    rootKeys: rootKeys(request.document),
    outputRewrites: (outputRewrites ?? []).map(compileRewrite),
  };
}

function rootKeys(document: DocumentNode): string[] {
  const keys: string[] = [];
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind === Kind.FIELD) keys.push(selection.alias?.value ?? selection.name.value);
    }
  }
  return keys;
}
