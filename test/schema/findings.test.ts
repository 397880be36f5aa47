import { describe, expect, test } from "vitest";
import type { Finding } from "../../schema/finding.js";
import { BASELINE, findingsOf, operation, SALES, SHOP } from "./small-graph.js";

function edited(from: string, to: string, text = SHOP): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

function rows(findings: readonly Finding[], kind: Finding["kind"]): string[] {
  return findings
    .filter((each) => each.kind === kind)
    .map(({ code, level, coordinate }) => `${level} ${code} ${coordinate}`);
}

const TITLE = '"Title." title: String!';

describe("lint: each rule refuses what is new, and says where", () => {
  test.each([
    ["description", "title: String!", "title: String! undescribed: Int", "Item.undescribed"],
    ["naming", TITLE, `${TITLE} "Bad." bad_name: Int`, "Item.bad_name"],
    ["naming", '"L." LARGE', '"L." LARGE "M." Middle', "Size.Middle"],
    ["pagination", TITLE, `${TITLE} "All." others: [Item!]`, "Item.others"],
    ["pagination", TITLE, `${TITLE} "All." others: ItemConnection`, "Item.others"],
    ["unit", TITLE, `${TITLE} "What it costs." cost: Int`, "Item.cost"],
    ["unit", TITLE, `${TITLE} "The least." minStock: Int`, "Item.minStock"],
    ["unused-enum", '"Sizes." enum Size', '"Left over." enum Left { "L." LEFT } "Sizes." enum Size', "Left"],
    ["deprecation", "title: String!", "title: String! @deprecated", "Item.title"],
    ["deprecation", "title: String!", 'title: String! @deprecated(reason: "Use name.")', "Item.title"],
    [
      "deprecation",
      "title: String!",
      'title: String! @deprecated(reason: "Use name. Removed after 2027-13-77.")',
      "Item.title",
    ],
  ])("%s: %s → %s", async (rule, from, to, at) => {
    const findings = await findingsOf({ shop: edited(from, to) });
    expect(rows(findings, "lint")).toEqual([`breaking ${rule} ${at}`]);
    expect(findings.find(({ kind }) => kind === "lint")).toMatchObject({
      subgraph: "shop",
      location: { file: "shop.graphql" },
    });
  });

  test("nullability: a field that another area adds must be nullable", async () => {
    const findings = await findingsOf({ sales: edited("sold: Int", 'sold: Int "New." returned: Int!', SALES) });
    expect(rows(findings, "lint")).toEqual(["breaking nullability Item.returned"]);
    expect(findings.find(({ kind }) => kind === "lint")?.subgraph).toBe("sales");
  });

  test("a new field without fault passes, and what was wrong before refuses nobody's change", async () => {
    const findings = await findingsOf({ shop: edited(TITLE, `${TITLE} "Most, 0 to 9." maxStock: Int`) });
    expect(rows(findings, "lint")).toEqual([]);
  });
});

describe("cost: known operations that take more than before", () => {
  test("a field that moves to another area costs one request more, though the move is safe", async () => {
    const findings = await findingsOf(
      { sales: edited('"Sold." sold', '"Stock." stock: Int @override(from: "shop") "Sold." sold', SALES) },
      {
        operations: [
          operation('query Stock { item(eid: "1") { stock } }'),
          operation('query Name { item(eid: "1") { name } }'),
        ],
        knowsClients: true,
      },
    );
    expect(rows(findings, "cost")).toEqual(["dangerous MORE_FETCHES null"]);
    expect(findings.find(({ kind }) => kind === "cost")?.message).toBe(
      "Stock (app.graphql) takes 2 requests to areas, before 1",
    );
    expect(rows(findings, "change")).toEqual(["safe FIELD_OVERRIDDEN Item.stock"]);
  });

  test("longer pages cost more, and a client's operation that is over the limit now is refused", async () => {
    const many = Array.from({ length: 15 }, (_, index) => `a${index}: items { nodes { eid } }`).join(" ");
    const own = { ...operation(`query Own { ${many} }`), isClients: false };
    const findings = await findingsOf(
      { shop: edited('"Some." first: Int', '"Some." first: Int = 100') },
      {
        operations: [operation("query One { items { nodes { eid } } }"), operation(`query Many { ${many} }`), own],
        knowsClients: true,
      },
    );
    expect(findings.filter(({ kind }) => kind === "cost").map(({ level, message }) => [level, message])).toEqual([
      ["dangerous", "One (app.graphql) costs 101 objects, before 26"],
      ["breaking", "Many (app.graphql) costs 1515 objects, before 390; clients may ask for 1000"],
      ["dangerous", "Own (app.graphql) costs 1515 objects, before 390"],
    ]);
  });

  test("an old route that takes more SQL statements names who calls it, also when the schema is as it was", async () => {
    const route = { ...operation("query Item { any { __typename } }"), name: "GET /item", isClients: false };
    const findings = await findingsOf(
      {},
      {
        baseline: { ...BASELINE, budgets: { "GET /item": 2, "GET /items": 3, "GET /gone": 1 } },
        budgets: { "GET /item": 3, "GET /items": 2, "GET /new": 9 },
        operations: [{ ...route, clients: ["app (last 2026-11-20)"] }],
      },
    );
    expect(findings.map(({ kind, level, code, message }) => [kind, level, code, message])).toEqual([
      [
        "cost",
        "dangerous",
        "MORE_STATEMENTS",
        "GET /item takes 3 SQL statements, before 2, called by app (last 2026-11-20)",
      ],
    ]);
  });

  test("an unchanged graph costs nothing more", async () => {
    expect(await findingsOf({}, { operations: [operation('query Stock { item(eid: "1") { stock } }')] })).toEqual([]);
  });
});

test("a composition error names its code, its areas and its coordinate, and nothing else is said", async () => {
  const findings = await findingsOf({
    sales: edited('"Sold." sold: Int', '"Sold." sold: Int "Stock." stock: Int', SALES),
  });
  expect(findings).toMatchObject([
    { kind: "composition", code: "INVALID_FIELD_SHARING", coordinate: "Item.stock", subgraph: "shop, sales" },
  ]);
});

test("related changes are one finding: a type with all that led to it", async () => {
  const without = edited('"Spare." type Spare { "A." a: Int "B." b: Int }', "");
  const findings = await findingsOf({ shop: edited('"Spare." spare: Spare', "", without) });
  expect(rows(findings, "change")).toEqual(["breaking TYPE_REMOVED Spare"]);
  expect(findings[0]?.related).toEqual(["Field 'spare' was removed from object type 'Query'"]);
});

test("an operation that does not fit the baseline as a whole still counts for what it asks", async () => {
  const faulty = operation('query Faulty { item(eid: "1") { title unknownToAll } }');
  const findings = await findingsOf({ shop: edited(TITLE, "") }, { operations: [faulty], knowsClients: true });
  expect(findings).toMatchObject([
    { level: "breaking", code: "FIELD_REMOVED", uses: [{ operation: "Faulty", at: "1:33" }] },
    {
      level: "dangerous",
      code: "OPERATION_UNFIT",
      message:
        'Faulty (app.graphql) fits neither this schema nor the baseline: Cannot query field "unknownToAll" on type "Item".',
    },
  ]);
  const recorded = { ...faulty, clients: ["app (last 2026-11-20)"] };
  expect(await findingsOf({}, { operations: [recorded], knowsClients: true })).toEqual([]);
});
