import { describe, expect, test } from "vitest";
import { JsonReader } from "./json-reader.js";

/** Reads a text in pieces of a length. */
function read(text: string, length: number): unknown {
  const reader = new JsonReader(() => null);
  for (let at = 0; at < text.length; at += length) reader.write(text.slice(at, at + length));
  return reader.end();
}

const GOOD = [
  "{}",
  " [ ] ",
  "null",
  "12",
  "-0.5e-3",
  '"a\\"\\\\\\u00e9\\ud83d\\ude00 \\/"',
  '{"a":[1,{"b":[true,false,null]},"c",[]],"":{"constructor":1}}',
  `[${"[".repeat(50)}${"]".repeat(50)}]`,
];

test.each(GOOD)("%s is read as it is written, in whatever pieces it comes", (text) => {
  for (const length of [1, 2, 3, 7, text.length]) expect(read(text, length)).toEqual(JSON.parse(text));
});

// Of every text that JSON.parse takes, some characters are left out or put in the place of others.
test("what JSON.parse refuses is refused, and nothing else", () => {
  const texts = GOOD.flatMap((text) =>
    Array.from({ length: text.length }, (_, at) =>
      ["", ",", "]", "}", '"', "\\", "0", "-", ":", "e", " ", "\n", "x", "[", "\u00a0"].map(
        (other) => text.slice(0, at) + other + text.slice(at + 1),
      ),
    ).flat(),
  );
  const verdict = (parse: () => unknown): unknown => {
    try {
      return { value: parse() };
    } catch (error) {
      // Which JSON.parse takes, with the last one in its place.
      return String(error).includes("names a key twice") ? "twice" : "refused";
    }
  };
  for (const text of [...texts, "", " ", "{} {}", "\ufeff{}", "[1,]", "01", "1.", "nul", "truex", "NaN"]) {
    const found = verdict(() => read(text, 3));
    if (found !== "twice") expect([text, found]).toEqual([text, verdict(() => JSON.parse(text))]);
  }
});

describe("as everywhere in the old interface", () => {
  test("whole numbers keep their digits", () => {
    expect(read('{"id": 12345678901234567890, "n": 1e20, "small": -9007199254740991}', 5)).toEqual({
      id: "12345678901234567890",
      n: 1e20,
      small: -9_007_199_254_740_991,
    });
  });

  test.each(['{"a":1,"a":2}', '{"a":{"b":1,"\\u0062":2}}', '[{"a":1},{"a":1,"a":1}]'])(
    "a key that is named twice in one object is refused: %s",
    (text) => expect(() => read(text, 4)).toThrow("names a key twice"),
  );

  test.each(['{"__proto__":{"x":1}}', '{"a":{"constructor":{"prototype":{}}}}'])(
    "what could change the objects of the program is refused: %s",
    (text) => expect(() => read(text, 4)).toThrow("JSON"),
  );
});

describe("a list whose items are taken", () => {
  test("gives them one by one, and what was made of it stands in its place", () => {
    const items: unknown[] = [];
    const reader = new JsonReader((path) =>
      path.join() === "rows" ? { add: (item) => void items.push(item), end: () => `${items.length} rows` } : null,
    );
    reader.write('{"before": [1], "rows": [{"a": [1');
    expect(items).toEqual([]);
    reader.write('2]}, 3, [], {"x": {}}');
    expect(items).toEqual([{ a: [12] }, 3, [], { x: {} }]);
    reader.write('], "after": {"rows": [5]}}');
    expect(reader.end()).toEqual({ before: [1], rows: "4 rows", after: { rows: [5] } });
  });

  test("may be as long as it likes, and what is kept beside it may not", () => {
    const reader = new JsonReader((path) => (path.join() === "rows" ? { add: () => {}, end: () => null } : null));
    reader.write('{"rows": [');
    for (let at = 0; at < 200; at += 1) reader.write(`"${"x".repeat(10_000)}", `);
    reader.write('"last"], "kept": [');
    expect(() => {
      for (let at = 0; at < 200; at += 1) reader.write(`"${"x".repeat(10_000)}", `);
    }).toThrow("too large");
  });
});
