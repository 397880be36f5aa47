import { createHash } from "node:crypto";
import { detailsOf, fingerprintOf } from "./details.js";
import type { Format } from "./format.js";

/** GitLab's code quality report. */
export const gitlab: Format = ({ rows }) => {
  const issues = rows
    .filter(({ refuses, level }) => refuses || level !== "safe")
    .map((row) => ({
      description: detailsOf(row),
      check_name: row.code,
      fingerprint: createHash("sha256").update(fingerprintOf(row)).digest("hex"),
      severity: row.refuses ? "blocker" : "minor",
      location: { path: row.location?.file ?? "schema/api.graphql", lines: { begin: row.location?.line ?? 1 } },
    }));
  return { text: `${JSON.stringify(issues, null, 2)}\n` };
};
