import {
  Kind,
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";

/** How large a definition is with every fragment written out. Numbers can be beyond any memory, up to Infinity. */
export interface Measure {
  /** Levels of fields, leaves included; `edges { node }` is one level. */
  depth: number;
  /** The same below `__schema` and `__type`, which no subgraph answers. */
  introspectionDepth: number;
  rootFields: number;
  aliases: number;
  selections: number;
  directives: number;
  /** Items of the longest list that is written in an argument or a default. */
  listItems: number;
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

interface Spread {
  fragment: string;
  depth: number;
  isAtRoot: boolean;
  isIntrospection: boolean;
}

interface Own extends Measure {
  spreads: Spread[];
}

/**
 * Measures every operation and fragment of a document that need not be valid. Each definition is
 * looked at once, however often it is spread, and nothing here calls itself: a hostile document
 * costs no more than its text is long. A fragment that spreads itself counts as if it did not;
 * validation refuses it.
 */
export function measureDocument(document: DocumentNode): Map<Definition, Measure> {
  const definitions = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const own = new Map(definitions.map((definition) => [definition, measureOwn(definition)]));
  const measured = new Map<Definition, Measure>();
  const begun = new Set<Definition>();
  const stack: Definition[] = [...definitions];
  for (let definition = stack.at(-1); definition !== undefined; definition = stack.at(-1)) {
    const part = own.get(definition);
    if (part === undefined || measured.has(definition)) {
      stack.pop();
      continue;
    }
    const spreads = part.spreads.map((spread) => ({ ...spread, of: fragments.get(spread.fragment) }));
    const open = spreads.flatMap(({ of }) => (of === undefined || begun.has(of) ? [] : [of]));
    begun.add(definition);
    if (open.length > 0) {
      stack.push(...new Set(open));
      continue;
    }
    stack.pop();
    const { spreads: _, ...sum } = part;
    for (const spread of spreads) {
      const fragment = spread.of === undefined ? undefined : measured.get(spread.of);
      if (fragment !== undefined) add(sum, fragment, spread);
    }
    measured.set(definition, sum);
  }
  return measured;
}

function add(sum: Measure, fragment: Measure, { depth, isAtRoot, isIntrospection }: Spread): void {
  const introspected = isIntrospection ? Math.max(fragment.depth, fragment.introspectionDepth) : 0;
  sum.depth = Math.max(sum.depth, isIntrospection ? 0 : depth + fragment.depth);
  sum.introspectionDepth = Math.max(
    sum.introspectionDepth,
    depth + (isIntrospection ? introspected : fragment.introspectionDepth),
  );
  if (isAtRoot) sum.rootFields += fragment.rootFields;
  sum.aliases += fragment.aliases;
  sum.selections += fragment.selections;
  sum.directives += fragment.directives;
  sum.listItems = Math.max(sum.listItems, fragment.listItems);
}

interface Place {
  set: SelectionSetNode;
  /** Levels above the fields of the set. */
  depth: number;
  isRoot: boolean;
  isIntrospection: boolean;
}

function measureOwn(definition: Definition): Own {
  const own: Own = {
    depth: 0,
    introspectionDepth: 0,
    rootFields: 0,
    aliases: 0,
    selections: 0,
    directives: definition.directives?.length ?? 0,
    listItems: 0,
    spreads: [],
  };
  for (const variable of definition.variableDefinitions ?? []) {
    own.directives += variable.directives?.length ?? 0;
    if (variable.defaultValue !== undefined)
      own.listItems = Math.max(own.listItems, longestList(variable.defaultValue));
  }
  const places: Place[] = [{ set: definition.selectionSet, depth: 0, isRoot: true, isIntrospection: false }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { depth, isRoot, isIntrospection } = place;
    for (const selection of place.set.selections) {
      own.selections += 1;
      own.directives += selection.directives?.length ?? 0;
      for (const node of [selection, ...(selection.directives ?? [])]) {
        own.listItems = Math.max(own.listItems, longestArgument(node));
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        own.spreads.push({ fragment: selection.name.value, depth, isAtRoot: isRoot, isIntrospection });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        places.push({ ...place, set: selection.selectionSet });
      } else {
        const name = selection.name.value;
        const level = name === "edges" && selection.selectionSet !== undefined ? depth : depth + 1;
        if (selection.alias !== undefined) own.aliases += 1;
        if (isRoot) own.rootFields += 1;
        if (isIntrospection) own.introspectionDepth = Math.max(own.introspectionDepth, level);
        else own.depth = Math.max(own.depth, level);
        if (selection.selectionSet !== undefined) {
          const introspects = isIntrospection || name === "__schema" || name === "__type";
          places.push({ set: selection.selectionSet, depth: level, isRoot: false, isIntrospection: introspects });
        }
      }
    }
  }
  return own;
}

function longestArgument(node: ASTNode): number {
  if (!("arguments" in node)) return 0;
  let longest = 0;
  for (const argument of node.arguments ?? []) {
    if ("value" in argument) longest = Math.max(longest, longestList(argument.value));
  }
  return longest;
}

function longestList(value: ValueNode): number {
  let longest = 0;
  const values: ValueNode[] = [value];
  for (let next = values.pop(); next !== undefined; next = values.pop()) {
    if (next.kind === Kind.LIST) {
      longest = Math.max(longest, next.values.length);
      values.push(...next.values);
    } else if (next.kind === Kind.OBJECT) {
      values.push(...next.fields.map((field) => field.value));
    }
  }
  return longest;
}
