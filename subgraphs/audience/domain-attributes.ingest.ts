import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import type pg from "pg";
import { csvRecords } from "../../lib/csv-records.js";
import { badInput, refuse, type Violation } from "../../lib/errors.js";
import { type IngestCommand, IngestUsageError } from "../define-subgraph.js";
import { siteDomain } from "./domain-attributes.rules.js";
import { ATTRIBUTE_COLUMNS, type AttributeRow, storeAttributes } from "./domain-attributes.table.js";

const HELP = `domain-attributes FILE

Adds what is known of domains, or replaces it for those that are known, from a CSV file (UTF-8; - reads standard input).
The header names these columns in any order; only domain is required, and an empty cell is an unknown value:

  domain        the domain; upper case, other scripts and a leading www. are accepted
  company_name, country, industry, revenue, size   texts of one line, at most 255 characters
  technologies  names joined by |, at most 100
  traffic_rank  a whole number from 1, the busiest site
  cookie_count  a whole number from 0: browsers known to belong to the company

The same file twice changes nothing. A bad row is named by its line, and nothing is loaded. Of two rows for one
domain the later one holds.
`;

/** Rows of one statement. */
const BATCH = 5_000;
const MAX_TEXT = 255;
const MAX_TECHNOLOGIES = 100;
const RANK = { least: 1, most: 2_147_483_647 };
const COOKIES = { least: 0, most: Number.MAX_SAFE_INTEGER };
/** What can't be seen; U+FFFD is what bytes become that are no UTF-8. */
const UNREADABLE = /[\p{Cc}\uFFFD]/u;
const CONTROLS = /\p{Cc}/gu;
/** Problems that are told at most. */
const TOLD = 20;

/** Loads the attributes of domains from the command line. */
export const domainAttributesIngest: IngestCommand = {
  summary: "what is known of the companies behind domains",
  help: HELP,

  check: (args) => void parse(args),

  run: async (args, environment) => {
    const { stream } = await environment.open(parse(args));
    const count = await loadDomainAttributes(environment.owner, stream);
    environment.print(`${count} rows of domain attributes loaded.`);
    return true;
  },
};

function parse(args: readonly string[]): string {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new IngestUsageError("Name one file, or - for standard input.");
  return file;
}

/** @returns the number of rows. Throws BAD_USER_INPUT with nothing loaded. */
export async function loadDomainAttributes(owner: pg.Client, file: Readable): Promise<number> {
  await owner.query("begin isolation level read committed");
  try {
    const count = await loadRows(owner, file);
    await owner.query("commit");
    return count;
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await owner.query("rollback").catch(() => {});
    throw error;
  }
}

async function loadRows(owner: pg.Client, file: Readable): Promise<number> {
  const problems: Violation[] = [];
  function refuseRow(line: number, reason: string): void {
    problems.push({ path: [line], code: "BAD_ROW", message: `line ${line}: ${reason}.` });
    if (problems.length === TOLD) refuse(problems);
  }
  let columns: (keyof AttributeRow)[] | null = null;
  let batch = new Map<string, AttributeRow>();
  let count = 0;
  for await (const { line, fields } of csvRecords(file, refuseRow)) {
    if (columns === null) {
      columns = readHeader(fields);
      continue;
    }
    const row = rowOf(columns, fields);
    if (typeof row === "string") {
      refuseRow(line, row);
      continue;
    }
    count += 1;
    batch.set(String(row.domain), row);
    if (batch.size === BATCH) {
      await storeAttributes(owner, batch);
      batch = new Map();
    }
  }
  refuse(problems);
  if (columns === null) throw badInput([], "COLUMN_MISSING", "The file is empty; it needs a header.");
  await storeAttributes(owner, batch);
  return count;
}

function readHeader(fields: readonly string[]): (keyof AttributeRow)[] {
  const columns = fields.map((field) => ATTRIBUTE_COLUMNS.find((column) => column === field.trim()));
  const known = columns.filter((column) => column !== undefined);
  if (known.length === fields.length && new Set(known).size === known.length && known.includes("domain")) return known;
  throw badInput(
    [],
    "COLUMN_MISSING",
    `The header must name domain and any of ${ATTRIBUTE_COLUMNS.slice(1).join(", ")}, each once, and nothing else.`,
  );
}

function rowOf(columns: readonly (keyof AttributeRow)[], fields: readonly string[]): AttributeRow | string {
  if (fields.length !== columns.length) return `it has ${fields.length} fields, the header ${columns.length}`;
  const row: AttributeRow = {
    domain: null,
    company_name: null,
    country: null,
    industry: null,
    revenue: null,
    size: null,
    technologies: null,
    traffic_rank: null,
    cookie_count: null,
  };
  for (const [index, column] of columns.entries()) {
    const text = fields[index]?.trim() ?? "";
    const value = text === "" ? null : valueOf(column, text);
    if (value === undefined) return `${column} "${text.slice(0, 60).replace(CONTROLS, "\uFFFD")}" is not accepted`;
    row[column] = value;
  }
  return row.domain === null ? "it has no domain" : row;
}

function valueOf(column: keyof AttributeRow, text: string): AttributeRow[keyof AttributeRow] | undefined {
  if (UNREADABLE.test(text)) return undefined;
  if (column === "domain") return siteDomain(text) ?? undefined;
  if (column === "technologies") {
    const names = text.split("|").map((name) => name.trim());
    const fits = names.length <= MAX_TECHNOLOGIES && names.every((name) => name !== "" && name.length <= MAX_TEXT);
    return fits ? [...new Set(names)] : undefined;
  }
  if (column === "traffic_rank" || column === "cookie_count") {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    const { least, most } = column === "traffic_rank" ? RANK : COOKIES;
    return value >= least && value <= most ? value : undefined;
  }
  return text.length <= MAX_TEXT ? text : undefined;
}
