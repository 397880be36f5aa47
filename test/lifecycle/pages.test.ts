import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockOutside, launchChromium } from "../kit/chromium.js";
import { createEmptyDatabase, type TestDatabase } from "../kit/database.js";
import { build, type Program, ready, run } from "../kit/program.js";

/** The pages about the old interface, as a person sees them in a browser without internet. */
let db: TestDatabase;
let program: Program;
let browser: Browser;
let address: string;
let folder: string;

beforeAll(async () => {
  build();
  folder = mkdtempSync(path.join(tmpdir(), "pages-"));
  db = await createEmptyDatabase();
  program = run("gateway/main.js", ["--demo"], { PORT: "0", DATABASE_URL: db.url, JOBS: "off" });
  browser = await launchChromium();
  address = await ready(program);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  program.process.kill("SIGTERM");
  await program.exited;
  await db.drop();
  rmSync(folder, { recursive: true });
}, 60_000);

/** Opens a page with every outside host blocked, and tells what went wrong in it. */
async function open(at: string, signIn?: { username: string; password: string }) {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    ...(signIn && { httpCredentials: signIn }),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const outside = await blockOutside(page);
  page.setDefaultTimeout(60_000);
  const answer = await page.goto(`${address}${at}`);
  return { page, status: answer?.status(), complaints, outside, close: () => context.close() };
}

/** Something is painted: a picture of one colour is a few kilobytes. */
async function expectPainted(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const picture = await page.screenshot({ path: path.join(folder, `${name}.png`) });
  expect(picture.length).toBeGreaterThan(10_000);
}

test("/docs shows the old interface and tries an operation, signed in on the demo", async () => {
  const { page, complaints, outside, close } = await open("/docs");
  await page.getByText("The old REST interface").first().waitFor();
  await page.locator("#operations-entities-get-api-v1-organization-get-advertisables").click();
  await page.getByText("The GraphQL operation that takes its place").first().waitFor();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.locator(".live-responses-table").getByText("Harbour Shop").first().waitFor();
  await expectPainted(page, "docs");
  expect([complaints, outside]).toEqual([[], []]);
  await close();
}, 180_000);

test("/operations/<id> shows the operation with the variables of the request", async () => {
  const at = "/operations/get-api-v1-campaign-get?campaign=2A6UQFBYK2222222222224";
  const { page, complaints, outside, close } = await open(at);
  expect(await page.locator("#operation").textContent()).toContain("campaign(eid: $");
  expect(JSON.parse((await page.locator("#variables").textContent()) ?? "")).toEqual({ eid: "2A6UQFBYK2222222222224" });
  await expectPainted(page, "operation");
  expect([complaints, outside]).toEqual([[], []]);
  await close();
}, 120_000);

test("/usage shows staff who called what, in a table and a chart, and lets nobody else in", async () => {
  const authorization = `Basic ${Buffer.from("admin@demo.test:demo-admin").toString("base64")}`;
  for (let i = 0; i < 3; i += 1)
    await fetch(`${address}/api/v1/organization/get_advertisables?apikey=demo-apikey`, { headers: { authorization } });
  const count = async (): Promise<number> => {
    const { rows } = await db.owner.query<{ calls: number }>(
      "select coalesce(sum(calls), 0)::int as calls from platform.call_count where subject = 'GET /api/v1/organization/get_advertisables'",
    );
    return rows[0]?.calls ?? 0;
  };
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);

  const staff = await open("/usage?apikey=demo-apikey", { username: "staff@demo.test", password: "demo-staff" });
  const { page } = staff;
  const row = page.locator("#routes tbody tr").filter({ hasText: "GET /api/v1/organization/get_advertisables" });
  expect(await row.locator("td").nth(1).textContent()).toBe("Demo");
  expect(Number(await row.locator("td.number").first().textContent())).toBeGreaterThanOrEqual(3);
  expect(await row.locator("td").nth(4).textContent()).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  const bar = page
    .locator("svg rect")
    .filter({ has: page.locator("title") })
    .first();
  expect((await bar.boundingBox())?.height).toBeGreaterThan(50);
  expect(await page.locator("#uncalled li").count()).toBeGreaterThan(100);
  await expectPainted(page, "usage");
  await row.getByRole("link", { name: "Demo" }).click();
  await page.getByText("Only Demo").waitFor();
  expect([staff.complaints, staff.outside]).toEqual([[], []]);
  await staff.close();

  const admin = await open("/usage?apikey=demo-apikey", { username: "admin@demo.test", password: "demo-admin" });
  expect(admin.status).toBe(403);
  await admin.close();
  const stranger = await open("/usage");
  expect(stranger.status).toBe(401);
  await stranger.page.getByText("sign in as a platform administrator").waitFor();
  await stranger.close();
  for (const days of ["0", "367", "x", "1&days=2"])
    expect(
      (
        await fetch(`${address}/usage?apikey=demo-apikey&days=${days}`, {
          headers: { authorization: `Basic ${Buffer.from("staff@demo.test:demo-staff").toString("base64")}` },
        })
      ).status,
    ).toBe(400);
}, 180_000);
