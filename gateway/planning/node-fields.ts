import { getNamedType, isInterfaceType, type FieldNode, type GraphQLObjectType } from "graphql";

const NODE_FIELDS = new Set(["node", "nodes"]);

/**
 * Whether a root field finds objects by their global id. What such a field gives is only a promise:
 * the objects have to be confirmed by the subgraph that owns them.
 */
export function isNodeRootField(rootType: GraphQLObjectType, field: FieldNode): boolean {
  if (!NODE_FIELDS.has(field.name.value)) return false;
  const type = rootType.getFields()[field.name.value]?.type;
  const named = type === undefined ? undefined : getNamedType(type);
  return isInterfaceType(named) && named.name === "Node" && named.getFields()["id"] !== undefined;
}
