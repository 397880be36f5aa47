import { expect, test } from "vitest";
import { exactNumber, withLongNumbers } from "./long-numbers.js";

test("a number of 64 bits keeps every digit on the way out, and loses only zeros before it", () => {
  expect(JSON.stringify({ id: exactNumber("9223372036854775807") })).toBe('{"id":9223372036854775807}');
  expect(JSON.stringify({ id: exactNumber("0009223372036854775807") })).toBe('{"id":9223372036854775807}');
});

test("on the way in it is the text of its digits; others are as they were", () => {
  const text = '{"id": 9223372036854775807, "few": 12, "part": 0.1234567890123456789, "text": "9223372036854775807"}';
  const value: unknown = JSON.parse(text);
  expect(withLongNumbers(text, value)).toEqual({ ...Object(value), id: "9223372036854775807" });
  expect(withLongNumbers('{"few": 12}', "as it was")).toBe("as it was");
});
