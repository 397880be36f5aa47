import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { create, STAFF, type Tree } from "../kit/world.js";
import { EMAIL_ATTACKS, emailOf, fillEmail } from "./email-objects.js";
import { fillProspecting, PROSPECTING_MUTATIONS, prospectingOf } from "./prospecting-objects.js";
import { fillSocial, SOCIAL_ATTACKS, socialOf } from "./social-objects.js";

/**
 * The first wall alone: with row-level security switched off, every statement must still be restricted
 * by the table function that makes it.
 */
let service: TestService;
/** EID of the segment of each advertisable, by the advertisable's. */
const segmentOf = new Map<string, string>();
beforeAll(async () => {
  // One question for everything is more than a client may ask at once.
  service = await startService({ limits: { cost: 100_000, selections: 1_000, depth: 20, rootFields: 20 } });
  const { owner } = service.db;
  const { rows } = await owner.query<{ name: string }>(
    "select distinct polrelid::regclass::text as name from pg_policy order by 1",
  );
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`);
  await owner.query(
    "create table reporting.delivery_2023_08 partition of reporting.delivery for values from ('2023-08-01') to ('2023-09-01')",
  );
  await owner.query(
    "create table reporting.segment_membership_2023_08 partition of reporting.segment_membership for values from ('2023-08-01') to ('2023-09-01')",
  );
  for (const table of ["touchpoint", "conversion", "attribution"])
    await owner.query(
      `create table reporting.${table}_2023_08 partition of reporting.${table} for values from ('2023-08-01') to ('2023-09-01')`,
    );
  for (const tree of [service.world.granted, service.world.other, service.world.foreign]) {
    const { advertisable, campaign, adGroup, ad } = tree;
    const data = [{ email: `${advertisable}@example.com` }];
    const input = { advertisableEid: advertisable, name: "S", type: "CRM", duration: 30, data };
    segmentOf.set(advertisable, await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", input));
    await fillSocial(service, advertisable);
    await fillEmail(service, tree);
    await fillProspecting(service, tree);
    const sums = "'USD', 10, 1, 0.5, 0, 0";
    await owner.query("insert into reporting.site_metric values ($1, '2023-08-15', 'USD', 1, 1, 1, 1)", [advertisable]);
    await owner.query(
      "insert into reporting.attribute_metric values ($1, 'domain', '2023-08-15', $1, false, false, 'USD', 1, 1, 1, 1, 1, 1, 1, 1)",
      [advertisable],
    );
    await owner.query(
      `insert into reporting.touchpoint values ($1, '2023-08-15', 'c', 't', 'CLICK', '2023-08-15', 'RT', $2, $3, $4, 'n', 's', '', 'USD', 0)`,
      [advertisable, campaign, adGroup, ad],
    );
    await owner.query(
      "insert into reporting.conversion values ($1, '2023-08-15', $1, 'c', '2023-08-15', '', '', 'USD', 1, 1, '', '', '', '', '', '')",
      [advertisable],
    );
    const credited = "'CLICK_THROUGH', 'RT', 0, 541, 0, 'USD', 1, 1, 1, 1, 1";
    await owner.query(
      `insert into reporting.attribution values ($1, '2023-08-15', $1, 'CLICK_THROUGH', 'CLICK_THROUGH', 't', '2023-08-15', 0, 541, 0,
         'RT', $2, $3, $4, 'n', 's', '', 'USD', 1, 1, 1, 1)`,
      [advertisable, campaign, adGroup, ad],
    );
    await owner.query(
      `insert into reporting.attribution_by_ad values ($1, '2023-08-15', $3, $4, $2, '', 'n', 's', ${credited})`,
      [advertisable, campaign, adGroup, ad],
    );
    await owner.query(`insert into reporting.attribution_by_ad_group values ($1, '2023-08-15', $3, $2, ${credited})`, [
      advertisable,
      campaign,
      adGroup,
    ]);
    await owner.query(`insert into reporting.attribution_by_campaign values ($1, '2023-08-15', $2, ${credited})`, [
      advertisable,
      campaign,
    ]);
    await owner.query(`insert into reporting.attribution_by_advertisable values ($1, '2023-08-15', ${credited})`, [
      advertisable,
    ]);
    await owner.query("insert into reporting.segment_member values ($1, $1, 'COOKIE', 'c', '2023-08-15')", [
      advertisable,
    ]);
    await owner.query("insert into reporting.segment_event values ($1, '2023-08-15', $1, 1)", [advertisable]);
    await owner.query("insert into reporting.segment_membership values ($1, '2023-08-15', $1, 'c', '', 1)", [
      advertisable,
    ]);
    await owner.query(
      `insert into reporting.delivery values ($1, '2023-08-15', $2, $3, $4, 'n', 's', 'd.test', ${sums})`,
      [advertisable, campaign, adGroup, ad],
    );
    await owner.query(`insert into reporting.delivery_by_ad_group values ($1, '2023-08-15', $3, $2, ${sums})`, [
      advertisable,
      campaign,
      adGroup,
    ]);
    await owner.query(`insert into reporting.delivery_by_campaign values ($1, '2023-08-15', $2, ${sums})`, [
      advertisable,
      campaign,
    ]);
    await owner.query(
      `insert into audience.target_account_list (advertisable_eid, eid, name, scoring_grades, scoring_items_pending,
         scoring_status, is_active, created_at, updated_at)
       values ($1, $2, 'L', '{"A": 80, "B": 60, "C": 40, "D": 20, "F": 0}', false, 'NOT_SCORED', true, now(), now())`,
      [advertisable, listOf(tree)],
    );
    await owner.query("insert into audience.tier values ($1, $2, $3, 'T', now(), now())", [
      advertisable,
      tierOf(tree),
      listOf(tree),
    ]);
    await owner.query(
      "insert into audience.target_account values ($1, $2, 'a.example', $3, $4, 1, true, null, null, now(), now())",
      [advertisable, listOf(tree), accountOf(tree), tierOf(tree)],
    );
    await owner.query(`insert into reporting.delivery_by_advertisable values ($1, '2023-08-15', ${sums})`, [
      advertisable,
    ]);
  }
});
afterAll(async () => await service.close());

/** EIDs of a tree's one target account list, tier and account. */
function listOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "L_");
}
function tierOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "T_");
}
function accountOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "I_");
}

const EVERYTHING = `
  query Everything($ids: [ID!]!, $foreign: [ID!]!, $eids: [String!]) {
    advertisables(first: 5) { nodes { eid campaigns(first: 5) { nodes { eid adGroupEids adGroups(first: 5) { nodes { eid adLinks { adEid } geoTargets { eid } platformTargets { os } demographicTargets { minAge } ads(first: 5) { nodes { eid adGroupLinks { adGroupEid } adGroups { nodes { eid } } } } } } } }
      adGroups { nodes { eid } } ads { nodes { eid } } pixel { eid rules { nodes { eid pixel { eid } } } } segments { nodes { eid advertisable { eid } rule { eid } lookalike { users } userList(range: { pastDays: 30 }) { summary { total } } } } ...Reports } }
    segments { nodes { eid } }
    targetAccountLists { nodes { eid itemsCount tiers { nodes { eid itemsCount targetAccounts { nodes { eid } } } } targetAccountSlice { eid } targetAccounts { nodes { eid tier { eid } list { eid } } } } }
    rules { nodes { eid } } campaigns { nodes { eid } } adGroups { nodes { eid } } ads { nodes { eid } }
    foreignCampaigns: campaigns(filter: { eid: { in: $eids }, isActive: { in: [true, false] } }) { nodes { eid } }
    nodes(ids: $ids) { id }
  }
  fragment Reports on Advertisable { deliveries(range: { pastDays: 30 }, filter: { campaignEids: $foreign }) { summary { impressions } rows { nodes { adEid } } byEntity(level: CAMPAIGN) { nodes { entity metrics { impressions } } } } }`;

function idsOf(tree: Tree): string[] {
  const { advertisable, campaign, adGroup, ad, pixel, rule } = tree;
  return [
    `TargetAccountList_${listOf(tree)}`,
    `Tier_${tierOf(tree)}`,
    `TargetAccount_${accountOf(tree)}`,
    `Pixel_${pixel}`,
    `Rule_${rule}`,
    `Advertisable_${advertisable}`,
    `Campaign_${campaign}`,
    `AdGroup_${adGroup}`,
    `Ad_${ad}`,
    `Segment_${segmentOf.get(advertisable)}`,
  ];
}

test("without row-level security no list, edge, node or report shows anything foreign", async () => {
  const { granted, other, foreign } = service.world;
  const eidsOf = (tree: Tree): string[] => [...Object.values(tree), segmentOf.get(tree.advertisable) ?? ""];
  const hidden = [...eidsOf(other), ...eidsOf(foreign)];
  for (const tree of [other, foreign]) hidden.push(listOf(tree), tierOf(tree), accountOf(tree));
  const { data, errors } = await service.graphql(
    EVERYTHING,
    {
      ids: [...idsOf(other), ...idsOf(foreign), ...idsOf(granted)],
      foreign: [foreign.campaign, granted.campaign],
      eids: [foreign.campaign, other.campaign],
    },
    "granted",
  );
  expect(errors?.filter((error) => error.extensions.code !== "NOT_FOUND") ?? []).toEqual([]);
  const seen = JSON.stringify(data);
  for (const eid of eidsOf(granted)) expect(seen).toContain(eid);
  // A breakdown names what was asked for, with zeros.
  for (const eid of hidden.filter((each) => each !== foreign.campaign)) expect(seen).not.toContain(eid);
  expect(data).toMatchObject({
    foreignCampaigns: { nodes: [] },
    nodes: [...Array.from({ length: 20 }, () => null), ...idsOf(granted).map((id) => ({ id }))],
    advertisables: {
      nodes: [{ deliveries: { summary: { impressions: 10 }, rows: { nodes: [{ adEid: granted.ad }] } } }],
    },
  });
});

test("nor does a report on visits or lists of users", async () => {
  const { granted, other, foreign } = service.world;
  const { data, errors } = await service.graphql(
    `{ advertisables(first: 5) { nodes { eid
      siteMetrics(range: { pastDays: 30 }) { summary { visitors } }
      attributeMetrics(range: { pastDays: 30 }, attribute: "domain") { summary { pageViews } byValue { nodes { value } } rows { nodes { value } } }
      userList(range: { pastDays: 30 }) { summary { total } byDate { sizes { total } } } } } }`,
    {},
    "granted",
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    advertisables: {
      nodes: [
        {
          eid: granted.advertisable,
          siteMetrics: { summary: { visitors: 1 } },
          attributeMetrics: { summary: { pageViews: 1 }, byValue: { nodes: [{ value: granted.advertisable }] } },
          userList: { summary: { total: 1 } },
        },
      ],
    },
  });
  // What a statement is told of a foreign advertisable finds nothing, whoever told it.
  for (const tree of [other, foreign]) {
    const lists = `lists: [{ eid: "${tree.advertisable}", duration: 30 }]`;
    const answer = await service.graphql(
      `{ advertisable(eid: "${granted.advertisable}") { userLists(range: { pastDays: 30 }, ${lists}) { summary { total } } } }`,
      {},
      "granted",
    );
    expect(answer.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  }
});

test("nor does a report on attributions, whatever it is asked for", async () => {
  const { granted, other, foreign } = service.world;
  const { data, errors } = await service.graphql(
    `query ($filter: AttributionFilter) { advertisables(first: 5) { nodes { eid
      attributions(range: { pastDays: 30 }) { summary { conversions } rows { nodes { adEid } } byDate(zeroFill: false) { date }
        byEntity(level: CAMPAIGN) { nodes { entity } } }
      filtered: attributions(range: { pastDays: 30 }, filter: $filter) { summary { conversions } }
      granularAttributions(range: { pastDays: 30 }) { nodes { conversionGuid } } } } }`,
    { filter: { adEids: [other.ad, foreign.ad] } },
    "granted",
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    advertisables: {
      nodes: [
        {
          eid: granted.advertisable,
          attributions: {
            summary: { conversions: 1 },
            rows: { nodes: [{ adEid: granted.ad }] },
            byDate: [{ date: "2023-08-15" }],
            byEntity: { nodes: [{ entity: granted.campaign }] },
          },
          filtered: { summary: { conversions: 0 } },
          granularAttributions: { nodes: [{ conversionGuid: granted.advertisable }] },
        },
      ],
    },
  });
});

test("nor can a foreign row be changed, or a foreign ad be linked", async () => {
  const { granted, other, foreign } = service.world;
  for (const tree of [other, foreign]) {
    for (const mutation of [
      `pauseCampaign(input: { eid: "${tree.campaign}" }) { campaign { eid } }`,
      `pauseAdGroup(input: { eid: "${tree.adGroup}" }) { adGroup { eid } }`,
      `editAd(input: { eid: "${tree.ad}", headline: "mine" }) { ad { eid } }`,
      `createRule(input: { pixelEid: "${tree.pixel}", name: "mine", pattern: "*" }) { rule { eid } }`,
      `editRule(input: { eid: "${tree.rule}", name: "mine", order: 1 }) { rule { eid } }`,
      `reorderRules(input: { pixelEid: "${tree.pixel}", ruleEids: ["${tree.rule}"] }) { pixel { eid } }`,
      `createCampaign(input: { advertisableEid: "${tree.advertisable}", name: "mine" }) { campaign { eid } }`,
      `createAdGroup(input: { campaignEid: "${granted.campaign}", name: "mine", adEids: ["${tree.ad}"] }) { adGroup { eid } }`,
      `editAdGroup(input: { eid: "${granted.adGroup}", adEids: ["${tree.ad}"] }) { adGroup { eid } }`,
      `changeAdGroupLists(input: { eid: "${granted.adGroup}", add: { adEids: ["${tree.ad}"] } }) { changed }`,
      `changeAdGroupLists(input: { eid: "${tree.adGroup}", add: { siteExclusions: ["a.example"] } }) { changed }`,
      `pauseAdGroupAds(input: { adGroupEid: "${tree.adGroup}", adEids: ["${tree.ad}"] }) { statuses }`,
      `pauseCampaignAds(input: { campaignEid: "${tree.campaign}", adEids: ["${tree.ad}"] }) { statuses }`,
      `cloneAdGroup(input: { eid: "${tree.adGroup}" }) { adGroup { eid } }`,
      `cloneCampaign(input: { eid: "${tree.campaign}" }) { campaign { eid } }`,
      `createTargetAccountList(input: { advertisableEid: "${tree.advertisable}", name: "mine" }) { targetAccountList { eid } }`,
      `editTargetAccountList(input: { eid: "${listOf(tree)}", name: "mine" }) { targetAccountList { eid } }`,
      `deleteTargetAccountList(input: { eid: "${listOf(tree)}" }) { deletedEid }`,
      `createTier(input: { listEid: "${listOf(tree)}", name: "mine" }) { tier { eid } }`,
      `editTier(input: { eid: "${tierOf(tree)}", name: "mine" }) { tier { eid } }`,
      `deleteTier(input: { eid: "${tierOf(tree)}" }) { deletedEid }`,
      `upsertTargetAccounts(input: { listEid: "${listOf(granted)}", tierEid: "${tierOf(tree)}", items: [{ domain: "b.example" }] }) { newDomains }`,
      `upsertTargetAccounts(input: { listEid: "${listOf(tree)}", items: [{ domain: "b.example" }] }) { newDomains }`,
      `addDiscoveredTargetAccounts(input: { listEid: "${listOf(tree)}", criteria: {} }) { newDomains }`,
      `deleteTargetAccounts(input: { listEid: "${listOf(tree)}", force: true }) { deletedCount }`,
      `cloneAd(input: { eid: "${tree.ad}" }) { ad { eid } }`,
      `createSegment(input: { advertisableEid: "${tree.advertisable}", name: "mine", type: CRM, duration: 1 }) { segment { eid } }`,
      `editSegment(input: { eid: "${segmentOf.get(tree.advertisable)}", name: "mine" }) { segment { eid } }`,
      `editSegment(input: { eid: "${segmentOf.get(tree.advertisable)}", data: [{ email: "a@example.com" }] }) { segment { eid } }`,
      `deleteSegment(input: { eid: "${segmentOf.get(tree.advertisable)}" }) { segment { eid } }`,
    ]) {
      const { errors } = await service.graphql(`mutation { ${mutation} }`, {}, "granted");
      expect([mutation, errors?.[0]?.extensions.code]).toEqual([mutation, "NOT_FOUND"]);
    }
  }
});

test("nor are segments put into a foreign advertisable, or read by a job of another one", async () => {
  const { granted, other, foreign } = service.world;
  for (const tree of [other, foreign]) {
    const { data } = await service.graphql(
      `mutation { putSegments(input: { segments: [
        { advertisableEid: "${tree.advertisable}", name: "S", type: CRM, duration: 1, data: [] },
        { advertisableEid: "${granted.advertisable}", name: "Put", type: CRM, duration: 1 }
      ] }) { results { segment { name } failures { code } } } }`,
      {},
      "granted",
    );
    expect(data).toEqual({
      putSegments: {
        results: [
          { segment: null, failures: [{ code: "NOT_FOUND" }] },
          { segment: { name: "Put" }, failures: [] },
        ],
      },
    });
  }
  const { rows } = await service.db.owner.query<{ eid: string }>("select eid from audience.segment_record");
  expect(rows).toHaveLength(3);
  const viewer = { ...STAFF, advertisables: [granted.advertisable], isService: true };
  const { data } = await service.gateway.ask(
    "query ($eids: [ID!]!) { advertisables(first: 5) { nodes { crmContacts { eids } } } crmContactAddresses(eids: $eids) { address } }",
    { eids: rows.map((row) => row.eid) },
    { viewer, requestId: "job" },
  );
  const { advertisables, crmContactAddresses } = data as {
    advertisables: { nodes: { crmContacts: { eids: string[] } }[] };
    crmContactAddresses: { address: string | null }[];
  };
  expect(advertisables.nodes.map((node) => node.crmContacts.eids.length)).toEqual([1]);
  expect(crmContactAddresses.filter((each) => each.address !== null)).toEqual([
    { address: `${granted.advertisable}@example.com`.toLowerCase() },
  ]);
});

test("nothing foreign of the social network is seen, by list, edge, node or filter", async () => {
  const { granted, other, foreign } = service.world;
  const ids = (tree: Tree): string[] => {
    const { campaign, adSet, ad, creative, audience, form, holdout } = socialOf(tree);
    return [
      `SocialCampaign_${campaign}`,
      `AdSet_${adSet}`,
      `SocialAd_${ad}`,
      `Creative_${creative}`,
      `CustomAudience_${audience}`,
      `LeadGenForm_${form}`,
      `HoldoutAudience_${holdout}`,
    ];
  };
  const { data, errors } = await service.graphql(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { id }
      advertisables(first: 3) { nodes { eid socialCampaigns(first: 3) { nodes { eid adSets(first: 3) { nodes { eid ads(first: 3) { nodes { eid creative { eid leadGenForm { eid } } } }
        audiences { customAudienceEid } geolocations { eid } } } } } socialAds { nodes { eid } } photoAccount { eid } socialAdvertiser { eid photoAccount { eid } } } }
      socialCampaigns { nodes { eid } } adSets { nodes { eid } } socialAds { nodes { eid } } creatives { nodes { eid imageUrl } }
      customAudiences { nodes { eid lookalikeAudience { eid } } } leadGenForms { nodes { eid } } holdoutAudiences { nodes { eid } }
      socialPages { nodes { eid } } events(first: 100) { nodes { objectEid advertisableEid } } eventsCount }`,
    { ids: [...ids(other), ...ids(foreign), ...ids(granted)] },
    "granted",
  );
  expect(errors?.filter((error) => error.extensions.code !== "NOT_FOUND") ?? []).toEqual([]);
  const seen = JSON.stringify(data);
  for (const eid of Object.values(socialOf(granted))) expect(seen).toContain(eid);
  for (const tree of [other, foreign]) {
    for (const eid of [tree.advertisable, ...Object.values(socialOf(tree))]) expect(seen).not.toContain(eid);
  }
  expect(data).toMatchObject({
    nodes: [...Array.from({ length: 14 }, () => null), ...ids(granted).map((id) => ({ id }))],
    socialPages: { nodes: [{ eid: granted.advertisable.replace(/^../, "G_") }] },
    eventsCount: (data as { events: { nodes: object[] } }).events.nodes.length,
  });
});

test("nor can anything foreign of the social network be changed, or be used", async () => {
  const { granted, other, foreign } = service.world;
  for (const tree of [other, foreign]) {
    const theirs = socialOf(tree);
    const own = socialOf(granted);
    const picture = await service.graphql(`{ creativePicture(eid: "${theirs.picture}") { base64 } }`, {}, "granted");
    expect([picture.data, picture.errors?.[0]?.extensions.code]).toEqual([{ creativePicture: null }, "NOT_FOUND"]);
    const borrowed = [
      { mutation: "createSocialAd", input: { adSetEid: own.adSet, creativeEid: theirs.creative, name: "mine" } },
      { mutation: "editSocialAd", input: { eid: own.ad, creativeEid: theirs.creative } },
      { mutation: "editAdSet", input: { eid: own.adSet, audiences: [{ customAudienceEid: theirs.audience }] } },
      { mutation: "editAdSet", input: { eid: own.adSet, ads: [{ eid: theirs.ad, name: "mine" }] } },
      { mutation: "editCreative", input: { eid: own.creative, leadGenFormEid: theirs.form } },
      { mutation: "changeSocialAds", input: { action: "PAUSE", adSetEid: own.adSet, creativeEids: [theirs.creative] } },
    ];
    const attacks = SOCIAL_ATTACKS.map(({ mutation, input }) => ({ mutation, input: input(tree) }));
    for (const { mutation, input } of [...attacks, ...borrowed]) {
      const type = service.gateway.schema.getMutationType()?.getFields()[mutation]?.args[0]?.type.toString();
      const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
      const { errors } = await service.graphql(query, { input }, "granted");
      expect([mutation, errors?.[0]?.extensions.code]).toEqual([mutation, "NOT_FOUND"]);
    }
  }
});

test("nothing foreign of prospecting is seen, by list, edge, node or filter", async () => {
  const { granted, other, foreign } = service.world;
  const ids = (tree: Tree): string[] => {
    const { campaign, adGroup, audience, flight } = prospectingOf(tree);
    return [
      `ProspectingCampaign_${campaign}`,
      `ProspectingAdGroup_${adGroup}`,
      `ProspectingAudience_${audience}`,
      `Flight_${flight}`,
    ];
  };
  const children = `flights { eid } audience { eid adGroup { eid } sourceSegment { eid } }
    ads { eid adEid ad { eid } } segments { eid segment { eid } } geoTargets { eid geoEid }`;
  const { data, errors } = await service.graphql(
    `query ($ids: [ID!]!, $foreign: [String!]) { nodes(ids: $ids) { id }
      advertisables(first: 3) { nodes { eid prospectingSettings { advertisableEid optedIn }
        prospectingCampaigns(first: 3) { nodes { eid adGroups(first: 3) { nodes { eid campaign { eid } ${children} } } } } prospectingAdGroups { nodes { eid } } } }
      prospectingCampaigns { nodes { eid } } prospectingAdGroups { nodes { eid } }
      named: prospectingAdGroups(filter: { campaignEid: { in: $foreign } }) { nodes { eid } }
      owned: prospectingCampaigns(filter: { advertisableEid: { in: $foreign } }) { nodes { eid } } }`,
    {
      ids: [...ids(other), ...ids(foreign), ...ids(granted)],
      foreign: [prospectingOf(foreign).campaign, foreign.advertisable],
    },
    "granted",
  );
  expect(errors?.filter((error) => error.extensions.code !== "NOT_FOUND") ?? []).toEqual([]);
  const seen = JSON.stringify(data);
  for (const eid of Object.values(prospectingOf(granted))) expect(seen).toContain(eid);
  for (const tree of [other, foreign]) {
    for (const eid of [tree.advertisable, tree.ad, ...Object.values(prospectingOf(tree))])
      expect(seen).not.toContain(eid);
  }
  expect(data).toMatchObject({
    nodes: [...Array.from({ length: 8 }, () => null), ...ids(granted).map((id) => ({ id }))],
    named: { nodes: [] },
    owned: { nodes: [] },
  });
});

test("nor can anything foreign of prospecting be changed, or be used", async () => {
  const { granted, other, foreign } = service.world;
  const own = prospectingOf(granted);
  for (const tree of [other, foreign]) {
    const theirs = prospectingOf(tree);
    const borrowed = [
      { mutation: "editProspectingAdGroup", input: { eid: own.adGroup, ads: [{ adEid: tree.ad }] } },
      { mutation: "editProspectingAdGroup", input: { eid: own.adGroup, segments: [{ segmentEid: theirs.segment }] } },
      {
        mutation: "setProspectingAudience",
        input: { adGroupEid: own.adGroup, size: 1, sourceSegmentEid: theirs.segment },
      },
      { mutation: "editProspectingAudience", input: { eid: own.audience, targetSegmentEid: theirs.segment } },
      {
        mutation: "editProspectingCampaigns",
        input: { advertisableEid: granted.advertisable, campaigns: [{ eid: theirs.campaign, name: "mine" }] },
      },
    ];
    const attacks = Object.entries(PROSPECTING_MUTATIONS).map(([mutation, { input }]) => ({
      mutation,
      input: input(tree),
    }));
    for (const { mutation, input } of [...attacks, ...borrowed]) {
      const type = service.gateway.schema.getMutationType()?.getFields()[mutation]?.args[0]?.type.toString();
      const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
      const { errors } = await service.graphql(query, { input }, "granted");
      expect([mutation, errors?.[0]?.extensions.code]).toEqual([mutation, "NOT_FOUND"]);
    }
  }
});

test("nothing foreign of e-mail is seen, by list, edge, node or filter", async () => {
  const { granted, other, foreign } = service.world;
  const ids = (tree: Tree): string[] => [
    `EmailCampaign_${emailOf(tree).campaign}`,
    `Email_${emailOf(tree).email}`,
    `Unsubscriber_${emailOf(tree).unsubscriber}`,
    `EmailSettings_${tree.advertisable}`,
  ];
  const { data, errors } = await service.graphql(
    `query ($ids: [ID!]!, $foreign: [String!]) { nodes(ids: $ids) { id }
      advertisables(first: 3) { nodes { eid emailCampaigns { nodes { eid emails { nodes { eid campaign { eid } } } } } emails { nodes { eid } }
        emailSettings { eid } unsubscribers { nodes { eid emailAddress } } messages { type } } }
      emailCampaigns { nodes { eid } } emails { nodes { eid } } unsubscribers { nodes { eid emailAddress } }
      named: emails(filter: { campaignEid: { in: $foreign } }) { nodes { eid } } }`,
    { ids: [...ids(other), ...ids(foreign), ...ids(granted)], foreign: [emailOf(foreign).campaign] },
    "granted",
  );
  expect(errors?.filter((error) => error.extensions.code !== "NOT_FOUND") ?? []).toEqual([]);
  const seen = JSON.stringify(data);
  for (const eid of Object.values(emailOf(granted))) expect(seen).toContain(eid);
  for (const tree of [other, foreign]) {
    for (const eid of [tree.advertisable, ...Object.values(emailOf(tree))]) expect(seen).not.toContain(eid);
    expect(seen).not.toContain(tree.advertisable.toLowerCase());
  }
  expect(data).toMatchObject({
    nodes: [...Array.from({ length: 8 }, () => null), ...ids(granted).map((id) => ({ id }))],
    named: { nodes: [] },
  });
});

test("nor can anything foreign of e-mail be changed, or be used", async () => {
  const { granted, other, foreign } = service.world;
  for (const tree of [other, foreign]) {
    const borrowed = {
      mutation: "addUnsubscribers",
      input: {
        advertisableEid: granted.advertisable,
        emailAddresses: ["a@example.com"],
        campaignEid: emailOf(tree).campaign,
      },
    };
    for (const { mutation, input } of [
      ...EMAIL_ATTACKS.map((each) => ({ ...each, input: each.input(tree) })),
      borrowed,
    ]) {
      const type = service.gateway.schema.getMutationType()?.getFields()[mutation]?.args[0]?.type.toString();
      const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
      const { errors } = await service.graphql(query, { input }, "granted");
      expect([mutation, errors?.[0]?.extensions.code]).toEqual([mutation, "NOT_FOUND"]);
    }
  }
});
