import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** A document with its variables. */
export interface Reworded {
  query: string;
  variables: Record<string, unknown>;
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** A selection set out of its text. */
function selections(text: string): readonly SelectionNode[] {
  const [operation] = parse(`query ($yes: Boolean!, $no: Boolean!) ${text}`).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
}

/**
 * The same question in other words: arguments as variables that are given or have a default, selections in fragments
 * under conditions that hold, and beside what conditions leave out. `flip` decides where.
 */
export function reworded(schema: GraphQLSchema, text: string, flip: () => boolean): Reworded {
  const variables: Record<string, unknown> = { yes: true };
  const declared = ["$yes: Boolean!", "$no: Boolean! = false"];
  const fragments: FragmentDefinitionNode[] = [];
  const info = new TypeInfo(schema);
  const changed: DocumentNode = visit(
    parse(text, { noLocation: true }),
    visitWithTypeInfo(info, {
      Argument: (node): ArgumentNode | undefined => {
        if (node.value.kind === Kind.VARIABLE || flip()) return undefined;
        const variable = `v${declared.length}`;
        const value = valueFromASTUntyped(node.value);
        const isGiven = flip();
        if (isGiven) variables[variable] = value;
        declared.push(`$${variable}: ${String(info.getInputType())}${isGiven ? "" : ` = ${print(node.value)}`}`);
        return { ...node, value: { kind: Kind.VARIABLE, name: name(variable) } };
      },
      SelectionSet: {
        leave: (node): SelectionSetNode => {
          const type = info.getParentType()?.name ?? "";
          const kept: readonly SelectionNode[] = flip()
            ? node.selections
            : selections(`{ ... @skip(if: $no) ${print(node)} }`);
          const left: FieldNode | undefined = node.selections.find((each) => each.kind === Kind.FIELD);
          const more = flip() && left !== undefined ? selections(`{ ... @include(if: $no) { ${print(left)} } }`) : [];
          const all = [...more, ...kept, ...(flip() ? selections("{ __typename @skip(if: $yes) }") : [])];
          if (flip() || type === "Query") return { ...node, selections: all };
          const fragment = `F${fragments.length}`;
          fragments.push({
            kind: Kind.FRAGMENT_DEFINITION,
            name: name(fragment),
            typeCondition: { kind: Kind.NAMED_TYPE, name: name(type) },
            selectionSet: { ...node, selections: all },
          });
          return { ...node, selections: selections(`{ ...${fragment} @include(if: $yes) }`) };
        },
      },
      OperationDefinition: {
        leave: (node): OperationDefinitionNode => ({ ...node, name: name("Reworded") }),
      },
    }),
  );
  const query = print({ ...changed, definitions: [...changed.definitions, ...fragments] });
  const used = declared.filter((each) => query.includes(each.slice(0, each.indexOf(":"))));
  const head = used.length === 0 ? "query Reworded" : `query Reworded(${used.join(", ")})`;
  return { query: query.replace("query Reworded", head), variables };
}
