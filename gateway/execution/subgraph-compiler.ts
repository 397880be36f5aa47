import type {
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from "graphql";
import type { CompleteField } from "./subgraph-run.js";

/** What the parts of one compiled operation share. */
export interface SubgraphCompiler {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly operation: OperationDefinitionNode;
  /** Compiles the selected fields of an object of this type. */
  readonly compileObject: (type: GraphQLObjectType, sets: readonly SelectionSetNode[]) => CompleteField;
  /** A number for a field that keeps its arguments for a run. */
  readonly nextArguments: () => number;
}
