import type pg from "pg";
import { systemRandom } from "../../lib/eid.js";
import type { Viewer } from "../../lib/viewer.js";
import { newToken, tokenDigest } from "../../gateway/auth/token.js";
import type { Gateway } from "../../gateway/gateway.js";

export const APIKEY = "test-apikey";

/** An EID that is easy to tell in a failure: the word, filled up to 22 characters. */
export function testEid(word: string): string {
  return word.toUpperCase().padEnd(22, "X");
}

export const ALPHA = testEid("orgalpha");
export const BETA = testEid("orgbeta");

/** Users: two of staff's organization, four of Alpha and Beta. */
const USERS = {
  staff: { organization: ALPHA, role: "STAFF", organizationRole: "USER" },
  admin: { organization: ALPHA, role: "USER", organizationRole: "ADMIN" },
  granted: { organization: ALPHA, role: "USER", organizationRole: "USER" },
  ungranted: { organization: ALPHA, role: "USER", organizationRole: "USER" },
  foreign: { organization: BETA, role: "USER", organizationRole: "ADMIN" },
  revoked: { organization: ALPHA, role: "USER", organizationRole: "ADMIN" },
} as const;

export type UserName = keyof typeof USERS;

export const userEid = (name: UserName): string => testEid(`user${name}`);

/** One advertisable with all that hangs on it. */
export interface Tree {
  advertisable: string;
  campaign: string;
  adGroup: string;
  ad: string;
  pixel: string;
  rule: string;
}

export interface World {
  /** A personal access token for each user; the one of `revoked` is revoked. */
  tokens: Record<UserName, string>;
  /** Alpha's advertisable, which `granted` may see. */
  granted: Tree;
  /** Alpha's other advertisable. */
  other: Tree;
  /** Beta's. */
  foreign: Tree;
}

export const STAFF: Viewer = {
  userEid: userEid("staff"),
  organizationEid: ALPHA,
  role: "STAFF",
  advertisables: "ALL",
  apiClient: APIKEY,
};

/** Two organizations with their people and advertisables. */
export async function createWorld(owner: pg.Client, gateway: Gateway): Promise<World> {
  const now = new Date("2023-07-01T00:00:00Z");
  await owner.query(
    `insert into platform.organization (eid, name, created_at, updated_at) values ($1, 'Alpha', $3, $3), ($2, 'Beta', $3, $3)`,
    [ALPHA, BETA, now],
  );
  await owner.query(
    `insert into platform.api_client (client_id, name, is_active, created_at) values ($1, 'Tests', true, $2)`,
    [APIKEY, now],
  );
  await owner.query(
    `insert into platform.currency_rate (currency, valid_from, valid_to, per_usd) values
       ('USD', '-infinity', 'infinity', 1), ('EUR', '-infinity', '2023-08-16', 0.9), ('EUR', '2023-08-16', 'infinity', 0.8), ('JPY', '-infinity', 'infinity', 145.5)`,
  );
  const tokens: Partial<Record<UserName, string>> = {};
  for (const [name, user] of Object.entries(USERS) as [UserName, (typeof USERS)[UserName]][]) {
    await owner.query(
      `insert into platform."user" (eid, organization_eid, username, email, first_name, last_name, locale, default_timezone, role, organization_role, is_active, created_at, updated_at)
       values ($1, $2, $3, $4, 'First', 'Last', 'en-US', 'UTC', $5, $6, true, $7, $7)`,
      [userEid(name), user.organization, name, `${name}@example.test`, user.role, user.organizationRole, now],
    );
    const token = newToken("PERSONAL", systemRandom);
    tokens[name] = token;
    await owner.query(
      `insert into platform.access_token (digest, kind, user_eid, family_eid, issued_at, revoked_at) values ($1, 'PERSONAL', $2, $3, $4, $5)`,
      [tokenDigest(token), userEid(name), testEid(`family${name}`), now, name === "revoked" ? now : null],
    );
  }
  const world = {
    tokens: tokens as Record<UserName, string>,
    granted: await createTree(gateway, ALPHA, "Granted"),
    other: await createTree(gateway, ALPHA, "Other"),
    foreign: await createTree(gateway, BETA, "Foreign"),
  };
  await owner.query(`insert into platform.access (user_eid, advertisable_eid, granted_at) values ($1, $2, $3)`, [
    userEid("granted"),
    world.granted.advertisable,
    now,
  ]);
  return world;
}

/** An advertisable with its pixel and one campaign, ad group, ad and rule, made as staff would make them. */
export async function createTree(gateway: Gateway, organizationEid: string, name: string): Promise<Tree> {
  const advertisable = await create(gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
    organizationEid,
    name,
  });
  const campaign = await create(gateway, "createCampaign", "CreateCampaignInput", "campaign", {
    advertisableEid: advertisable,
    name: `${name} campaign`,
  });
  const ad = await create(gateway, "createAd", "CreateAdInput", "ad", {
    advertisableEid: advertisable,
    name: `${name} ad`,
    destinationUrl: "https://example.test/",
  });
  const adGroup = await create(gateway, "createAdGroup", "CreateAdGroupInput", "adGroup", {
    campaignEid: campaign,
    name: `${name} ad group`,
    adEids: [ad],
  });
  const pixel = await pixelOf(gateway, advertisable);
  const rule = await create(gateway, "createRule", "CreateRuleInput", "rule", {
    pixelEid: pixel,
    name: `${name} rule`,
    pattern: "*",
  });
  return { advertisable, campaign, adGroup, ad, pixel, rule };
}

/** EID of an advertisable's pixel. */
export async function pixelOf(gateway: Gateway, advertisable: string): Promise<string> {
  const { data } = await gateway.ask(
    "query Pixel($eid: ID!) { advertisable(eid: $eid) { pixel { eid } } }",
    { eid: advertisable },
    { viewer: STAFF, requestId: "world" },
  );
  return (data as { advertisable: { pixel: { eid: string } } }).advertisable.pixel.eid;
}

/** Runs a create mutation as staff and returns the new object's EID. */
export async function create(
  gateway: Gateway,
  mutation: string,
  inputType: string,
  field: string,
  input: object,
): Promise<string> {
  const response = await gateway.ask(
    `mutation Create($input: ${inputType}!) { ${mutation}(input: $input) { ${field} { eid } } }`,
    { input },
    { viewer: STAFF, requestId: "world" },
  );
  if (response.errors !== undefined) throw new Error(JSON.stringify(response.errors));
  const data = response.data as Record<string, Record<string, { eid: string }>>;
  return data[mutation]?.[field]?.eid ?? "";
}
