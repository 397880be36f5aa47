import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { csvLines } from "./csv.js";

test("what a spreadsheet would take for a formula is text; numbers keep every digit", () => {
  const cells = [
    "=1+1",
    "+1 555",
    "-x",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "plain",
    "-5",
    -5,
    "123456789012.123456789",
    "0.0000001",
    "",
  ];
  const [row]: string[][] = parse(csvLines([cells]), { record_delimiter: "\r\n" });
  expect(row).toEqual([
    "'=1+1",
    "'+1 555",
    "'-x",
    "'@SUM(A1)",
    "'\tx",
    "'\rx",
    "plain",
    "'-5",
    "-5",
    "123456789012.123456789",
    "0.0000001",
    "",
  ]);
});

test("commas, quotes and line breaks come back as they were, and lines end with CRLF", () => {
  const rows = [
    ["a,b", 'say "hi"', "line\nbreak"],
    ["1", "2", "3"],
  ];
  const text = csvLines(rows);
  expect(text.endsWith("3\r\n")).toBe(true);
  expect(parse(text, { record_delimiter: "\r\n" })).toEqual(rows);
});
