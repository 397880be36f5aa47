import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
} from "graphql";
import { randomFrom } from "./world.js";

export interface RandomQuery {
  source: string;
  variables: Record<string, unknown>;
}

const ALIASES = ["a", "b", "id", "name", "price", "author", "constructor", "__proto__", "toString", "_entities"];

/** A random operation that is valid against the schema. The same seed gives the same operation. */
export function randomQuery(schema: GraphQLSchema, seed: number, depth: number): RandomQuery {
  for (let attempt = 0; ; attempt += 1) {
    const query = writeQuery(schema, randomFrom(`${seed} ${attempt}`), depth);
    if (validate(schema, parse(query.source)).length === 0) return query;
  }
}

function writeQuery(schema: GraphQLSchema, random: () => number, maxDepth: number): RandomQuery {
  const fragments: string[] = [];
  const used = new Set<string>();
  const chance = (probability: number) => random() < probability;
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];

  function condition(): string {
    if (!chance(0.12)) return "";
    const variable = pick(["x", "y"]) ?? "x";
    used.add(variable);
    const value = chance(0.8) ? `$${variable}` : String(chance(0.5));
    return ` @${chance(0.5) ? "skip" : "include"}(if: ${value})`;
  }

  function argument(arg: GraphQLArgument): string[] {
    if (arg.defaultValue !== undefined && chance(0.5)) return [];
    const name = getNamedType(arg.type).name;
    if (name === "Int") {
      if (chance(0.3)) {
        used.add("n");
        return [`${arg.name}: $n`];
      }
      return chance(0.3) ? [] : [`${arg.name}: ${Math.floor(random() * 4)}`];
    }
    if (name === "Boolean") return [`${arg.name}: ${String(chance(0.5))}`];
    return [`${arg.name}: "${arg.name === "cur" ? (pick(["EUR", "USD", "GBP"]) ?? "EUR") : Math.floor(random() * 4)}"`];
  }

  function field(definition: GraphQLField<unknown, unknown>, depth: number): string {
    const args = definition.args.flatMap(argument);
    const alias = chance(0.25) ? `${pick(ALIASES) ?? "a"}: ` : "";
    const type = getNamedType(definition.type);
    const selection = isCompositeType(type) ? ` ${selectionSet(type, depth + 1)}` : "";
    return `${alias}${definition.name}${args.length > 0 ? `(${args.join(", ")})` : ""}${condition()}${selection}`;
  }

  function fragment(type: GraphQLCompositeType, depth: number): string {
    const target = chance(0.2) ? type : (pick(conditionTypes(schema, type)) ?? type);
    const set = selectionSet(target, depth);
    if (chance(0.3)) {
      fragments.push(`fragment F${fragments.length} on ${target.name} ${set}`);
      return `...F${fragments.length - 1}${condition()}`;
    }
    return `...${target === type && chance(0.5) ? "" : ` on ${target.name}`}${condition()} ${set}`;
  }

  function selectionSet(type: GraphQLCompositeType, depth: number): string {
    const definitions = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const open = definitions.filter(
      (definition) => depth < maxDepth || !isCompositeType(getNamedType(definition.type)),
    );
    const selections: string[] = [];
    const size = 1 + Math.floor(random() * 4);
    for (let i = 0; i < size; i += 1) {
      const definition = pick(open);
      const asFragment = chance(isAbstractType(type) ? 0.6 : 0.15) && depth <= maxDepth + 1;
      if (asFragment) selections.push(fragment(type, depth + 1));
      else if (definition !== undefined && chance(0.9)) selections.push(field(definition, depth));
      else selections.push(chance(0.8) ? "__typename" : `${pick(["a", "t"]) ?? "t"}: __typename`);
    }
    return `{ ${selections.join(" ")} }`;
  }

  const root = schema.getQueryType();
  const set = root == null ? "{ __typename }" : selectionSet(root, 0);
  const types: Record<string, string> = { x: "Boolean!", y: "Boolean!", n: "Int" };
  const definitions = [...used].map((name) => `$${name}: ${types[name] ?? "Int"}`);
  const variables: Record<string, unknown> = { x: chance(0.5), y: chance(0.5), ...(chance(0.5) && { n: 3 }) };
  const head = definitions.length > 0 ? `query Random(${definitions.join(", ")})` : "query Random";
  return { source: [`${head} ${set}`, ...fragments].join("\n"), variables };
}

function conditionTypes(schema: GraphQLSchema, type: GraphQLCompositeType): GraphQLCompositeType[] {
  const own = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
  return Object.values(schema.getTypeMap()).filter((candidate): candidate is GraphQLCompositeType => {
    if (!isCompositeType(candidate) || candidate.name.startsWith("_") || isEnumType(candidate)) return false;
    const possible = isAbstractType(candidate) ? schema.getPossibleTypes(candidate) : [candidate];
    return possible.some((member) => own.includes(member));
  });
}
