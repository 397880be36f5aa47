import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";

export interface FieldSource {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The fields that the sets select of an object of this type, grouped by response key, in the order
 * in which the specification puts them. Expects that @skip and @include are applied already.
 */
export function collectFields(
  { schema, fragments }: FieldSource,
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const groups = new Map<string, FieldNode[]>();
  const met = new Set<string>();
  function collect(set: SelectionSetNode): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const responseKey = selection.alias?.value ?? selection.name.value;
        const group = groups.get(responseKey);
        if (group === undefined) groups.set(responseKey, [selection]);
        else group.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(schema, type, selection.typeCondition?.name.value)) collect(selection.selectionSet);
      } else if (!met.has(selection.name.value)) {
        met.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined && applies(schema, type, fragment.typeCondition.name.value))
          collect(fragment.selectionSet);
      }
    }
  }
  sets.forEach(collect);
  return groups;
}

function applies(schema: GraphQLSchema, type: GraphQLCompositeType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return (
    isAbstractType(conditionType) &&
    (isObjectType(type) || isInterfaceType(type)) &&
    schema.isSubType(conditionType, type)
  );
}
