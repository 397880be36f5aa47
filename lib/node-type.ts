import { type ClassType, Field, ID, InterfaceType } from "type-graphql";

/** The global id of an object: opaque to clients, `<TypeName>_<eid>` to us. */
export function nodeId(typeName: string, eid: string): string {
  return `${typeName}_${eid}`;
}

export interface NodeFields {
  id: string;
}

/** The interface `Node` for one area; a shared class would leak one area's types into the others' schemas. */
export function nodeInterface(): ClassType<NodeFields> {
  @InterfaceType("Node", {
    description: "Anything that `node(id)` finds.",
    autoRegisterImplementations: false,
    resolveType: (value: NodeFields) => value.id.slice(0, value.id.indexOf("_")),
  })
  class Node {
    @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
    id: string;
  }
  return Node;
}
