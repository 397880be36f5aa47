import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../lib/config.js";

interface Package {
  version?: string;
  license?: string;
}

const manifest: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, "package.json"), "utf8"),
);
const lock: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, "package-lock.json"), "utf8"),
);

test("every dependency is pinned to one version", () => {
  const loose = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  );
  expect(loose).toEqual([]);
});

/** The lowest versions without a known advisory. */
const FLOORS: Readonly<Record<string, string>> = {
  "@apollo/server": "5.5.0",
  graphql: "16.8.1",
  "@graphql-tools/utils": "12.0.2",
  "fast-xml-parser": "5.3.6",
  fastify: "5.12.1",
  knex: "2.4.0",
  undici: "7.28.0",
};

test("nothing is below the versions that known advisories ask for", () => {
  for (const [name, floor] of Object.entries(FLOORS)) {
    const installed = Object.entries(lock.packages).filter(([where]) => where.endsWith(`node_modules/${name}`));
    expect(installed.length).toBeGreaterThan(0);
    for (const [where, { version = "0" }] of installed) {
      expect([where, version.localeCompare(floor, "en", { numeric: true }) >= 0]).toEqual([where, true]);
    }
  }
});

test("there is one graphql, and no copyleft or source-available licence in what is installed to run", () => {
  expect(Object.keys(lock.packages).filter((where) => where.endsWith("node_modules/graphql"))).toHaveLength(1);
  const allowed =
    /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|MIT-0|\(.*\b(MIT|Apache-2\.0|ISC)\b.*\)|Python-2\.0|CC0-1\.0)$/;
  const refused = Object.entries(lock.packages)
    .filter(
      ([where, entry]) =>
        where !== "" && !("dev" in entry) && entry.license !== undefined && !allowed.test(entry.license),
    )
    .map(([where, { license }]) => `${where}: ${license}`);
  expect(refused).toEqual([]);
});
