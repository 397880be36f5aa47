import type { Row } from "../outcome.js";
import { detailsOf, fingerprintOf } from "./details.js";
import type { Format } from "./format.js";

/** SARIF 2.1.0, for code scanning. */
export const sarif: Format = ({ rows }) => {
  const rules = [...new Map(rows.map((row) => [row.code, row])).values()].map(({ code, kind }) => ({
    id: code,
    shortDescription: { text: `${kind}: ${code.toLowerCase().replaceAll("_", " ")}` },
  }));
  const run = {
    tool: { driver: { name: "schema-check", rules } },
    results: rows.map((row) => ({
      ruleId: row.code,
      level: levelOf(row),
      message: { text: detailsOf(row) },
      partialFingerprints: { "schemaCheck/v1": fingerprintOf(row) },
      ...(row.location !== null && {
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: row.location.file },
              region: { startLine: row.location.line },
            },
          },
        ],
      }),
    })),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return { text: `${JSON.stringify(log, null, 2)}\n` };
};

function levelOf({ refuses, level }: Row): "error" | "warning" | "note" {
  if (refuses) return "error";
  return level === "safe" ? "note" : "warning";
}
