import { assert, asyncProperty, constantFrom, nat, tuple } from "fast-check";
import { parse } from "graphql";
import { describe, expect, test } from "vitest";
import type { EngineAnswer } from "../../../gateway/execution/engine.js";
import { freeOfPrototypes } from "../../../gateway/execution/free-of-prototypes.js";
import { parseAnswer } from "../../../gateway/execution/http-answer.js";
import { federate } from "../kit.js";

const SDL = `
  scalar Money
  enum Status { LIVE PAUSED }
  type Query { row(id: ID): Row rows: [Row!]! grid: [[Int]] named: Named }
  interface Named { name: String }
  type Row implements Named {
    id: ID! name: String count: Int! share: Float isFinal: Boolean! status: Status money: Money tags: [String!] next: Row
  }
`;

/** A gateway in front of a subgraph that answers with `body`, whatever it is asked. */
function answering() {
  const subgraph = { body: "" as string | Buffer, readsBytes: true, asked: "", madeText: false };
  const { engine } = federate([
    {
      name: "rows",
      sdl: SDL,
      client: {
        execute(request) {
          subgraph.asked = request.operation;
          const bytes = Buffer.concat([Buffer.from(subgraph.body), Buffer.alloc(1)]);
          const made = subgraph.readsBytes ? request.transcode?.(bytes) : undefined;
          subgraph.madeText = made !== undefined;
          if (made !== undefined) return { text: made.text };
          const { extensions: _extensions, ...response } = parseAnswer(
            bytes.toString("utf8", 0, bytes.length - 1),
            request,
            freeOfPrototypes,
            true,
          );
          return response;
        },
      },
    },
  ]);
  /** What the client gets, for an answer that is read as bytes and for one that is read as objects. */
  async function both(query: string, body: string | Buffer) {
    const operation = engine.prepare(parse(query), undefined);
    const ask = async (readsBytes: boolean) => {
      Object.assign(subgraph, { body, readsBytes });
      return plain(await engine.answer(operation, { context: {} }));
    };
    const objects = await ask(false);
    // Code of its own writes the answers from the second run on.
    const again = await ask(false);
    const bytes = await ask(true);
    return { objects, again, bytes, madeText: subgraph.madeText };
  }
  return { subgraph, both };
}

function plain({ text, ...response }: EngineAnswer): unknown {
  return text === undefined ? JSON.parse(JSON.stringify(response)) : JSON.parse(String(text));
}

const ROW = "id name count share isFinal status money tags next { id }";
const FULL = {
  id: "a-1",
  name: 'Zürich "1" \\ \n\u2028 😀 \u0001\u001f',
  count: -2_147_483_648,
  share: 1.5e-7,
  isFinal: true,
  status: "PAUSED",
  money: 12.5,
  tags: ["", "x"],
  next: { id: "b" },
};
const EMPTY = {
  id: "",
  name: null,
  count: 0,
  share: -0.25,
  isFinal: false,
  status: null,
  money: "12.50",
  tags: [],
  next: null,
};

describe("an answer of one subgraph that fits is made of its bytes", () => {
  test.each([
    ["values of all kinds", `{ rows { ${ROW} } }`, { rows: [FULL, EMPTY, { ...FULL, count: 2_147_483_647 }] }],
    ["an empty list", "{ rows { id } }", { rows: [] }],
    ["lists of lists", "{ grid }", { grid: [[1, null], [], null, [-7]] }],
    ["null", "{ row { id } }", { row: null }],
    ["a name that the client chose", "{ row { n: name next { c: count } } }", { row: { _k0: "x", next: { _k1: 7 } } }],
    ["an argument", `{ a: row(id: "1") { id } b: row(id: "2") { id } }`, { _k0: { id: "1" }, _k1: null }],
    ["the type's name, asked of nobody", "{ t: __typename row { id } u: __typename }", undefined],
    ["the type's name first", "{ row { __typename id } }", { row: { __typename: "Row", id: "1" } }],
    ["the type's name alone", "{ rows { t: __typename } }", { rows: [{ __typename: "Row" }] }],
    ["the type's name behind others", "{ row { id t: __typename } }", { row: { id: "1", __typename: "Row" } }],
    [
      "a fragment of the type",
      "{ row { ...a id } } fragment a on Row { name }",
      { row: { __typename: "Row", name: "x", id: "1" } },
    ],
  ])("%s", async (_name, query, data) => {
    const { both, subgraph } = answering();
    const { objects, again, bytes, madeText } = await both(query, JSON.stringify({ data: data ?? { row: null } }));
    expect(objects).toHaveProperty("data");
    expect(again).toEqual(objects);
    expect(JSON.stringify(bytes)).toBe(JSON.stringify(objects));
    expect({ asked: subgraph.asked, madeText }).toEqual({ asked: subgraph.asked, madeText: data !== undefined });
  });

  test("with what a subgraph of ours tells beside it", async () => {
    const { both } = answering();
    const { bytes, madeText } = await both("{ row { id } }", '{"data":{"row":{"id":"1"}},"extensions":{"a":[1]}} \n');
    expect({ bytes, madeText }).toEqual({ bytes: { data: { row: { id: "1" } } }, madeText: true });
  });
});

test("an object whose type is no name is no object of any type", async () => {
  const { both } = answering();
  const { objects, again, bytes } = await both("{ named { name } }", '{"data":{"named":{"__typename":5,"name":"x"}}}');
  expect(objects).toMatchObject({ data: { named: null }, errors: [{ path: ["named"] }] });
  expect({ again, bytes }).toEqual({ again: objects, bytes: objects });
});

const GOOD = {
  id: "1",
  name: "x",
  count: 1,
  share: 0.5,
  isFinal: true,
  status: "LIVE",
  money: 1,
  tags: null,
  next: null,
};

test("an object whose type only its answer tells is read as an object", async () => {
  const { both } = answering();
  const { again, bytes, madeText } = await both(
    "{ named { name } }",
    '{"data":{"named":{"__typename":"Row","name":"x"}}}',
  );
  expect({ again, bytes, madeText }).toEqual({
    again: { data: { named: { name: "x" } } },
    bytes: again,
    madeText: false,
  });
});

describe("an answer that does not fit is read as objects, and answered as if it always had been", () => {
  const row = (changes: object) => JSON.stringify({ data: { rows: [{ ...GOOD, ...changes }] } });
  const good = row({});
  test.each([
    ["spaces", JSON.stringify(JSON.parse(good), null, 1)],
    ["another order of keys", row({}).replace('"id":"1","name":"x"', '"name":"x","id":"1"')],
    ["a key more", row({ more: { a: 1 } })],
    ["a key twice", good.replace('"id":"1"', '"id":"1","id":"2"')],
    ["a key less", row({ name: undefined })],
    ["null for non-null", row({ count: null })],
    ["a number for an ID", row({ id: 7 })],
    ["a text for a number", row({ count: "7" })],
    ["a fraction for a whole number", row({ count: 7.5 })],
    ["a whole number spelled as a fraction", good.replace('"count":1', '"count":1.0')],
    ["more than 32 bits", row({ count: 2_147_483_648 })],
    ["minus zero", good.replace('"count":1', '"count":-0')],
    ["an unknown value of an enum", row({ status: "GONE" })],
    ["a list for an object", row({ next: [] })],
    ["an object for a text", row({ name: {} })],
    ["an object for a scalar of ours", row({ money: { amount: 1 } })],
    ["an infinite number", good.replace("0.5", "1e400")],
    ["half of a pair of surrogates", row({ name: "\ud800" })],
    ["an escape that nobody needs", good.replace('"x"', '"\\u0041\\/"')],
    ["more digits than a double has", good.replace('"money":1', '"money":9007199254740993')],
    ["zeros that nobody needs", good.replace("0.5", "0.50")],
    ["an exponent that nobody needs", good.replace("0.5", "5e-1")],
    ["a byte behind it", `${good}\v`],
    ["a number of many digits", good.replace("0.5", `0.${"5".repeat(60)}`)],
    ["an error beside the data", good.replace(/}$/, ',"errors":[{"message":"No.","path":["rows"]}]}')],
    ["an error before the data", `{"errors":[{"message":"No."}],${good.slice(1)}`],
    ["bytes that are no UTF-8", Buffer.from(good.replace('"x"', '"\u00ff"'), "latin1")],
  ])("%s", async (_name, body) => {
    const { both } = answering();
    const { again, bytes, madeText } = await both(`{ rows { ${ROW} } }`, body);
    expect(madeText).toBe(false);
    expect(bytes).toEqual(again);
  });
});

test("of any bytes comes what comes of them as objects", { timeout: 120_000 }, async () => {
  const { both } = answering();
  const data = { rows: [{ ...FULL, next: { id: "\t" } }, EMPTY] };
  const body = Buffer.from(JSON.stringify({ data, extensions: { a: 1 } }));
  const insert = [...'{}[]",:\\u0123456789-+.eE truefalsn', "\0", "\u00ff", "\n", ""];
  let ofBytes = 0;
  await assert(
    asyncProperty(tuple(nat(body.length), nat(2), constantFrom(...insert)), async ([at, gone, text]) => {
      const broken = Buffer.concat([body.subarray(0, at), Buffer.from(text, "latin1"), body.subarray(at + gone)]);
      const answers = await both(`{ rows { ${ROW} } }`, broken);
      if (answers.madeText) ofBytes += 1;
      expect(JSON.stringify(answers.bytes)).toBe(JSON.stringify(answers.again));
    }),
    { numRuns: 8_000 },
  );
  // Many changes are inside of a text and do no harm.
  expect(ofBytes).toBeGreaterThan(100);
});
