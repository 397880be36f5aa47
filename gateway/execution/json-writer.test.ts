import { assert, double, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { JsonWriter } from "./json-writer.js";

/** What a method writes, behind so much else. */
function written(write: (writer: JsonWriter, position: number) => number, before = 0): string {
  const writer = new JsonWriter();
  const start = before === 0 ? 0 : writer.raw("x".repeat(before), 0);
  return writer.take(write(writer, start)).toString().slice(before);
}

test("any text comes out as JSON.stringify writes it, also where the buffer has to grow", () => {
  const text = string({ unit: "binary", maxLength: 200 });
  assert(
    property(text, integer({ min: 0, max: 70_000 }), (value, before) => {
      expect(written((writer, at) => writer.string(value, at), before)).toBe(JSON.stringify(value));
    }),
  );
  for (const value of ["", "\uD800", "a\uDC00b", "\u2028", "\u007f", "\\", '"', "é".repeat(64), "x".repeat(1e6)])
    expect(written((writer, at) => writer.string(value, at))).toBe(JSON.stringify(value));
});

test("any number comes out as JSON.stringify writes it", () => {
  const numbers = double({ noNaN: true, noDefaultInfinity: true });
  assert(
    property(numbers, integer(), (fraction, whole) => {
      expect(written((writer, at) => writer.number(fraction, at))).toBe(JSON.stringify(fraction));
      expect(written((writer, at) => writer.int(whole, at))).toBe(JSON.stringify(whole));
    }),
  );
  for (const value of [0, -0, 9, 10, 99, 100, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 1e21, 5e-324, 999_999_999, 1e9])
    expect(written((writer, at) => writer.number(value, at))).toBe(JSON.stringify(value));
});

test("a number of a few decimal places comes out as JSON.stringify writes it, also where the buffer has to grow", () => {
  assert(
    property(integer(), integer({ min: 1, max: 4 }), integer({ min: 0, max: 70_000 }), (whole, places, before) => {
      const value = whole / 10 ** places;
      expect(written((writer, at) => writer.number(value, at), before)).toBe(JSON.stringify(value));
    }),
  );
  for (const value of [0.01, -0.01, 0.1, -0.5, 0.29, 1.005, 21_474_836.47, -21_474_836.48, 21_474_836.49, 1e-7])
    expect(written((writer, at) => writer.number(value, at))).toBe(JSON.stringify(value));
});

test("many answers and many short pieces leave each other alone", () => {
  const writer = new JsonWriter();
  const taken = Array.from({ length: 20 }, (_, i) => {
    let at = 0;
    for (let piece = 0; piece < 2_000; piece += 1) at = writer.string(`piece ${i}`, at);
    return writer.take(at);
  });
  for (const [i, answer] of taken.entries()) expect(answer.toString()).toBe(`"piece ${i}"`.repeat(2_000));
});
