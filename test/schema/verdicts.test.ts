import { describe, expect, test } from "vitest";
import type { Finding } from "../../schema/finding.js";
import { findingsOf, operation, SALES, SHOP, UNRELATED, USED, USED_MUTATION } from "./small-graph.js";

type Verdict = "breaking" | "dangerous" | "safe";

interface Change {
  what: string;
  /** Texts of the area shop that become others. */
  shop?: [string, string][];
  sales?: [string, string][];
  code: string;
  at: string;
  /** When nobody said what clients ask; when operations use it; when they ask for other things only. */
  verdicts: [unknown: Verdict, used: Verdict, unused: Verdict];
}

const B: Change["verdicts"] = ["breaking", "breaking", "safe"];
const D: Change["verdicts"] = ["dangerous", "dangerous", "safe"];
const S: Change["verdicts"] = ["safe", "safe", "safe"];
/** What usage cannot excuse. */
const ALWAYS_B: Change["verdicts"] = ["breaking", "breaking", "breaking"];
const ALWAYS_D: Change["verdicts"] = ["dangerous", "dangerous", "dangerous"];

function shop(what: string, from: string, to: string, code: string, at: string, verdicts: Change["verdicts"]): Change {
  return { what, shop: [[from, to]], code, at, verdicts };
}

function sales(what: string, from: string, to: string, code: string, at: string, verdicts: Change["verdicts"]): Change {
  return { what, sales: [[from, to]], code, at, verdicts };
}

const COLOUR = '"Colour." colour: String';
const STOCK = '"Stock." stock: Int @tag(name: "internal")';
const SPARE = '"Spare." type Spare { "A." a: Int "B." b: Int }';
const KEY = '"An item." type Item implements Node & Named @key(fields: "eid")';

const CHANGES: Change[] = [
  // Types
  shop(
    "a type is added",
    SPARE,
    `${SPARE} "New." type New { "A." a: Int } extend type Query { "New." new: New }`,
    "TYPE_ADDED",
    "New",
    S,
  ),
  {
    what: "a type is removed with what led to it",
    shop: [
      [SPARE, ""],
      ['"Spare." spare: Spare', ""],
    ],
    code: "TYPE_REMOVED",
    at: "Spare",
    verdicts: B,
  },
  {
    what: "a type is renamed",
    shop: [
      ["type Spare {", "type Part {"],
      ["spare: Spare", "spare: Part"],
    ],
    code: "TYPE_REMOVED",
    at: "Spare",
    verdicts: B,
  },
  shop("an object becomes an interface", "type Shelf {", "interface Shelf {", "TYPE_KIND_CHANGED", "Shelf", B),
  shop(
    "an object becomes an input",
    '"Spare." type Spare {',
    '"X." input X { "A." a: Int } "Spare." type Spare {',
    "TYPE_ADDED",
    "X",
    S,
  ),
  shop("a type's description changes", '"Spare." type', '"Spare parts." type', "TYPE_DESCRIPTION_CHANGED", "Spare", S),
  shop(
    "a scalar is added",
    '"A day." scalar Day',
    '"A day." scalar Day "X." scalar Hour extend type Query { "H." hour: Hour }',
    "TYPE_ADDED",
    "Hour",
    S,
  ),
  {
    what: "a scalar is replaced",
    shop: [
      ["scalar Day", "scalar Date"],
      ["today: Day", "today: Date"],
    ],
    code: "TYPE_REMOVED",
    at: "Day",
    verdicts: B,
  },
  // Fields
  shop("a field is added", COLOUR, `${COLOUR} "New." new: Int`, "FIELD_ADDED", "Box.new", S),
  shop("a field is removed", COLOUR, "", "FIELD_REMOVED", "Box.colour", B),
  shop("a field is renamed", "colour: String", "color: String", "FIELD_REMOVED", "Box.colour", B),
  shop("a root field is removed", '"Any." any: Thing', "", "FIELD_REMOVED", "Query.any", B),
  shop(
    "a mutation is removed",
    '"Makes." makeItem("What." input: MakeItemInput!): Item',
    '"Other." other: Int',
    "FIELD_REMOVED",
    "Mutation.makeItem",
    B,
  ),
  shop("a field's type changes", "colour: String", "colour: Int", "FIELD_TYPE_CHANGED", "Box.colour", B),
  shop("a field becomes a list", "colour: String", "colour: [String]", "FIELD_TYPE_CHANGED", "Box.colour", B),
  shop("a list becomes one", "): [String!]", "): String", "FIELD_TYPE_CHANGED", "Item.labels", B),
  shop("a field becomes nullable", "title: String!", "title: String", "FIELD_TYPE_CHANGED", "Item.title", B),
  shop("a field becomes non-null", "colour: String", "colour: String!", "FIELD_TYPE_CHANGED", "Box.colour", S),
  shop("the items of a list become nullable", "[String!]", "[String]", "FIELD_TYPE_CHANGED", "Item.labels", B),
  shop("a field is described otherwise", '"Colour."', '"The colour."', "FIELD_DESCRIPTION_CHANGED", "Box.colour", S),
  shop(
    "a field is deprecated",
    "colour: String",
    'colour: String @deprecated(reason: "Dull. Use name. Removed after 2027-06-30.")',
    "FIELD_DEPRECATION_ADDED",
    "Box.colour",
    S,
  ),
  shop(
    "a field is deprecated no longer",
    '@deprecated(reason: "It lies. Use items. Removed after 2027-01-31.")',
    "",
    "FIELD_DEPRECATION_REMOVED",
    "Query.older",
    S,
  ),
  shop(
    "a reason changes",
    "It lies. Use items. Removed after 2027-01-31.",
    "It is wrong. Use items. Removed after 2027-01-31.",
    "FIELD_DEPRECATION_REASON_CHANGED",
    "Query.older",
    S,
  ),
  shop(
    "a deprecated field goes after its day",
    '"Old." old: Int @deprecated(reason: "It lies. Use items. Removed after 2026-01-31.")',
    "",
    "FIELD_REMOVED",
    "Query.old",
    B,
  ),
  shop(
    "a deprecated field goes before its day",
    '"Older." older: Int @deprecated(reason: "It lies. Use items. Removed after 2027-01-31.")',
    "",
    "FIELD_REMOVED",
    "Query.older",
    ALWAYS_B,
  ),
  shop(
    "the day of a promise is brought forward",
    "It lies. Use items. Removed after 2027-01-31.",
    "It lies. Use items. Removed after 2026-12-01.",
    "FIELD_DEPRECATION_REASON_CHANGED",
    "Query.older",
    ALWAYS_B,
  ),
  shop(
    "the day of a promise is put off",
    "It lies. Use items. Removed after 2027-01-31.",
    "It lies. Use items. Removed after 2027-02-28.",
    "FIELD_DEPRECATION_REASON_CHANGED",
    "Query.older",
    S,
  ),
  shop(
    "a deprecated argument goes before its day",
    ', "Old." sole: String @deprecated(reason: "Twice. Use only. Removed after 2027-01-31.")',
    "",
    "FIELD_ARGUMENT_REMOVED",
    "Item.labels(sole:)",
    ALWAYS_B,
  ),
  shop(
    "a deprecated input field goes before its day",
    '"Memo." memo: String @deprecated(reason: "Twice. Use note. Removed after 2027-01-31.")',
    "",
    "INPUT_FIELD_REMOVED",
    "MakeItemInput.memo",
    ALWAYS_B,
  ),
  shop(
    "a deprecated enum value goes before its day",
    '"T." TINY @deprecated(reason: "Too small. Use SMALL. Removed after 2027-01-31.")',
    "",
    "ENUM_VALUE_REMOVED",
    "Size.TINY",
    ALWAYS_B,
  ),
  shop(
    "an enum value's promise loses its day",
    "Too small. Use SMALL. Removed after 2027-01-31.",
    "Too small. Use SMALL.",
    "ENUM_VALUE_DEPRECATION_REASON_CHANGED",
    "Size.TINY",
    ALWAYS_B,
  ),
  // Arguments
  shop(
    "an optional argument is added",
    "labels(",
    'labels("New." new: Int ',
    "FIELD_ARGUMENT_ADDED",
    "Item.labels(new:)",
    S,
  ),
  shop(
    "a required argument is added",
    "labels(",
    'labels("New." new: Int! ',
    "FIELD_ARGUMENT_ADDED",
    "Item.labels(new:)",
    B,
  ),
  shop(
    "a required argument with a default is added",
    "labels(",
    'labels("New." new: Int! = 1 ',
    "FIELD_ARGUMENT_ADDED",
    "Item.labels(new:)",
    S,
  ),
  shop("an argument is removed", ', "Some." limit: Int', "", "FIELD_ARGUMENT_REMOVED", "Query.item(limit:)", B),
  shop("an argument is renamed", "limit: Int", "most: Int", "FIELD_ARGUMENT_REMOVED", "Query.item(limit:)", B),
  shop(
    "an argument becomes required",
    "limit: Int",
    "limit: Int!",
    "FIELD_ARGUMENT_TYPE_CHANGED",
    "Query.item(limit:)",
    B,
  ),
  shop("an argument becomes optional", "eid: ID!, ", "eid: ID, ", "FIELD_ARGUMENT_TYPE_CHANGED", "Query.item(eid:)", S),
  shop(
    "an argument's type changes",
    "limit: Int",
    "limit: String",
    "FIELD_ARGUMENT_TYPE_CHANGED",
    "Query.item(limit:)",
    B,
  ),
  shop(
    "an argument's default changes",
    "size: Size = SMALL,",
    "size: Size = LARGE,",
    "FIELD_ARGUMENT_DEFAULT_CHANGED",
    "Query.item(size:)",
    D,
  ),
  shop(
    "an argument gets a default",
    "limit: Int",
    "limit: Int = 5",
    "FIELD_ARGUMENT_DEFAULT_CHANGED",
    "Query.item(limit:)",
    D,
  ),
  shop(
    "an argument loses its default",
    "size: Size = SMALL,",
    "size: Size,",
    "FIELD_ARGUMENT_DEFAULT_CHANGED",
    "Query.item(size:)",
    D,
  ),
  shop(
    "an argument is described otherwise",
    '"Some." limit',
    '"At most." limit',
    "FIELD_ARGUMENT_DESCRIPTION_CHANGED",
    "Query.item(limit:)",
    S,
  ),
  // Enums
  shop("an enum value is added", '"L." LARGE', '"L." LARGE "M." MIDDLE', "ENUM_VALUE_ADDED", "Size.MIDDLE", D),
  shop("an enum value is removed", '"L." LARGE', "", "ENUM_VALUE_REMOVED", "Size.LARGE", B),
  shop("an enum value is renamed", "LARGE", "BIG", "ENUM_VALUE_REMOVED", "Size.LARGE", B),
  shop(
    "an enum value is deprecated",
    '"L." LARGE',
    '"L." LARGE @deprecated(reason: "Big. Use SMALL. Removed after 2027-06-30.")',
    "ENUM_VALUE_DEPRECATION_REASON_ADDED",
    "Size.LARGE",
    S,
  ),
  shop("an enum value is described otherwise", '"L."', '"Large."', "ENUM_VALUE_DESCRIPTION_CHANGED", "Size.LARGE", S),
  // Unions and interfaces
  shop("a union gets a member", "Item | Box", "Item | Box | Spare", "UNION_MEMBER_ADDED", "Thing", D),
  shop("a union loses a member", "Item | Box", "Item", "UNION_MEMBER_REMOVED", "Thing", B),
  {
    what: "a type gets an interface",
    shop: [["type Spare {", 'type Spare implements Named { "Name." name: String ']],
    code: "OBJECT_TYPE_INTERFACE_ADDED",
    at: "Spare",
    verdicts: D,
  },
  shop("a type loses an interface", "type Box implements Named", "type Box", "OBJECT_TYPE_INTERFACE_REMOVED", "Box", B),
  {
    what: "an interface gets a field",
    shop: [
      ['interface Named { "Name." name: String', 'interface Named { "Name." name: String "Tag." tag: Int'],
      ["type Box implements Named {", 'type Box implements Named { "Tag." tag: Int '],
      ['"Weight." grams', '"Tag." tag: Int "Weight." grams'],
    ],
    code: "FIELD_ADDED",
    at: "Named.tag",
    verdicts: S,
  },
  shop(
    "an interface loses a field",
    'interface Named { "Name." name: String }',
    'interface Named { "Other." title: String } extend type Box { "Title." title: String }',
    "FIELD_REMOVED",
    "Named.name",
    B,
  ),
  // Inputs
  shop(
    "an optional input field is added",
    '"Note." note',
    '"New." new: Int "Note." note',
    "INPUT_FIELD_ADDED",
    "MakeItemInput.new",
    S,
  ),
  shop(
    "a required input field is added",
    '"Note." note',
    '"New." new: Int! "Note." note',
    "INPUT_FIELD_ADDED",
    "MakeItemInput.new",
    B,
  ),
  shop(
    "a required input field with a default is added",
    '"Note." note',
    '"New." new: Int! = 1 "Note." note',
    "INPUT_FIELD_ADDED",
    "MakeItemInput.new",
    S,
  ),
  shop("an input field is removed", '"Note." note: String', "", "INPUT_FIELD_REMOVED", "MakeItemInput.note", B),
  shop(
    "an input field that only variables can hold is removed",
    '"Least." atLeast: Int',
    "",
    "INPUT_FIELD_REMOVED",
    "ItemFilter.atLeast",
    B,
  ),
  shop("an input field is renamed", "note: String", "remark: String", "INPUT_FIELD_REMOVED", "MakeItemInput.note", B),
  shop(
    "an input field becomes required",
    "note: String",
    "note: String!",
    "INPUT_FIELD_TYPE_CHANGED",
    "MakeItemInput.note",
    B,
  ),
  shop(
    "an input field becomes optional",
    "name: String!",
    "name: String",
    "INPUT_FIELD_TYPE_CHANGED",
    "MakeItemInput.name",
    S,
  ),
  shop(
    "an input field's type changes",
    "note: String",
    "note: Int",
    "INPUT_FIELD_TYPE_CHANGED",
    "MakeItemInput.note",
    B,
  ),
  shop(
    "an input field's default changes",
    'size: Size = SMALL "Least',
    'size: Size = LARGE "Least',
    "INPUT_FIELD_DEFAULT_VALUE_CHANGED",
    "ItemFilter.size",
    D,
  ),
  // Federation
  shop(
    "a field becomes inaccessible",
    '"Colour." colour: String',
    '"Colour." colour: String @inaccessible',
    "FIELD_REMOVED",
    "Box.colour",
    B,
  ),
  shop(
    "a field is inaccessible no longer",
    "secret: String @inaccessible",
    "secret: String",
    "FIELD_ADDED",
    "Item.secret",
    S,
  ),
  shop("a tag is added", "colour: String", 'colour: String @tag(name: "public")', "TAG_ADDED", "Box.colour", S),
  shop("a tag is removed", STOCK, '"Stock." stock: Int', "TAG_REMOVED", "Item.stock", ALWAYS_D),
  shop("a key is added", KEY, `${KEY} @key(fields: "title")`, "KEY_ADDED", "Item", S),
  {
    what: "a key that others use changes",
    shop: [[KEY, `${KEY.replace('fields: "eid"', 'fields: "eid name"')} @key(fields: "title")`]],
    sales: [['@key(fields: "eid") { eid: ID!', '@key(fields: "title") { title: String! @shareable']],
    code: "KEY_REMOVED",
    at: "Item",
    verdicts: ALWAYS_B,
  },
  {
    what: "a field moves to another area by @override",
    sales: [['"Sold." sold', '"Stock." stock: Int @override(from: "shop") "Sold." sold']],
    code: "FIELD_OVERRIDDEN",
    at: "Item.stock",
    verdicts: S,
  },
  {
    what: "a field moves to another area at once",
    shop: [[STOCK, ""]],
    sales: [['"Sold." sold', '"Stock." stock: Int "Sold." sold']],
    code: "FIELD_MOVED",
    at: "Item.stock",
    verdicts: ALWAYS_D,
  },
  {
    what: "a field that another area adds is removed",
    sales: [['"Sold." sold: Int', ""]],
    code: "FIELD_REMOVED",
    at: "Item.sold",
    verdicts: B,
  },
  sales(
    "a field that another area adds gets another type",
    "price: String",
    "price: Int",
    "FIELD_TYPE_CHANGED",
    "Item.price",
    B,
  ),
  // Directives
];

function edit(text: string, edits: readonly [string, string][] = []): string {
  let edited = text;
  for (const [from, to] of edits) {
    expect([from, edited.includes(from)]).toEqual([from, true]);
    edited = edited.replace(from, to);
  }
  return edited;
}

/** The change's own finding; lint and cost are other tests'. */
function ofChange(findings: readonly Finding[], change: Change): Finding | undefined {
  return findings.find(
    ({ kind, code, coordinate }) => kind === "change" && code === change.code && coordinate === change.at,
  );
}

describe("the verdict on each kind of change", () => {
  test("there are enough kinds", () => expect(CHANGES.length).toBeGreaterThanOrEqual(60));

  test.each(CHANGES)("$what", async (change) => {
    const areas = { shop: edit(SHOP, change.shop), sales: edit(SALES, change.sales) };
    const usages = [
      {},
      { operations: [operation(USED, ["app (last 2026-11-20)"]), operation(USED_MUTATION)], knowsClients: true },
      { operations: [operation(UNRELATED)], knowsClients: true },
    ];
    for (const [at, usage] of usages.entries()) {
      const findings = await findingsOf(areas, usage);
      expect(findings.filter(({ kind }) => kind === "composition")).toEqual([]);
      const found = ofChange(findings, change);
      const expected = change.verdicts[at];
      expect([at, found?.level]).toEqual([at, expected]);
      if (at === 1 && expected !== "safe" && change.verdicts[2] === "safe")
        expect(found?.uses.length).toBeGreaterThan(0);
      if (found !== undefined && expected !== "safe") expect(found.remedy).toBeTruthy();
    }
  });
});
