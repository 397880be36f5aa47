import { afterAll, beforeAll, expect, test } from "vitest";
import { callProspecting, createProspectingTree, optIn, type ProspectingTree } from "../kit/prospecting.js";
import { startService, type TestService } from "../kit/service.js";
import type { Tree, UserName } from "../kit/world.js";

let service: TestService;
let tree: Tree;
let own: ProspectingTree;
let theirs: ProspectingTree;
beforeAll(async () => {
  service = await startService();
  tree = service.world.granted;
  own = await createProspectingTree(service, tree);
  theirs = await createProspectingTree(service, service.world.foreign);
});
afterAll(async () => await service.close());

test("administrators and owners opt in to the addendum, and nobody else", async () => {
  const path = `advertisables/${tree.advertisable}/settings`;
  const statuses: Record<string, number> = {};
  for (const who of ["ungranted", "foreign", "granted", "admin", "staff"] as const satisfies UserName[])
    statuses[who] = (await callProspecting(service, "POST", path, { opted_in: true }, who)).status;
  expect(statuses).toEqual({ ungranted: 404, foreign: 404, granted: 403, admin: 200, staff: 200 });
});

test("without the opt-in nothing is created, whoever asks, and what there is still changes", async () => {
  await optIn(service, tree.advertisable, false);
  for (const [path, body] of [
    [`advertisables/${tree.advertisable}/campaigns`, { name: "New" }],
    [`campaigns/${own.campaign}/adgroups`, { name: "New" }],
    [`adgroups/${own.adGroup}/flights`, { start_date: "2025-01-01", end_date: "2025-01-02" }],
    [`adgroups/${own.adGroup}/geo-targets`, [{ eid: "GEO-FR".padEnd(22, "_"), operation: "include" }]],
  ] as const) {
    for (const who of ["granted", "staff"] as const) {
      const answer = await callProspecting(service, "POST", path, body, who);
      expect([path, answer.status, answer.json]).toEqual([
        path,
        403,
        { code: 403, message: expect.stringContaining("addendum") },
      ]);
    }
  }
  const renamed = await callProspecting(service, "POST", `campaigns/${own.campaign}`, { name: "Renamed" });
  expect(renamed.status).toBe(200);
  await optIn(service, tree.advertisable);
});

test("what only staff may write is refused and unchanged, and hidden", async () => {
  const writes: [string, object][] = [
    [`campaigns/${own.campaign}`, { admin_status: "approved" }],
    [`campaigns/${own.campaign}`, { admin_notes: "mine" }],
    [`adgroups/${own.adGroup}`, { ads: [{ ad_eid: tree.ad, admin_status: "approved" }] }],
    [`adgroups/${own.adGroup}`, { ads: [{ ad_eid: tree.ad, skip_approve_ad: true }] }],
  ];
  for (const [path, body] of writes)
    expect([body, (await callProspecting(service, "POST", path, body)).status]).toEqual([body, 403]);
  const seen = await callProspecting(service, "GET", `campaigns/${own.campaign}`);
  expect(seen.text).not.toMatch(/admin_status|admin_notes|skip_approve_ad|a note of staff/);
  const byStaff = await callProspecting(service, "GET", `campaigns/${own.campaign}`, {}, "staff");
  expect(byStaff.json).toMatchObject({
    results: {
      admin_status: "admin_review",
      admin_notes: "a note of staff",
      adgroups: [{ ads: [{ admin_status: "admin_review", skip_approve_ad: false }] }],
    },
  });
  for (const [path, body] of writes)
    expect([body, (await callProspecting(service, "POST", path, body, "staff")).status]).toEqual([body, 200]);
});

test("ads, segments and places of somebody else can't be used", async () => {
  const { foreign } = service.world;
  for (const body of [
    { ads: [{ ad_eid: foreign.ad }] },
    { segments: [{ segment_eid: theirs.segment }] },
    { geo_targets: [{ eid: "GEO-XX".padEnd(22, "_"), operation: "include" }] },
  ])
    expect([body, (await callProspecting(service, "POST", `adgroups/${own.adGroup}`, body)).status]).toEqual([
      body,
      404,
    ]);
  const audience = { size: 1, source_segment_eid: theirs.segment };
  expect((await callProspecting(service, "POST", `adgroups/${own.adGroup}/audience`, audience)).status).toBe(404);
});
