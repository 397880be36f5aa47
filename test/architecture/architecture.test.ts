import { readFileSync } from "node:fs";
import path from "node:path";
import { parse, visit } from "graphql";
import { describe, expect, test } from "vitest";
import { AREAS } from "../../gateway/gateway.js";
import { REPORTING_QUERY } from "../../gateway/rest/reporting-query/route.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { PROJECT_ROOT } from "../../lib/config.js";
import { isPermission } from "../../lib/viewer.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { schemaFiles } from "../../schema/files.js";
import { sourceFiles } from "./source-files.js";

const FILES = sourceFiles();
const SOURCE = FILES.filter((file) => !file.path.startsWith("test/") && !file.path.endsWith(".test.ts"));

/** The pairs of a file and something about it that break a rule, as text that says what to mend. */
function offences(offends: (file: (typeof FILES)[number]) => string[], files = SOURCE): string[] {
  return files.flatMap((file) => offends(file).map((what) => `${file.path}: ${what}`));
}

function isOurs(name: string): boolean {
  return /^(lib|subgraphs|gateway|schema|migrations|test)\//.test(name);
}

function importsOutside(allowed: (from: string, to: string) => boolean, folder: string): string[] {
  return offences(({ path: from, imports }) =>
    from.startsWith(folder) ? imports.filter((to) => isOurs(to) && !allowed(from, to)) : [],
  );
}

describe("who may import whom", () => {
  test("lib imports nothing of ours", () => {
    expect(importsOutside((_from, to) => to.startsWith("lib/"), "lib/")).toEqual([]);
  });

  test("an area imports lib, the definition of a subgraph, and itself", () => {
    const areaOf = (file: string): string | undefined => /^subgraphs\/([^/]+)\//.exec(file)?.[1];
    const allowed = (from: string, to: string): boolean =>
      to.startsWith("lib/") ||
      /^subgraphs\/define-[\w-]+\.ts$/.test(to) ||
      areaOf(from) === undefined ||
      areaOf(from) === areaOf(to);
    expect(importsOutside((from, to) => allowed(from, to) && !to.startsWith("gateway/"), "subgraphs/")).toEqual([]);
  });

  test("rules import lib, types and rules only", () => {
    const rules = FILES.filter((file) => file.path.endsWith(".rules.ts"));
    const pure = (to: string): boolean =>
      /\.(rules|type)\.ts$|\/(checks|entity-event)\.ts$/.test(to) ||
      (to.startsWith("lib/") && !/database|context|loader/.test(to));
    expect(offences(({ imports }) => imports.filter((to) => isOurs(to) && !pure(to)), rules)).toEqual([]);
    expect(offences(({ imports }) => imports.filter((to) => ["knex", "pg", "dataloader"].includes(to)), rules)).toEqual(
      [],
    );
  });

  test("gateway.ts alone imports the areas", () => {
    expect(
      importsOutside((from, to) => from === "gateway/gateway.ts" || !to.startsWith("subgraphs/"), "gateway/"),
    ).toEqual([]);
    expect(importsOutside((_from, to) => !to.startsWith("subgraphs/"), "schema/")).toEqual([]);
  });

  test("the REST adapters know neither areas nor databases", () => {
    const adapters = SOURCE.filter((file) => file.path.startsWith("gateway/rest/"));
    const forbidden = (to: string): boolean =>
      to.startsWith("subgraphs/") || ["knex", "pg", "lib/database.ts"].includes(to);
    expect(offences(({ imports }) => imports.filter(forbidden), adapters)).toEqual([]);
  });

  test("migrations import nothing of ours", () => {
    const migrations = SOURCE.filter((file) => /^migrations\/\d/.test(file.path));
    expect(migrations.length).toBe(MIGRATIONS.length);
    expect(offences(({ imports }) => imports.filter((to) => isOurs(to)), migrations)).toEqual([]);
    expect(migrations.map((file) => path.basename(file.path, ".ts")).toSorted()).toEqual(
      MIGRATIONS.map((migration) => migration.name),
    );
  });
});

describe("the shape of the sources", () => {
  test("one reader of the environment", () => {
    const readers = SOURCE.filter((file) => /process\.env|import\.meta\.env/.test(file.text)).map((file) => file.path);
    expect(readers).toEqual(["lib/config.ts"]);
  });

  test("no source file is over 400 lines", () => {
    expect(
      offences(({ text }) => (text.split("\n").length > 400 ? ["too long; split it by phase or kind"] : [])),
    ).toEqual([]);
  });

  test("no names that say nothing, no leftovers", () => {
    expect(
      offences(
        ({ path: name }) =>
          /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.ts$)/.test(name) ? ["a name that says nothing"] : [],
        FILES,
      ),
    ).toEqual([]);
    expect(
      offences(
        ({ text }) => text.match(/console\.log|@ts-(ignore|expect-error|nocheck)|: any\b|\bas any\b|<any>/g) ?? [],
      ),
    ).toEqual([]);
    expect(offences(({ text }) => text.match(/\b(?:it|test|describe)\.(?:only|skip|todo)\b/g) ?? [], FILES)).toEqual(
      [],
    );
  });

  test("every object type has simple resolvers: a wrapper around each plain field costs most of a long list's time", () => {
    const decorated = (text: string): string[] => text.match(/@ObjectType\([^)]*?\)/g) ?? [];
    expect(offences(({ text }) => decorated(text).filter((each) => !each.includes("simpleResolvers: true")))).toEqual(
      [],
    );
  });

  test("SQL stands in table and report files, in lib, in sign-in's tables, and where data is loaded", () => {
    const allowed =
      /\.table\.ts$|\.report\.ts$|^lib\/(audit|idempotency|tenant-table|tenant-rows|picture-table|page|database|database-client|embedded-postgres|leave-embedded|outbox|dead-workers)\.ts$|^migrations\/|^gateway\/(demo|demo-shop|ingest)\.ts$|^subgraphs\/reporting\/(currency-rates|delivery-[a-z]+)\.ts$/;
    const sql = /\b(?:select|insert into|update|delete from)\s[^;`"']*\b(?:from|set|values|where)\b/i;
    expect(
      offences(({ path: name, text }) =>
        !allowed.test(name) &&
        sql.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replaceAll(/description: ["`][^"`]*["`]/g, ""))
          ? ["holds SQL"]
          : [],
      ),
    ).toEqual([]);
  });

  test("every statement on a tenant table passes the viewer's restriction", () => {
    const tables = SOURCE.filter(
      (file) =>
        /^subgraphs\/.*\.(table|report)\.ts$/.test(file.path) &&
        /\b(?:audience|email|entities|prospecting|reporting|social|strategies|universal)\.\w+/.test(file.text),
    );
    expect(tables.length).toBeGreaterThan(5);
    // What runs as the owner names its one tenant itself.
    const owners = ["delivery", "delivery-stage", "fact", "event", "attribution"].map(
      (name) => `subgraphs/reporting/${name}.table.ts`,
    );
    // What is known of domains is nobody's: it has no advertisable.
    const known = ["subgraphs/audience/domain-attributes.table.ts"];
    expect(
      offences(
        ({ path: name, text }) =>
          owners.includes(name) ||
          known.includes(name) ||
          /visibleTo|visibleAmong|defineTenantTable|defineChildTable|definePictureTable|definePages|visibleRows|defineDailySums/.test(
            text,
          )
            ? []
            : ["no visibleTo"],
        tables,
      ),
    ).toEqual([]);
  });
});

describe("the graph and the old interface", () => {
  const operations = readFileSync(path.join(PROJECT_ROOT, "gateway/rest/operations.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  const known = new Set(operations.map(([area, method, url]) => `${area} ${method} ${url}`));
  const routes = [...ROUTES, REPORTING_QUERY];
  const served = routes.map((route) => `${route.area} ${route.method} ${route.path}`);

  test("every route is an operation of the old interface, and served once", () => {
    expect(operations).toHaveLength(220);
    expect(served.filter((route) => !known.has(route) && !OWN_ROUTES.includes(route))).toEqual([]);
    expect(new Set(served).size).toBe(served.length);
  });

  test("the operations that are served so far", () => {
    const counts = Object.fromEntries(
      [...Map.groupBy(operations, ([area]) => area ?? "")].map(([area, all]) => [
        area,
        `${all.filter(([, method, url]) => served.includes(`${area} ${method} ${url}`)).length} of ${all.length}`,
      ]),
    );
    expect(counts).toEqual({
      email: "14 of 14",
      strategies: "5 of 5",
      universal: "10 of 10",
      social: "19 of 19",
      entities: "72 of 72",
      prospecting: "23 of 23",
      audience: "26 of 26",
      reporting: "51 of 51",
    });
  });

  test("every route and every root field names a permission", () => {
    expect(routes.filter((route) => !isPermission(route.permission))).toEqual([]);
    for (const { schema, permissions } of AREAS) {
      const rootFields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
        Object.keys(root?.getFields() ?? {})
          .filter((field) => !field.startsWith("_"))
          .map((field) => `${root?.name}.${field}`),
      );
      expect(Object.keys(permissions).toSorted()).toEqual(rootFields.toSorted());
    }
  });

  test("the SDL files equal a fresh build; `npm run schema` writes them", () => {
    for (const [name, text] of Object.entries(schemaFiles())) {
      expect([name, readFileSync(path.join(PROJECT_ROOT, "schema", name), "utf8") === text]).toEqual([name, true]);
    }
  });

  test("every type, field, argument and value that clients see is described", () => {
    const undescribed: string[] = [];
    visit(parse(schemaFiles()["api.graphql"] ?? ""), {
      enter(node, _key, _parent, _path, ancestors) {
        if (
          !node.kind.endsWith("Definition") ||
          node.kind === "OperationDefinition" ||
          node.kind === "DirectiveDefinition" ||
          node.kind === "SchemaDefinition"
        )
          return;
        if ("name" in node && node.name && ["Query", "Mutation"].includes(node.name.value)) return;
        if ("name" in node && node.name?.kind === "Name" && !("description" in node && node.description)) {
          const owner = ancestors.flat().findLast((each) => "name" in each && each.name?.kind === "Name");
          undescribed.push(
            `${owner !== undefined && "name" in owner && owner.name?.kind === "Name" ? `${owner.name.value}.` : ""}${node.name.value}`,
          );
        }
      },
    });
    expect(undescribed).toEqual([]);
  });

  test("an area declares each of its types in its own folder", () => {
    for (const { name, typeDefs } of AREAS) {
      const folder = SOURCE.filter((file) => file.path.startsWith(`subgraphs/${name}/`))
        .map((file) => file.text)
        .join("\n");
      const shared = SOURCE.filter((file) =>
        /^lib\/(page-types|node-type|money|scalars|date-range-types)\.ts$/.test(file.path),
      )
        .map((file) => file.text)
        .join("\n");
      for (const definition of typeDefs.definitions) {
        if (
          !("name" in definition) ||
          definition.name === undefined ||
          ["Query", "Mutation"].includes(definition.name.value)
        )
          continue;
        const type = definition.name.value;
        // connectionOf, enumFilter and orderOf make names of a noun's.
        const stem = type.replace(/(Connection|Edge|Filter|Order|OrderField)$/, "");
        const declared = [type, stem].some((each) => folder.includes(`"${each}"`)) || shared.includes(`"${type}"`);
        expect([name, type, declared]).toEqual([name, type, true]);
      }
    }
  });
});

/** Routes that the list of operations lacks; each with its reason. */
const OWN_ROUTES: readonly string[] = [
  // Named in decisions, section 6, and by path only in document 2, part C.
  ...["metrics/adgroup-ads", "metrics/adgroups", "metrics/advertisables", "metrics/campaigns"].map(
    (report) => `prospecting GET /prospecting/api/v2/${report}`,
  ),
  ...["report/ad", "report/adgroup", "report/campaign"].map(
    (report) => `prospecting GET /prospecting/api/v2/${report}`,
  ),
  // Where the image of a logo is: the documents have logos uploaded, and name no address of them.
  "entities GET /api/v1/advertisable_logo/get",
  // The same of the picture of an ad.
  "entities GET /api/v1/ad_picture/get",
  "social GET /social/creative_pictures/{eid}",
  // Records of the documents without operations of theirs (decisions, section 6), and the search of places.
  ...["campaigns", "creatives", "custom_audiences", "lead_gen_forms"].flatMap((noun) => [
    `social GET /social/${noun}/`,
    `social POST /social/${noun}/`,
    `social GET /social/${noun}/{eid}`,
  ]),
  "social PUT /social/campaigns/{eid}",
  "social PUT /social/creatives/{eid}",
  ...["holdout_audiences", "pages", "events", "geolocations"].map((noun) => `social GET /social/${noun}/`),
];
