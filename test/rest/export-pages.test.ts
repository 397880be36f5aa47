import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INGEST_COMMANDS } from "../../gateway/gateway.js";
import { createIngestEnvironment } from "../../gateway/ingest-environment.js";
import { startService, type TestService } from "../kit/service.js";
import { SUBGRAPHS_MODE } from "../kit/subgraphs-mode.js";

/** Days with how many ads they have: pages end within days and at their ends, and months follow of which there is nothing. */
const DAYS: readonly (readonly [string, number])[] = [
  ["2022-08-31", 1],
  ["2022-09-01", 149],
  ["2022-09-02", 450],
  ["2023-01-31", 1],
  ["2023-02-01", 50],
  ["2023-07-15", 450],
];
const RANGE = "start_date=2022-08-01&end_date=2023-08-01";

let service: TestService;
let shop: string;
let folder: string;

beforeAll(async () => {
  service = await startService();
  shop = service.world.granted.advertisable;
  folder = mkdtempSync(path.join(os.tmpdir(), "adgraph-export-"));
  const file = path.join(folder, "deliveries.csv");
  const lines = DAYS.flatMap(([day, ads]) =>
    Array.from({ length: ads }, (_, ad) =>
      ["one", "two"].map((site) => `${day},${1_000 + ad},7,${ad % 3},${ad + 1},1,0.25,0,${site}.example`),
    ).flat(),
  );
  writeFileSync(
    file,
    ["date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions,domain", ...lines].join("\n"),
  );
  const loaded = await INGEST_COMMANDS["deliveries"]?.run(
    [file, "--advertisable", shop, "--create-entities"],
    createIngestEnvironment(service.db.owner, service.gateway, () => {}),
  );
  expect(loaded).toBe(true);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

async function exported(route: string): Promise<Record<string, string>[]> {
  const { status, text } = await service.request({
    as: "admin",
    method: "GET",
    url: `/reportsvc/v1/deliveries/${route}?advertisable_eid=${shop}&${RANGE}`,
  });
  expect(status).toBe(200);
  return parse<Record<string, string>>(text, { columns: true });
}

describe("an export of many pages", () => {
  test.each([
    ["export", 1],
    ["domain/export", 2],
  ])("%s has each row of every month once, in order", async (route, sites) => {
    const rows = await exported(route);
    expect(Map.groupBy(rows, (row) => row["date"]).size).toBe(DAYS.length);
    for (const [day, ads] of DAYS) expect(rows.filter((row) => row["date"] === day)).toHaveLength(ads * sites);
    const keys = rows.map((row) =>
      ["date", "adgroup_eid", "ad_eid", "domain"].map((name) => row[name] ?? "").join(" "),
    );
    expect(keys).toEqual([...new Set(keys)].toSorted());
    const sum = rows.reduce((total, row) => total + Number(row["impressions"]), 0);
    expect(sum).toBe(DAYS.reduce((total, [, ads]) => total + ads * (ads + 1), 0));
    expect(rows.every((row) => row["name"] !== "" && row["status"] !== "")).toBe(true);
  });

  test.runIf(SUBGRAPHS_MODE === "local")(
    "looks each ad up once, and reads several pages with a statement",
    async () => {
      const { statements } = service.db;
      const before = statements.length;
      await exported("export");
      const own = statements.slice(before);
      // 450 ads, new ones of which come with nine pages of 50.
      expect(own.filter((sql) => sql.includes("from entities.ad t")).length).toBeLessThanOrEqual(12);
      expect(own.filter((sql) => sql.includes("reporting.delivery d")).length).toBeLessThanOrEqual(10);
    },
  );
});
