import { optionalEid, type Parameter } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { listParameters, neededOf, paginated } from "./social-parameters.js";

/** The orders of the graph by the names that the old interface has for them. */
const SORTS = { created_date: "CREATED_AT", updated_date: "UPDATED_AT", name: "NAME" } as const;
type Sort = keyof typeof SORTS;

/** What a list can be narrowed to, such as one campaign. */
interface Narrowing {
  parameter: Parameter<string | null>;
  /** The root field of the graph that finds it: what can't be seen is not found, and is no empty list. */
  rootField: string;
  /** The field of the graph's filter. */
  filter: string;
}

interface ListRoute<D, N extends string> {
  path: string;
  description: string;
  /** The root field of the graph, and the names of its types begin with `noun`. */
  rootField: string;
  noun: string;
  selection: string;
  fragment?: string;
  sorts?: readonly [Sort, ...Sort[]];
  narrowings?: Readonly<Record<N, Narrowing>>;
  /** Fields of the graph's filter that need no look-up, by parameter. */
  filters?: Readonly<Record<string, string>>;
  parameters?: Readonly<Record<string, Parameter<string | null>>>;
  /** The root field of the graph that counts them, where they can be too many to be read for that. */
  counted?: string;
  record(data: D): unknown;
}

const ADVERTISABLE: Narrowing = {
  parameter: optionalEid("Only those of this advertisable; 404 for one that can't be seen. Own."),
  rootField: "advertisable",
  filter: "advertisableEid",
};

/** A list of /social: `{count, page, page_size, results}` (document 2, part A). */
export function listRoute<D, N extends string = never>(spec: ListRoute<D, N>): RestRoute {
  const narrowings: [string, Narrowing][] = [["advertisable_eid", ADVERTISABLE]];
  for (const [name, narrowing] of Object.entries<Narrowing>(spec.narrowings ?? {})) narrowings.push([name, narrowing]);
  const sorts = spec.sorts ?? (["created_date", "updated_date", "name"] as const);
  const variables = narrowings.map((_, index) => `$eid${index}: ID!, $by${index}: Boolean!`).join(", ");
  const lookUps = narrowings
    .map(
      ([, { rootField }], index) => `named${index}: ${rootField}(eid: $eid${index}) @include(if: $by${index}) { eid }`,
    )
    .join(" ");
  const filters = { ...Object.fromEntries(narrowings.map(([name, { filter }]) => [name, filter])), ...spec.filters };
  const { counted } = spec;
  const first = counted === undefined ? "" : ", $firstPage: Boolean!";
  const count = counted === undefined ? "" : `count: ${counted}(filter: $filter) @include(if: $firstPage)`;
  return defineRoute({
    area: "social",
    method: "GET",
    path: spec.path,
    permission: "social.read",
    description: spec.description,
    parameters: {
      ...listParameters(sorts),
      ...Object.fromEntries(narrowings.map(([name, { parameter }]) => [name, parameter])),
      ...spec.parameters,
    },
    operation: `query List($after: String, $filter: ${spec.noun}Filter, $orderBy: [${spec.noun}Order!], ${variables}${first}) {
      ${lookUps} ${count}
      list: ${spec.rootField}(first: 1000, after: $after, filter: $filter, orderBy: $orderBy) {
        nodes { ${spec.selection} } pageInfo { hasNextPage endCursor } } } ${spec.fragment ?? ""}`,
    connection: "list",
    ...(counted !== undefined && { needed: neededOf }),
    variables: (input) => {
      const given: Readonly<Record<string, unknown>> = input;
      const eidOf = (name: string): string | null => {
        const value = given[name];
        return typeof value === "string" ? value : null;
      };
      return {
        ...Object.fromEntries(
          narrowings.flatMap(([name], index) => [
            [`eid${index}`, eidOf(name) ?? ""],
            [`by${index}`, eidOf(name) !== null],
          ]),
        ),
        filter: Object.fromEntries(
          Object.entries(filters).flatMap(([name, field]) => {
            const eid = eidOf(name);
            return eid === null ? [] : [[field, { in: [eid] }]];
          }),
        ),
        orderBy: [{ field: SORTS[input.sort] }],
      };
    },
    body: ({ list, count: all }: { list: { nodes: D[] }; count?: number }, input) =>
      paginated(list.nodes, input, (data) => spec.record(data), all),
  });
}
