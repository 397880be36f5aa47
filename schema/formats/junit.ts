import { XMLBuilder } from "fast-xml-parser";
import { detailsOf } from "./details.js";
import type { Format } from "./format.js";

/** One test case a row: what refuses has failed. */
export const junit: Format = ({ rows, baseline }) => {
  const counts = { "@tests": rows.length, "@failures": rows.filter(({ refuses }) => refuses).length, "@errors": 0 };
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    format: true,
    suppressEmptyNode: true,
  });
  const testcase = rows.map((row) => ({
    "@name": `${row.code} ${row.coordinate ?? ""}`.trim(),
    "@classname": `schema.${row.kind}`,
    ...(row.location !== null && { "@file": row.location.file, "@line": row.location.line }),
    ...(row.refuses && {
      failure: { "@type": row.code, "@message": legal(row.message), "#text": legal(detailsOf(row)) },
    }),
  }));
  const suite = { "@name": `schema against ${baseline}`, ...counts, testcase };
  const xml: unknown = builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: { "@name": "schema check", ...counts, testsuite: suite },
  });
  return { text: `${String(xml).trimEnd()}\n` };
};

/** XML has no way to write most control characters. */
function legal(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what is meant
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, " ");
}
