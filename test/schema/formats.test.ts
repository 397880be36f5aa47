import * as toolkit from "@actions/core";
import { Ajv } from "ajv";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parse as parseJunit } from "junit2json";
import { describe, expect, test, vi } from "vitest";
import type { Finding, FindingKind, Level } from "../../schema/finding.js";
import { finding } from "../../schema/finding.js";
import { github } from "../../schema/formats/github.js";
import { gitlab } from "../../schema/formats/gitlab.js";
import { json, REPORT_SCHEMA } from "../../schema/formats/json.js";
import { junit } from "../../schema/formats/junit.js";
import { sarif } from "../../schema/formats/sarif.js";
import { text } from "../../schema/formats/text.js";
import { EXIT, outcomeOf } from "../../schema/outcome.js";

const KINDS: FindingKind[] = ["composition", "change", "lint", "exception", "cost"];

function row(level: Level, at: string, given: Partial<Finding> = {}): Finding {
  return finding({
    kind: "change",
    level,
    code: "FIELD_REMOVED",
    coordinate: at,
    message: `${at} is <gone> & "lost"`,
    ...given,
  });
}

const FINDINGS = [
  row("safe", "A.safe"),
  row("dangerous", "A.risky", { code: "ENUM_VALUE_ADDED" }),
  row("breaking", "A.gone", {
    remedy: "Wait, 100%:\nreally.",
    location: { file: "schema/a.graphql", line: 7 },
    uses: [{ operation: "GET /api/v1/a", source: "the old interface", at: "1:9", clients: ["app (last 2026-11-20)"] }],
  }),
];
const REPORT = { ...outcomeOf(FINDINGS, "breaking"), baseline: "abc123" };

function validator(schema: object) {
  return new Ajv({ strict: false, validateFormats: false, allErrors: true, unicodeRegExp: false }).compile(schema);
}

describe("the exit code and the rows are one thing", () => {
  test.each(KINDS)("a row of the kind %s alone flips the exit code, and only when it refuses", (kind) => {
    const expected = kind === "composition" ? EXIT.notComposed : EXIT.refused;
    expect(outcomeOf([row("breaking", "A.a", { kind })], "breaking").exitCode).toBe(expected);
    expect(outcomeOf([row("breaking", "A.a", { kind })], "breaking").rows[0]?.refuses).toBe(true);
    if (kind === "composition") return;
    expect(outcomeOf([row("dangerous", "A.a", { kind })], "breaking").exitCode).toBe(EXIT.clean);
    expect(outcomeOf([row("dangerous", "A.a", { kind })], "dangerous").exitCode).toBe(EXIT.refused);
    expect(outcomeOf([row("safe", "A.a", { kind })], "dangerous").exitCode).toBe(EXIT.clean);
  });

  test("nothing found is clean", () => expect(outcomeOf([], "dangerous")).toEqual({ rows: [], exitCode: EXIT.clean }));
});

describe("each format is what its readers take", () => {
  test("text says who is hurt and what to do, worst first", () => {
    const lines = text(REPORT).text.split("\n");
    expect(lines[0]).toBe("✗ breaking FIELD_REMOVED A.gone (schema/a.graphql:7)");
    expect(text(REPORT).text).toContain(
      "used by GET /api/v1/a (the old interface) at 1:9, called by app (last 2026-11-20)",
    );
    expect(lines.at(-2)).toBe("The schema is refused: 1 refused, 1 to look at, 1 safe; compared with abc123.");
    const many = Array.from({ length: 500 }, (_, index) => row("safe", `A.f${index}`));
    expect(text({ ...outcomeOf(many, "breaking"), baseline: "x" }).text.split("\n").length).toBeLessThan(24);
  });

  test("JSON fits its schema", () => {
    const check = validator(REPORT_SCHEMA);
    expect(check(JSON.parse(json(REPORT).text)), JSON.stringify(check.errors)).toBe(true);
    expect(check({ ...JSON.parse(json(REPORT).text), rows: [{}] })).toBe(false);
  });

  test("SARIF fits the schema of SARIF 2.1.0", () => {
    const require = createRequire(import.meta.url);
    const file = require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
    const schema = JSON.parse(readFileSync(file, "utf8"));
    // It is of a draft that the validator reads but for these two words.
    delete schema.$schema;
    delete schema.id;
    const check = validator(schema);
    const log = JSON.parse(sarif(REPORT).text);
    expect(check(log), JSON.stringify(check.errors)).toBe(true);
    expect(check({ ...log, version: 3 })).toBe(false);
    expect(log.runs[0].results.map(({ level }: { level: string }) => level)).toEqual(["error", "warning", "note"]);
  });

  test("a parser of JUnit reads the failures", async () => {
    const read = await parseJunit(junit(REPORT).text);
    expect(read).toMatchObject({
      tests: 3,
      failures: 1,
      testsuite: [
        { testcase: [{ name: "FIELD_REMOVED A.gone", failure: [{ message: 'A.gone is <gone> & "lost"' }] }, {}, {}] },
      ],
    });
  });

  test("GitLab's code quality has all that its documentation asks for", () => {
    const check = validator({
      type: "array",
      items: {
        type: "object",
        required: ["description", "check_name", "fingerprint", "severity", "location"],
        properties: {
          description: { type: "string", minLength: 1 },
          check_name: { type: "string" },
          fingerprint: { type: "string", minLength: 1 },
          severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
          location: {
            type: "object",
            required: ["path", "lines"],
            properties: {
              path: { type: "string", not: { pattern: "^\\./" } },
              lines: { type: "object", required: ["begin"], properties: { begin: { type: "integer" } } },
            },
          },
        },
      },
    });
    const issues = JSON.parse(gitlab(REPORT).text);
    expect(check(issues), JSON.stringify(check.errors)).toBe(true);
    expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(2);
  });

  test("annotations are byte for byte what GitHub's own toolkit writes", () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
    toolkit.error(
      'A.gone is <gone> & "lost". Used by GET /api/v1/a (the old interface) at 1:9, called by app (last 2026-11-20). Wait, 100%:\nreally.',
      { title: "FIELD_REMOVED A.gone", file: "schema/a.graphql", startLine: 7 },
    );
    toolkit.warning('A.risky is <gone> & "lost".', { title: "ENUM_VALUE_ADDED A.risky" });
    toolkit.notice('A.safe is <gone> & "lost".', { title: "FIELD_REMOVED A.safe" });
    spy.mockRestore();
    expect(github(REPORT).text.trimEnd().split("\n")).toEqual(written.join("").trimEnd().split("\n"));
  });

  test("at most 10 annotations of a level, one a coordinate, the rest on the page of the step", () => {
    const many = Array.from({ length: 25 }, (_, index) => row("breaking", `A.f${index}`));
    const twice = row("dangerous", "A.f0", { code: "TAG_REMOVED" });
    const printed = github({ ...outcomeOf([twice, ...many], "breaking"), baseline: "x" });
    expect(printed.text.match(/^::error /gm)).toHaveLength(10);
    expect(printed.text).not.toContain("::warning");
    expect(printed.summary?.match(/^\| (error|warning) /gm)).toHaveLength(26);
  });
});
