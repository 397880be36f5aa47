import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { bodyOf, callSocial, type List } from "../kit/social.js";
import type { UserName } from "../kit/world.js";
import { fillSocial, SOCIAL_LISTS, socialOf } from "./social-objects.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { granted, other, foreign } = service.world;
  for (const { advertisable } of [granted, other, foreign]) await fillSocial(service, advertisable);
});
afterAll(async () => await service.close());

test("events are read by whoever sees the advertisable", async () => {
  const { granted, other, foreign } = service.world;
  const seen: Readonly<Partial<Record<UserName, readonly string[]>>> = {
    ungranted: [],
    granted: [granted.advertisable],
    admin: [granted.advertisable, other.advertisable],
    foreign: [foreign.advertisable],
    staff: [granted.advertisable, other.advertisable, foreign.advertisable],
  };
  for (const who of ["ungranted", "granted", "admin", "foreign", "staff"] as const) {
    const { data } = await service.graphql(
      "{ events(first: 100) { nodes { eid advertisableEid } } eventsCount }",
      {},
      who,
    );
    const { nodes } = (data as { events: { nodes: { eid: string; advertisableEid: string }[] } }).events;
    expect([who, data]).toMatchObject([who, { eventsCount: nodes.length }]);
    expect([who, [...new Set(nodes.map((node) => node.advertisableEid))].toSorted()]).toEqual([
      who,
      [...(seen[who] ?? [])].toSorted(),
    ]);
    const one = await service.graphql(`{ event(eid: "${nodes[0]?.eid}") { eid } }`, {}, who);
    expect([who, one.data]).toEqual([who, { event: nodes[0] === undefined ? null : { eid: nodes[0].eid } }]);
  }
  const [theirs] = bodyOf<List>(
    await callSocial(service, "GET", "events/", { advertisable_eid: foreign.advertisable }, "foreign"),
  ).results;
  const { errors } = await service.graphql(`{ event(eid: "${String(theirs?.["eid"])}") { eid } }`);
  expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
});

test("lists without an advertisable leave out what can't be seen, and a foreign filter is not found", async () => {
  const { granted, foreign } = service.world;
  for (const path of [
    "campaigns/",
    "adsets/",
    "creatives/",
    "custom_audiences/",
    "lead_gen_forms/",
    "holdout_audiences/",
  ]) {
    const { results } = bodyOf<List>(await callSocial(service, "GET", path, {}, "granted"));
    expect([path, results.length > 0]).toEqual([path, true]);
    const text = JSON.stringify(results);
    for (const eid of Object.values(socialOf(foreign))) expect(text).not.toContain(eid);
    const answer = await callSocial(service, "GET", path, { advertisable_eid: foreign.advertisable }, "granted");
    expect([path, answer.status, answer.json]).toMatchObject([path, 404, { code: "ERROR_RESOURCE_NOT_FOUND" }]);
  }
  const own = await callSocial(service, "GET", "ads/", { adset_eid: socialOf(granted).adSet }, "granted");
  expect(bodyOf<List>(own).count).toBe(1);
});

test("each list of an advertisable holds what it is named after", async () => {
  const { granted } = service.world;
  for (const [field, eidOf] of Object.entries(SOCIAL_LISTS)) {
    const { data } = await service.graphql(
      `query ($eid: ID!) { advertisable(eid: $eid) { list: ${field}(first: 5) { nodes { eid } } } }`,
      { eid: granted.advertisable },
      "granted",
    );
    const { nodes } = (data as { advertisable: { list: { nodes: { eid: string }[] } } }).advertisable.list;
    expect([field, nodes.map((node) => node.eid)]).toEqual([field, expect.arrayContaining([eidOf(granted)])]);
  }
});

test("everybody who is signed in searches places", async () => {
  expect(
    bodyOf<List>(await callSocial(service, "GET", "geolocations/", { query: "kenya" }, "ungranted")),
  ).toMatchObject({
    results: [{ name: "Kenya", type: "country" }],
  });
});
