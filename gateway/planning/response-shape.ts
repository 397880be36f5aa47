import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { collectFields } from "./collect-fields.js";
import type { InternalNames } from "./internal-names.js";

/** One field of an object in the answer. */
export interface FieldShape {
  responseKey: string;
  /** The key in the merged tree. */
  sourceKey: string;
  type: GraphQLOutputType;
  /** `Type.field`, for messages. */
  coordinate: string;
  /** What is selected of an object below; undefined for leaves. */
  selection: SelectionShape | undefined;
  /** `copy`: complete already; `check`: completed, but not part of the answer. */
  use: "answer" | "copy" | "check";
}

/** What is selected of a value of a composite type. */
export interface SelectionShape {
  type: GraphQLCompositeType;
  /** The fields of an object of this type, in answer order. Worked out at first sight of the type. */
  fieldsOf(type: GraphQLCompositeType): readonly FieldShape[];
  /** The fields of whichever type that stand under a key of the merged tree. */
  fieldsAt(sourceKey: string): readonly FieldShape[];
}

export interface ShapeSource {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  names: InternalNames;
}

/** The shape of an answer: of the given root fields, @skip and @include being applied already. */
export function compileShape(
  source: ShapeSource,
  rootType: GraphQLCompositeType,
  fields: readonly FieldNode[],
  isNodeField: (field: FieldNode) => boolean,
): SelectionShape {
  const selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: fields };
  return compileSelection(source, rootType, [selectionSet], isNodeField);
}

function compileSelection(
  source: ShapeSource,
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  isNodeField: (field: FieldNode) => boolean = () => false,
  confirmed = false,
): SelectionShape {
  const byType = new Map<string, readonly FieldShape[]>();
  function fieldsOf(runtimeType: GraphQLCompositeType): readonly FieldShape[] {
    const known = byType.get(runtimeType.name);
    if (known !== undefined) return known;
    const fields = [...collectFields(source, runtimeType, sets).values()].flatMap((nodes) =>
      compileField(source, runtimeType, nodes, isNodeField),
    );
    if (confirmed) fields.push(...confirmation(runtimeType));
    byType.set(runtimeType.name, fields);
    return fields;
  }
  return {
    type,
    fieldsOf,
    fieldsAt(sourceKey) {
      const types: readonly GraphQLCompositeType[] = isAbstractType(type)
        ? [type, ...source.schema.getPossibleTypes(type)]
        : [type];
      return types.flatMap((candidate) => fieldsOf(candidate).filter((field) => field.sourceKey === sourceKey));
    },
  };
}

function compileField(
  source: ShapeSource,
  parent: GraphQLCompositeType,
  nodes: readonly FieldNode[],
  isNodeField: (field: FieldNode) => boolean,
): FieldShape[] {
  const [node] = nodes;
  if (node === undefined) return [];
  const name = node.name.value;
  const type = fieldType(parent, name);
  if (type === undefined) return [];
  const named = getNamedType(type);
  const introspection = name === SchemaMetaFieldDef.name || name === TypeMetaFieldDef.name;
  const sets = nodes.flatMap((field) => field.selectionSet ?? []);
  return [
    {
      responseKey: node.alias?.value ?? name,
      sourceKey: source.names.keyOf(node),
      type,
      coordinate: `${parent.name}.${name}`,
      selection:
        isCompositeType(named) && !introspection
          ? compileSelection(source, named, sets, undefined, isNodeField(node))
          : undefined,
      use: introspection ? "copy" : "answer",
    },
  ];
}

function fieldType(parent: GraphQLCompositeType, name: string): GraphQLOutputType | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef.type;
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef.type;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef.type;
  return "getFields" in parent ? parent.getFields()[name]?.type : undefined;
}

/** The field that only the owner of a node can give: without it there is no such object. */
function confirmation(type: GraphQLCompositeType): FieldShape[] {
  const id = fieldType(type, "id");
  return id === undefined
    ? []
    : [
        {
          responseKey: "id",
          sourceKey: "id",
          type: id,
          coordinate: `${type.name}.id`,
          selection: undefined,
          use: "check",
        },
      ];
}
