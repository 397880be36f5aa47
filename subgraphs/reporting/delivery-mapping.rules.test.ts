import { expect, test } from "vitest";
import { deliveryMapping } from "./delivery-mapping.rules.js";
import { deliveryRowReader } from "./delivery-row.rules.js";
import { normaliseDomain } from "../../lib/domain.js";

const COLUMNS = {
  date: "Date",
  ad: "A",
  campaign: "C",
  adGroup: "G",
  impressions: "I",
  clicks: "K",
  cost: "S",
  reportedConversions: "T",
};

test("without a file each field is read from the column of its name, optional ones where they are present", () => {
  const mapping = deliveryMapping(null);
  const read = deliveryRowReader(mapping, [
    "date",
    "ad",
    "campaign",
    "adGroup",
    "impressions",
    "clicks",
    "cost",
    "reportedConversions",
    "network",
  ]);
  expect(read(["2023-08-01", " 1 ", "2", "3", "4", "5", "6.70", "8", "n"])).toEqual({
    day: "2023-08-01",
    ad: "1",
    campaign: "2",
    adGroup: "3",
    impressions: "4",
    clicks: "5",
    cost: "6.70",
    extraCost: "0",
    reportedConversions: "8",
    network: "n",
    inventorySource: "",
    domain: "",
  });
});

test("a mapping file names columns, constants and the date format; flags go over it", () => {
  const file = { columns: COLUMNS, constants: { network: "facebook" }, dateFormat: "dd-MM-yyyy" };
  expect(deliveryMapping(file)).toEqual({
    columns: COLUMNS,
    constants: { network: "facebook" },
    dateFormat: "dd-MM-yyyy",
    ifPresent: [],
  });
  expect(
    deliveryMapping(file, {
      columns: { network: "N" },
      constants: { reportedConversions: "0" },
      dateFormat: "M/d/yyyy",
    }),
  ).toEqual({
    columns: { ...COLUMNS, reportedConversions: undefined, network: "N" },
    constants: { reportedConversions: "0" },
    dateFormat: "M/d/yyyy",
    ifPresent: [],
  });
});

test("a flag's column must be there, even for an optional field", () => {
  const mapping = deliveryMapping(null, { columns: { domain: "Site" } });
  const header = ["date", "ad", "campaign", "adGroup", "impressions", "clicks", "cost", "reportedConversions"];
  expect(() => deliveryRowReader(mapping, header)).toThrow("The file lacks Site (domain).");
});

test.each<[string, unknown, unknown, string]>([
  ["what is no object", [], {}, "the mapping must be object"],
  ["an unknown key", { columns: COLUMNS, columnz: {} }, {}, "the mapping can't have columnz"],
  ["an unknown field", { columns: { ...COLUMNS, price: "P" } }, {}, "columns can't have price"],
  ["a column that is no text", { columns: { ...COLUMNS, cost: 7 } }, {}, "columns.cost must be string"],
  [
    "a field without a column",
    { columns: { ...COLUMNS, cost: undefined } },
    {},
    "does not say which column holds cost",
  ],
  ["no columns", {}, {}, "does not say which column holds date, ad,"],
  [
    "a field twice",
    { columns: { ...COLUMNS, network: "N" }, constants: { network: "x" } },
    {},
    "network: give either a column or a constant",
  ],
  ["a constant date", { columns: COLUMNS, constants: { date: "2023-08-01" } }, {}, "constants can't have date"],
  [
    "a date format that tells no year",
    { columns: COLUMNS, dateFormat: "dd-MM" },
    {},
    'The date format "dd-MM" does not tell',
  ],
  ["a date format that is none", { columns: COLUMNS, dateFormat: "date" }, {}, 'The date format "date" does not tell'],
  ["an unknown flag field", null, { columns: { price: "P" } }, "columns can't have price"],
])("BAD_USER_INPUT for %s", (_, file, flags, message) => {
  expect(() => deliveryMapping(file, flags)).toThrow(
    expect.objectContaining({ code: "BAD_USER_INPUT", message: expect.stringContaining(message) }),
  );
});

test.each([
  ["", ""],
  ["Example.COM", "example.com"],
  ["www.Example.com", "example.com"],
  ["www.com", "www.com"],
  ["news.www.example.com", "news.www.example.com"],
  ["example.com.", "example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["10.0.0.1", "10.0.0.1"],
  ["123456789", null],
  ["0x7f.1", null],
  ["a..b", null],
  ["example.com/path", null],
  ["https://example.com", null],
  ["user@example.com", null],
  ["example.com:8080", null],
  ["two words", null],
  ["www.www.example.com", "example.com"],
  ["www.www.com", "www.com"],
  ["%65xample.com", null],
  [`${"a".repeat(63)}.`.repeat(4) + "com", null],
])("the domain %j is kept as %j", (text, domain) => {
  expect(normaliseDomain(text)).toBe(domain);
  if (domain !== null) expect(normaliseDomain(domain)).toBe(domain);
});
