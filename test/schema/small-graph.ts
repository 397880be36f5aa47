import { parse } from "graphql";
import type { Baseline } from "../../schema/baseline.js";
import { composeSupergraph } from "../../gateway/composition/compose.js";
import { createNodeSubgraph } from "../../gateway/composition/node-subgraph.js";
import type { Finding } from "../../schema/finding.js";
import { type CheckInput, runCheck } from "../../schema/run-check.js";
import type { KnownOperation } from "../../schema/usage-index.js";

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@external", "@requires", "@override", "@inaccessible", "@provides", "@tag"])\n`;

/** A directive of operations is the graph's only when every area has it. */
const SLOW = '"Not in a hurry." directive @slow("How." how: String) on FIELD';

/** Two areas that have a little of everything. */
export const SHOP = `${LINK}
${SLOW}
"Root." type Query {
  "One." item("Which." eid: ID!, "How." size: Size = SMALL, "Some." limit: Int): Item
  "All." items("Which." filter: ItemFilter, "Some." first: Int, "From." after: String): ItemConnection!
  "Any." any: Thing
  "Named." named: Named
  "Spare." spare: Spare
  "Old." old: Int @deprecated(reason: "It lies. Use items. Removed after 2026-01-31.")
  "Older." older: Int @deprecated(reason: "It lies. Use items. Removed after 2027-01-31.")
}
"Root." type Mutation { "Makes." makeItem("What." input: MakeItemInput!): Item }
"An object." interface Node { "Id." id: ID! }
"Has a name." interface Named { "Name." name: String }
"An item." type Item implements Node & Named @key(fields: "eid") @tag(name: "public") {
  "Id." id: ID! @override(from: "node")
  "Eid." eid: ID!
  "Name." name: String
  "Title." title: String!
  "How big." size: Size
  "Hidden." secret: String @inaccessible
  "Labels." labels("Which." only: String, "Old." sole: String @deprecated(reason: "Twice. Use only. Removed after 2027-01-31.")): [String!]
  "Stock." stock: Int @tag(name: "internal")
  "Weight." grams: Int
}
"Items." type ItemConnection { "Rows." nodes: [Item!]! }
"A box." type Box implements Named { "Name." name: String "Colour." colour: String }
"Spare." type Spare { "A." a: Int "B." b: Int }
"Anything." union Thing = Item | Box
"Sizes." enum Size { "S." SMALL "L." LARGE "T." TINY @deprecated(reason: "Too small. Use SMALL. Removed after 2027-01-31.") }
"Which." input ItemFilter { "Name." name: String "Size." size: Size = SMALL "Least." atLeast: Int }
"What." input MakeItemInput { "Name." name: String! "Size." size: Size "Note." note: String "Memo." memo: String @deprecated(reason: "Twice. Use note. Removed after 2027-01-31.") }
"A day." scalar Day
"A day." type Calendar @shareable { "Today." today: Day }
"Unread." type Shelf { "Calendar." calendar: Calendar }
extend type Query { "Shelf." shelf: Shelf }
`;

export const SALES = `${LINK}
${SLOW}
type Item @key(fields: "eid") { eid: ID! "Sold." sold: Int "Price." price: String }
`;

/** Operations that use everything above but Spare, Shelf and what they lead to. */
export const USED = `
query Everything($filter: ItemFilter, $size: Size) {
  item(eid: "1", size: $size, limit: 3) @slow(how: "x") { id eid name title size labels(only: "a") stock grams sold price }
  small: item(eid: "2", size: SMALL) { eid }
  items(filter: $filter, first: 3) { nodes { name } }
  literal: items(filter: { name: "a", size: LARGE, atLeast: 2 }) { nodes { eid } }
  any { __typename ... on Item { name } ... on Box { name colour } }
  named { name }
  spare { a b }
  old
  older
  shelf { calendar { today } }
}
`;
export const USED_MUTATION = `mutation Make { makeItem(input: { name: "a", note: "b" }) { eid } }`;
export const UNRELATED = `query Unrelated { __typename }`;

export function operation(text: string, clients: string[] = []): KnownOperation {
  const [, name = "Nameless"] = /(?:query|mutation) (\w+)/.exec(text) ?? [];
  return { name, source: "app.graphql", document: parse(text), clients, isClients: true };
}

export function baselineOf(areas: Record<string, string>): Baseline {
  const read = Object.entries(areas).map(([name, sdl]) => ({ name, typeDefs: parse(sdl) }));
  const { apiSdl, supergraphSdl } = composeSupergraph([...read, createNodeSubgraph(read)]);
  return { name: "before", apiSdl, supergraphSdl, areas: read, budgets: {} };
}

export const BASELINE = baselineOf({ shop: SHOP, sales: SALES });

/** What the check finds when the small graph becomes these areas. */
export async function findingsOf(areas: Record<string, string>, given: Partial<CheckInput> = {}): Promise<Finding[]> {
  return await runCheck({
    areas: Object.entries({ shop: SHOP, sales: SALES, ...areas }).map(([name, sdl]) => ({
      name,
      sdl,
      file: `${name}.graphql`,
    })),
    baseline: BASELINE,
    budgets: {},
    operations: [],
    knowsClients: false,
    accepted: [],
    today: "2026-11-28",
    ...given,
  });
}
