import { parse } from "graphql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Viewer } from "../../lib/viewer.js";
import { type Answer, createShops, type Shops, STAFF } from "../kit/shops.js";

const IMPORT = `mutation ($input: ImportAdsInput!) { importAds(input: $input) {
  campaignsCreated adGroupsCreated adsCreated
  ads { adExternalId adGroupExternalId campaignExternalId adEid adGroupEid campaignEid }
} }`;
const IMPORTED = `query ($eid: ID!, $ads: [ImportAdInput!]!) { importedAds(advertisableEid: $eid, ads: $ads) {
  adExternalId adEid adGroupEid campaignEid
} }`;

interface ImportedAd {
  adExternalId: string;
  adEid: string;
  adGroupEid: string;
  campaignEid: string;
}

interface Imported {
  importAds: { campaignsCreated: number; adGroupsCreated: number; adsCreated: number; ads: ImportedAd[] };
}

let shops: Shops;
/** A fresh advertisable for each test, and a member of staff who sees only it. */
let advertisable: string;
let importer: Viewer;

beforeAll(async () => {
  shops = await createShops();
});
afterAll(async () => {
  await shops.db.drop();
});
beforeEach(async () => {
  advertisable = await shops.newShop("EUR");
  importer = { ...STAFF, userEid: "ADMIN".padEnd(22, "A"), role: "STAFF", advertisables: [advertisable] };
});

function item(campaign: string, adGroup: string, ad: string): Record<string, string> {
  return { campaignExternalId: campaign, adGroupExternalId: adGroup, adExternalId: ad };
}

async function importAds(ads: readonly object[], viewer: Viewer = importer): Promise<Answer<Imported>> {
  return await shops.ask(IMPORT, { input: { advertisableEid: advertisable, ads } }, viewer);
}

async function readImported(
  ads: readonly object[],
  viewer: Viewer = importer,
): Promise<Answer<{ importedAds: (ImportedAd | null)[] }>> {
  return await shops.ask(IMPORTED, { eid: advertisable, ads }, viewer);
}

async function count(table: string): Promise<number> {
  const { rows } = await shops.db.owner.query<{ n: number }>(
    `select count(*)::int as n from ${table} where advertisable_eid = $1`,
    [advertisable],
  );
  return rows[0]?.n ?? 0;
}

test("an import creates what is missing, links it and answers in the order of the input", async () => {
  const { data, errors } = await importAds([
    item("916", "g2", "a2"),
    item("916", "g1", "a1"),
    item("916", "g1", "a2"),
    item("916", "g2", "a2"),
  ]);
  expect(errors).toEqual([]);
  const { ads, ...created } = data.importAds;
  expect(created).toEqual({ campaignsCreated: 1, adGroupsCreated: 2, adsCreated: 2 });
  expect(ads.map((ad) => ad.adExternalId)).toEqual(["a2", "a1", "a2", "a2"]);
  expect(ads[0]).toEqual(ads[3]);
  expect(ads[2]?.adEid).toBe(ads[0]?.adEid);

  const graph = await shops.ask<{ advertisable: unknown }>(
    `query ($eid: ID!) { advertisable(eid: $eid) {
      campaigns { nodes { eid externalId name status currency weeklyBudget { amount } isActive } }
      adGroups(orderBy: [{field: NAME}]) { nodes { externalId name status campaign { externalId } ads(orderBy: [{field: NAME}]) { nodes { externalId } } } }
      ads(orderBy: [{field: NAME}]) { nodes { eid externalId name status type isActive } }
    } }`,
    { eid: advertisable },
    importer,
  );
  expect(graph.data.advertisable).toEqual({
    campaigns: {
      nodes: [
        {
          eid: ads[0]?.campaignEid,
          externalId: "916",
          name: "Campaign 916",
          status: "APPROVED",
          currency: "EUR",
          weeklyBudget: null,
          isActive: true,
        },
      ],
    },
    adGroups: {
      nodes: [
        {
          externalId: "g1",
          name: "Ad group g1",
          status: "APPROVED",
          campaign: { externalId: "916" },
          ads: { nodes: [{ externalId: "a1" }, { externalId: "a2" }] },
        },
        {
          externalId: "g2",
          name: "Ad group g2",
          status: "APPROVED",
          campaign: { externalId: "916" },
          ads: { nodes: [{ externalId: "a2" }] },
        },
      ],
    },
    ads: {
      nodes: [
        { eid: ads[1]?.adEid, externalId: "a1", name: "Ad a1", status: "APPROVED", type: "AD_NETWORK", isActive: true },
        { eid: ads[0]?.adEid, externalId: "a2", name: "Ad a2", status: "APPROVED", type: "AD_NETWORK", isActive: true },
      ],
    },
  });
});

test("each created object has one audit row, and the same import again creates and records nothing", async () => {
  const ads = [item("c", "g", "a1"), item("c", "g", "a2")];
  const first = await importAds(ads);
  const again = await importAds(ads);
  expect(again.data.importAds).toEqual({
    campaignsCreated: 0,
    adGroupsCreated: 0,
    adsCreated: 0,
    ads: first.data.importAds.ads,
  });
  const audit = await shops.db.owner.query(
    "select noun, noun_eid, user_eid, before, after ->> 'externalId' as id, after ->> 'name' as name from platform.audit_entry where advertisable_eid = $1 and action = 'importAds' order by noun, id",
    [advertisable],
  );
  const [one, two] = first.data.importAds.ads;
  const common = { user_eid: importer.userEid, before: null };
  expect(audit.rows).toEqual([
    { ...common, noun: "ad", noun_eid: one?.adEid, id: "a1", name: "Ad a1" },
    { ...common, noun: "ad", noun_eid: two?.adEid, id: "a2", name: "Ad a2" },
    { ...common, noun: "ad group", noun_eid: one?.adGroupEid, id: "g", name: "Ad group g" },
    { ...common, noun: "campaign", noun_eid: one?.campaignEid, id: "c", name: "Campaign c" },
  ]);
});

async function statementsOf(ads: readonly object[]): Promise<number> {
  const context = shops.gateway.contextFor({ viewer: STAFF, requestId: "count", pageLimit: 1_000 });
  const { errors } = await shops.gateway.execute({
    document: parse(IMPORT),
    variables: { input: { advertisableEid: advertisable, ads } },
    context,
  });
  expect(errors).toBeUndefined();
  return context.statements.length;
}

test("a thousand ads take as many statements as one", async () => {
  const one = await statementsOf([item("c", "g", "a")]);
  const thousand = await statementsOf(Array.from({ length: 1_000 }, (_, n) => item(`x${n}`, `y${n}`, `z${n}`)));
  expect(thousand).toBe(one);
  expect(await count("entities.ad")).toBe(1_001);
});

test("two imports at once create each object once", async () => {
  const ads = Array.from({ length: 300 }, (_, n) => item(`c${n % 7}`, `g${n % 70}`, `a${n}`));
  const answers = await Promise.all([importAds(ads), importAds(ads.toReversed()), importAds(ads)]);
  expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
  const [first, second] = answers.map(({ data }) => data.importAds);
  expect(second?.ads.toReversed()).toEqual(first?.ads);
  const created = answers.map(({ data }) => data.importAds.adsCreated).reduce((sum, n) => sum + n, 0);
  expect(created).toBe(300);
  expect([await count("entities.campaign"), await count("entities.ad_group"), await count("entities.ad")]).toEqual([
    7, 70, 300,
  ]);
});

test("BAD_USER_INPUT names an ad group of another campaign, and nothing is written", async () => {
  await importAds([item("c1", "g", "a")]);
  const { data, errors } = await importAds([item("c2", "g2", "b"), item("c2", "g", "b")]);
  expect(data.importAds).toBeNull();
  expect(errors[0]?.extensions.code).toBe("BAD_USER_INPUT");
  expect(errors[0]?.extensions.violations[0]).toMatchObject({
    code: "OTHER_CAMPAIGN",
    path: ["input", "ads", 1, "adGroupExternalId"],
  });
  expect(errors[0]?.message).toContain("ad group g ");
  expect([await count("entities.campaign"), await count("entities.ad")]).toEqual([1, 1]);

  const within = await importAds([item("d1", "h", "a"), item("d2", "h", "a")]);
  expect(within.errors[0]?.extensions.violations[0]?.path).toEqual(["input", "ads", 1, "adGroupExternalId"]);

  const read = await readImported([item("c1", "g", "a"), item("c1", "g", "a")]);
  expect(read.errors).toEqual([]);
  await importAds([item("c2", "g2", "b")]);
  const wrong = await readImported([item("c1", "g", "a"), item("c2", "g", "a")]);
  expect(wrong.errors[0]?.extensions).toMatchObject({
    code: "BAD_USER_INPUT",
    violations: [{ path: ["ads", 1, "adGroupExternalId"] }],
  });
});

test("NOT_FOUND for a foreign advertisable, FORBIDDEN for those who are not staff", async () => {
  const stranger: Viewer = { ...importer, advertisables: [await shops.newShop("USD")] };
  expect((await importAds([item("c", "g", "a")], stranger)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect((await importAds([item("c", "g", "a")], { ...importer, role: "ADMIN" })).errors[0]?.extensions.code).toBe(
    "FORBIDDEN",
  );
  expect((await readImported([item("c", "g", "a")], stranger)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  expect(await count("entities.campaign")).toBe(0);
});

/** Code, violation and path of what an import is refused with. */
async function refusalOf(ads: readonly object[]): Promise<unknown[]> {
  const { errors } = await importAds(ads);
  return errors.flatMap(({ extensions }) => [
    extensions.code,
    extensions.violations[0]?.code,
    extensions.violations[0]?.path,
  ]);
}

test("BAD_USER_INPUT for no ads, too many, and identifiers that no column holds", async () => {
  expect(await refusalOf([])).toEqual(["BAD_USER_INPUT", "OUT_OF_RANGE", ["input", "ads"]]);
  expect(await refusalOf(Array.from({ length: 1_001 }, (_, n) => item("c", "g", `${n}`)))).toEqual([
    "BAD_USER_INPUT",
    "OUT_OF_RANGE",
    ["input", "ads"],
  ]);
  expect(await refusalOf([item("c", "", "a")])).toEqual([
    "BAD_USER_INPUT",
    "LENGTH",
    ["input", "ads", 0, "adGroupExternalId"],
  ]);
  expect(await refusalOf([item("c", "g", "a\0b")])).toEqual([
    "BAD_USER_INPUT",
    "CONTROL_CHARACTER",
    ["input", "ads", 0, "adExternalId"],
  ]);
  expect(await refusalOf([item("c", "g", "x".repeat(256))])).toEqual([
    "BAD_USER_INPUT",
    "LENGTH",
    ["input", "ads", 0, "adExternalId"],
  ]);
  expect(await refusalOf([item("\ud800", "g", "a")])).toEqual([
    "BAD_USER_INPUT",
    "NOT_TEXT",
    ["input", "ads", 0, "campaignExternalId"],
  ]);
});

test("the longest identifier still makes a name that fits", async () => {
  const id = "😀".repeat(127);
  const { data } = await importAds([item("c", "g", id)]);
  expect(data.importAds.ads[0]?.adExternalId).toBe(id);
  expect((await importAds([item("c", "g", "x".repeat(255))])).errors).toEqual([]);
});

test("importedAds answers in order with null for what does not exist, deleted ads included", async () => {
  const { data } = await importAds([item("c", "g", "a"), item("c", "h", "b")]);
  const [a, b] = data.importAds.ads;
  await shops.db.owner.query("update entities.ad set is_active = false where eid = $1", [a?.adEid]);
  const read = await readImported([
    item("c", "h", "b"),
    item("c", "g", "nothing"),
    item("zz", "g", "a"),
    item("c", "g", "a"),
  ]);
  expect(read.errors).toEqual([]);
  expect(read.data.importedAds.map((ad) => ad?.adEid ?? null)).toEqual([b?.adEid, null, null, a?.adEid]);
});

test("the same external identifiers of two advertisables are two objects", async () => {
  const { data } = await importAds([item("c", "g", "a")]);
  const other = await shops.newShop("USD");
  const theirs = await shops.ask<Imported>(
    IMPORT,
    { input: { advertisableEid: other, ads: [item("c", "g", "a")] } },
    STAFF,
  );
  expect(theirs.data.importAds.adsCreated).toBe(1);
  expect(theirs.data.importAds.ads[0]?.adEid).not.toBe(data.importAds.ads[0]?.adEid);
});
