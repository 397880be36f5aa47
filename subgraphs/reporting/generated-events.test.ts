import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, expect, test } from "vitest";
import { decimal, plain, sum } from "../../lib/decimal.js";
import { generateFiles } from "./generate.js";
import { generateEvents, type GeneratedFile, type GeneratorOptions } from "./generated-events.js";

const OPTIONS: GeneratorOptions = { events: 20_000, days: 30, end: "2024-03-15", seed: 5 };
const folder = mkdtempSync(path.join(tmpdir(), "generate-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Row = Record<string, string>;

function filesOf(options: GeneratorOptions): Record<GeneratedFile, string> {
  const files: Record<GeneratedFile, string> = { touchpoints: "", conversions: "", deliveries: "" };
  for (const { file, text } of generateEvents(options)) files[file] += text;
  return files;
}

function rowsOf(text: string): Row[] {
  return parse(text, { columns: true });
}

test("there are as many touchpoints as asked, on the days asked, and the same seed makes the same", () => {
  const files = filesOf(OPTIONS);
  const touchpoints = rowsOf(files.touchpoints);
  expect(touchpoints).toHaveLength(OPTIONS.events);
  const days = [...new Set(touchpoints.map((row) => row["time"]?.slice(0, 10)))];
  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2024-02-14", "2024-03-14"]);
  expect(filesOf(OPTIONS)).toEqual(files);
  expect(filesOf({ ...OPTIONS, seed: 6 }).touchpoints).not.toBe(files.touchpoints);
});

test("every conversion follows a touchpoint of its user", () => {
  const files = filesOf(OPTIONS);
  const first = new Map<string, string>();
  for (const { cookie = "", time = "" } of rowsOf(files.touchpoints).toReversed()) first.set(cookie, time);
  const conversions = rowsOf(files.conversions);
  expect(conversions.length).toBeGreaterThan(50);
  for (const { cookie = "", time = "" } of conversions) expect((first.get(cookie) ?? "~") <= time).toBe(true);
});

test("deliveries are the sums of the touchpoints, day by day and ad by ad", () => {
  const files = filesOf(OPTIONS);
  const keyOf = (row: Row): string =>
    ["network", "inventorySource", "domain", "campaign", "adGroup", "ad"].map((name) => row[name]).join("|");
  const touchpoints = Map.groupBy(rowsOf(files.touchpoints), (row) => `${row["time"]?.slice(0, 10)}|${keyOf(row)}`);
  const deliveries = rowsOf(files.deliveries);
  expect(deliveries).toHaveLength(touchpoints.size);
  for (const row of deliveries) {
    const own = touchpoints.get(`${row["date"]}|${keyOf(row)}`) ?? [];
    const of = (kind: string): string => String(own.filter((each) => each["kind"] === kind).length);
    expect([row["impressions"], row["clicks"], row["cost"]]).toEqual([
      of("impression"),
      of("click"),
      plain(sum(own.map((each) => decimal(each["cost"] ?? "")))),
    ]);
  }
});

test("files are written for each advertisable, as many events as asked together", async () => {
  const options = { ...OPTIONS, events: 101, advertisables: 3, out: folder };
  const folders = await generateFiles(options);
  expect(folders).toHaveLength(3);
  const counts = folders.map((each) => rowsOf(readFileSync(path.join(each, "touchpoints.csv"), "utf8")).length);
  expect(counts.reduce((total, count) => total + count, 0)).toBe(101);
  for (const each of folders)
    for (const file of ["conversions", "deliveries"])
      expect(readFileSync(path.join(each, `${file}.csv`), "utf8")).toMatch(/^(time|date),/);
});

test("no events are files with headers only", () => {
  const files = filesOf({ ...OPTIONS, events: 0 });
  for (const text of Object.values(files)) expect(text.trimEnd().split("\n")).toHaveLength(1);
});
