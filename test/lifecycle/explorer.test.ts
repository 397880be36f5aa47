import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, print, visit } from "graphql";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../lib/config.js";
import { EXAMPLES } from "../../gateway/examples.js";
import { blockOutside, launchChromium } from "../kit/chromium.js";
import { build, type Program, ready, run } from "../kit/program.js";

let dataDir: string;
let program: Program;
let browser: Browser;

beforeAll(async () => {
  build();
  dataDir = mkdtempSync(path.join(tmpdir(), "adgraph-explorer-"));
  program = run("gateway/main.js", [], { PORT: "0", DATA_DIR: dataDir });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  program.process.kill("SIGTERM");
  await program.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

test("on the demo the README's query runs in the explorer, with every outside host blocked", async () => {
  const address = await ready(program);
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  const outside = await blockOutside(page);
  page.setDefaultTimeout(20_000);
  await page.goto(`${address}/graphql`);
  await page.getByText("query CampaignDeliveries").waitFor();
  for (const { name } of EXAMPLES) expect(await page.getByText(name).count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText('"Harbour Shop"').waitFor();
  await page.getByText('"55662.15"').waitFor();
  expect(complaints).toEqual([]);
  expect(outside).toEqual([]);
  await page.close();
}, 60_000);

test("the README's GraphQL query is the explorer's first example", () => {
  const readme = readFileSync(path.join(PROJECT_ROOT, "README.md"), "utf8");
  const { query }: { query: string } = JSON.parse(/-d '(\{"query".*\})'/.exec(readme)?.[1] ?? "{}");
  const anonymous = (document: string): string =>
    print(visit(parse(document), { OperationDefinition: (node) => ({ ...node, name: undefined }) }));
  expect(anonymous(query)).toBe(anonymous(EXAMPLES[0].document));
});
