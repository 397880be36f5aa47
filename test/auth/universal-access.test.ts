import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { callUniversal, dataOf, namesOf } from "../kit/universal.js";
import type { Tree, UserName } from "../kit/world.js";
import { fillUniversal, UNIVERSAL_ATTACKS, universalOf } from "./universal-objects.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { granted, other, foreign } = service.world;
  for (const tree of [granted, other, foreign]) await fillUniversal(service, tree);
});
afterAll(async () => await service.close());

const NOUNS = ["campaign", "adgroup", "playbooks"] as const;
type Noun = (typeof NOUNS)[number];

function eidOf(noun: Noun, tree: Tree): string {
  const own = universalOf(tree);
  return { campaign: own.campaign, adgroup: own.adGroup, playbooks: own.playbook }[noun];
}

test("without a filter everybody gets what they may see, and staff are told to filter", async () => {
  const { granted, other, foreign } = service.world;
  const seen: Readonly<Partial<Record<UserName, readonly Tree[]>>> = {
    ungranted: [],
    granted: [granted],
    admin: [granted, other],
    foreign: [foreign],
  };
  for (const noun of NOUNS) {
    for (const who of ["ungranted", "granted", "admin", "foreign"] as const) {
      const listed = dataOf<{ eid: string }[]>(await callUniversal(service, "GET", noun, {}, undefined, who));
      expect([noun, who, listed.map((record) => record.eid).toSorted()]).toEqual([
        noun,
        who,
        (seen[who] ?? []).map((tree) => eidOf(noun, tree)).toSorted(),
      ]);
    }
    const staff = await callUniversal(service, "GET", noun, {}, undefined, "staff");
    expect([noun, staff.status, namesOf(staff)]).toEqual([noun, 400, ["advertisable_eid"]]);
    for (const tree of [granted, foreign]) {
      const query = { advertisable_eid: tree.advertisable };
      const listed = dataOf<{ eid: string }[]>(await callUniversal(service, "GET", noun, query, undefined, "staff"));
      expect(listed.map((record) => record.eid)).toEqual([eidOf(noun, tree)]);
    }
  }
});

test("an EID with an advertisable or a campaign that is not its own is not found, though both can be seen", async () => {
  const { granted, other } = service.world;
  for (const noun of NOUNS) {
    const query = { eid: eidOf(noun, granted), advertisable_eid: other.advertisable };
    expect([noun, (await callUniversal(service, "GET", noun, query)).status]).toEqual([noun, 404]);
  }
  const mixed = { eid: universalOf(granted).adGroup, campaign_eid: universalOf(other).campaign };
  expect((await callUniversal(service, "GET", "adgroup", mixed)).status).toBe(404);
  for (const [noun, body] of [
    ["campaign", { advertisable_eid: other.advertisable }],
    ["playbooks", { advertisable_eid: other.advertisable }],
    ["adgroup", { campaign_eid: universalOf(other).campaign }],
  ] as const) {
    const answer = await callUniversal(service, "PUT", noun, { eid: eidOf(noun, granted) }, { ...body, name: "Mine" });
    expect([noun, answer.status]).toEqual([noun, 404]);
  }
});

test("nothing foreign of universal campaigns is seen, by list, edge, node or filter", async () => {
  const { granted, other, foreign } = service.world;
  const ids = (tree: Tree): string[] => {
    const { campaign, adGroup, playbook } = universalOf(tree);
    return [`UniversalCampaign_${campaign}`, `UniversalAdGroup_${adGroup}`, `Playbook_${playbook}`];
  };
  const { data, errors } = await service.graphql(
    `query ($ids: [ID!]!, $foreign: [String!]) { nodes(ids: $ids) { id }
      advertisables(first: 3) { nodes { eid
        universalCampaigns(first: 3) { nodes { eid playbook { eid } adGroups(first: 3) { nodes { eid positiveSegments { eid } ads(first: 3) { nodes { ad { eid } } } } } } }
        universalAdGroups(first: 3) { nodes { eid } } playbooks(first: 3) { nodes { eid campaigns(first: 3) { nodes { eid } } } } } }
      universalCampaigns { nodes { eid } } universalAdGroups { nodes { eid } } playbooks { nodes { eid } }
      filtered: universalCampaigns(filter: { advertisableEid: { in: $foreign } }) { nodes { eid } } }`,
    { ids: [...ids(other), ...ids(foreign), ...ids(granted)], foreign: [foreign.advertisable] },
    "granted",
  );
  expect(errors?.filter((error) => error.extensions.code !== "NOT_FOUND") ?? []).toEqual([]);
  const text = JSON.stringify(data);
  for (const eid of [...Object.values(universalOf(granted)), granted.ad]) expect(text).toContain(eid);
  for (const tree of [other, foreign]) {
    for (const eid of [tree.advertisable, tree.ad, ...Object.values(universalOf(tree))])
      expect(text).not.toContain(eid);
  }
  expect(data).toMatchObject({
    nodes: [...Array.from({ length: 6 }, () => null), ...ids(granted).map((id) => ({ id }))],
    filtered: { nodes: [] },
  });
});

test("each list of an advertisable holds what it is named after", async () => {
  const { granted } = service.world;
  const { data } = await service.graphql(
    `query ($eid: ID!) { advertisable(eid: $eid) { universalCampaigns { nodes { eid } } universalAdGroups { nodes { eid } } playbooks { nodes { eid } } } }`,
    { eid: granted.advertisable },
    "granted",
  );
  const { campaign, adGroup, playbook } = universalOf(granted);
  expect(data).toEqual({
    advertisable: {
      universalCampaigns: { nodes: [{ eid: campaign }] },
      universalAdGroups: { nodes: [{ eid: adGroup }] },
      playbooks: { nodes: [{ eid: playbook }] },
    },
  });
});

test("nor can anything foreign be changed, or be used: an ad, a segment, a campaign, an ad group", async () => {
  const { granted, other, foreign } = service.world;
  const before = await auditCount();
  for (const tree of [other, foreign]) {
    const theirs = universalOf(tree);
    const own = universalOf(granted);
    const borrowed = [
      {
        mutation: "createUniversalAdGroup",
        input: { campaignEid: own.campaign, name: "A", ads: [{ adEid: tree.ad }] },
      },
      { mutation: "editUniversalAdGroup", input: { eid: own.adGroup, ads: [{ adEid: tree.ad }] } },
      { mutation: "editUniversalAdGroup", input: { eid: own.adGroup, positiveSegmentEids: [theirs.segment] } },
      { mutation: "editUniversalAdGroup", input: { eid: own.adGroup, negativeSegmentEids: [theirs.segment] } },
      { mutation: "setUniversalAdGroupAdStatus", input: { adGroupEid: own.adGroup, adEid: tree.ad, status: "PAUSED" } },
      { mutation: "editPlaybook", input: { eid: own.playbook, campaigns: [{ eid: theirs.campaign }] } },
      { mutation: "editPlaybook", input: { eid: own.playbook, bulkCampaigns: [{ eid: theirs.campaign }] } },
      {
        mutation: "editPlaybook",
        input: {
          eid: own.playbook,
          name: "Changed",
          bulkCampaigns: [{ eid: own.campaign, adGroups: [{ eid: theirs.adGroup, name: "Mine" }] }],
        },
      },
    ];
    const attacks = UNIVERSAL_ATTACKS.map(({ mutation, input }) => ({ mutation, input: input(tree) }));
    for (const { mutation, input } of [...attacks, ...borrowed]) {
      const type = service.gateway.schema.getMutationType()?.getFields()[mutation]?.args[0]?.type.toString();
      const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
      const { errors } = await service.graphql(query, { input }, "granted");
      expect([mutation, input, errors?.[0]?.extensions.code]).toEqual([mutation, input, "NOT_FOUND"]);
    }
  }
  expect(await auditCount()).toBe(before);
  const { data } = await service.graphql(`{ playbook(eid: "${universalOf(granted).playbook}") { name } }`);
  expect(data).toEqual({ playbook: { name: "Playbook" } });
});

async function auditCount(): Promise<number> {
  const { rows } = await service.db.owner.query<{ n: number }>("select count(*)::int as n from platform.audit_entry");
  return rows[0]?.n ?? 0;
}
