import type { Row } from "../outcome.js";
import { detailsOf } from "./details.js";
import type { Format } from "./format.js";

/** GitHub shows no more of each level for one step. */
const SHOWN = 10;
const LEVELS = ["error", "warning", "notice"] as const;

/** Annotations of a GitHub Actions run: worst first, one a coordinate; the page of the run has all. */
export const github: Format = ({ rows, baseline }) => {
  const first = [...new Map(rows.toReversed().map((row) => [row.coordinate ?? row.message, row])).values()];
  const ordered = rows.filter((row) => first.includes(row));
  const shown = LEVELS.flatMap((level) => ordered.filter((row) => levelOf(row) === level).slice(0, SHOWN));
  const table = rows.map(
    (row) => `| ${levelOf(row)} | ${row.code} | ${cell(row.coordinate ?? "")} | ${cell(detailsOf(row))} |`,
  );
  return {
    text: shown.map((row) => `${command(row)}\n`).join(""),
    summary: [
      `### Schema check against ${baseline}`,
      "",
      "| | What | Where | |",
      "|---|---|---|---|",
      ...table,
      "",
    ].join("\n"),
  };
};

function levelOf({ refuses, level }: Row): (typeof LEVELS)[number] {
  if (refuses) return "error";
  return level === "safe" ? "notice" : "warning";
}

function command(row: Row): string {
  const { location, code, coordinate } = row;
  const properties = [
    ["title", coordinate === null ? code : `${code} ${coordinate}`],
    ...(location === null
      ? []
      : [
          ["file", location.file],
          ["line", String(location.line)],
        ]),
  ].map(([name = "", value = ""]) => `${name}=${escaped(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`);
  return `::${levelOf(row)} ${properties.join(",")}::${escaped(detailsOf(row))}`;
}

function escaped(value: string): string {
  return value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function cell(value: string): string {
  return value.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
