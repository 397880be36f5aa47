import { present } from "./entities.js";
import { flag, optionalEid } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";

/** What a list can be narrowed to. */
interface Narrowing {
  description: string;
  /** The root field of the graph that finds it: what can't be seen is not found, and is no empty list. */
  rootField: string;
  /** The field of the graph's filter. */
  filter: string;
}

interface ListRoute<D> {
  path: string;
  description: string;
  /** The root field of the graph; the names of its types begin with `noun`. */
  rootField: string;
  noun: string;
  selection: string;
  fragment: string;
  narrowings: Readonly<Record<"eid", Narrowing>> & Readonly<Record<string, Narrowing>>;
  /** Whether the selection has a variable `verbose`, and what that is. */
  verbose?: string;
  record(data: D): unknown;
}

/** A list of /activate/api/v2: `{data: […]}`, all of it (document 1, part C). */
export function listRoute<D>(spec: ListRoute<D>): RestRoute {
  const narrowings = Object.entries(spec.narrowings);
  const declared = narrowings.map((_, index) => `$eid${index}: ID!, $by${index}: Boolean!`).join(", ");
  const lookUps = narrowings
    .map(
      ([, { rootField }], index) => `named${index}: ${rootField}(eid: $eid${index}) @include(if: $by${index}) { eid }`,
    )
    .join(" ");
  return defineRoute({
    area: "universal",
    method: "GET",
    path: spec.path,
    permission: "universal.read",
    description: `${spec.description} Without any of these: all that the caller may see; 400 for platform administrators. Document 1, part C.`,
    parameters: {
      ...Object.fromEntries(narrowings.map(([name, { description }]) => [name, optionalEid(description)])),
      ...(spec.verbose !== undefined && { verbose: flag(spec.verbose, false) }),
    },
    operation: `query List($after: String, $filter: ${spec.noun}Filter, ${declared}${spec.verbose === undefined ? "" : ", $verbose: Boolean!"}) {
      ${lookUps}
      list: ${spec.rootField}(first: 1000, after: $after, filter: $filter) {
        nodes { ${spec.selection} } pageInfo { hasNextPage endCursor } } } ${spec.fragment}`,
    connection: "list",
    variables: (input) => {
      const given: Readonly<Record<string, unknown>> = input;
      const named = narrowings.map(([name, { filter }]) => ({ filter, eid: given[name] ?? null }));
      return {
        ...Object.fromEntries(
          named.flatMap(({ eid }, index) => [
            [`eid${index}`, eid ?? ""],
            [`by${index}`, eid !== null],
          ]),
        ),
        filter: Object.fromEntries(named.flatMap(({ filter, eid }) => (eid === null ? [] : [[filter, { in: [eid] }]]))),
        ...(spec.verbose !== undefined && { verbose: given["verbose"] }),
      };
    },
    body: ({ list }: { list: { nodes: D[] } }, input) => {
      const given: Readonly<Record<string, unknown>> = input;
      // One that is there, and is not of the advertisable or campaign that is named with it.
      if (given["eid"] !== null && list.nodes.length === 0) present(null);
      return { data: list.nodes.map((node) => spec.record(node)) };
    },
  });
}
