import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JobRunner } from "../../lib/job-runner.js";
import { RemoteFailure } from "../../subgraphs/social/social-network.js";
import { startService, type TestService } from "../kit/service.js";
import { bodyOf, callSocial, createSocialTree, type List, type SocialTree } from "../kit/social.js";
import { startPublishing, watchedNetwork } from "../kit/social-network.js";
import { ALPHA, createTree } from "../kit/world.js";

const network = watchedNetwork();
let service: TestService;
let runner: JobRunner;
let advertisable: string;
let tree: SocialTree;
beforeAll(async () => {
  service = await startService();
  runner = await startPublishing(service, network);
});
afterAll(async () => {
  await runner.stop();
  await service.close();
});

beforeEach(async () => {
  network.before = () => {};
  network.callTimeout = 20_000;
  ({ advertisable } = await createTree(service.gateway, ALPHA, "Shop"));
  tree = await createSocialTree(service, advertisable);
});

async function put(path: string, fields: Record<string, unknown>): Promise<void> {
  bodyOf(await callSocial(service, "PUT", path, fields));
}

/** The ad once the network does with it what is expected. */
async function adThatIs(remoteStatus: string, eid = tree.ad): Promise<Record<string, unknown>> {
  return await until(
    async () => bodyOf(await callSocial(service, "GET", `ads/${eid}`)),
    (ad) => ad["remote_status"] === remoteStatus,
  );
}

async function eventsOf(eid: string): Promise<Record<string, unknown>[]> {
  const fields = { advertisable_eid: advertisable, object_eid: eid };
  return bodyOf<List>(await callSocial(service, "GET", "events/", fields)).results;
}

async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (Date.now() > deadline) throw new Error(`it is still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const typesOf = (events: Record<string, unknown>[]): unknown[] => events.map((event) => event["event_type"]);

describe("an ad of a launched campaign", () => {
  test("is reviewed and then shown, and each answer of the network is an event", async () => {
    await adThatIs("ACTIVE");
    const events = await eventsOf(tree.ad);
    expect(typesOf(events)).toEqual(expect.arrayContaining(["createSocialAd", "published", "reviewed"]));
    const published = events.find((event) => event["event_type"] === "published");
    expect(JSON.parse(String(published?.["response_json"]))).toMatchObject({ remoteStatus: "PENDING_REVIEW" });
    const reviewed = events.find((event) => event["event_type"] === "reviewed");
    expect(JSON.parse(String(reviewed?.["event_data"]))).toEqual({ remoteStatus: "ACTIVE" });
    const { data } = await service.graphql(
      `{ socialAd(eid: "${tree.ad}") { externalId creative { externalId } adSet { externalId campaign { externalId } } } }`,
    );
    expect(data).toEqual({
      socialAd: {
        externalId: expect.any(String),
        creative: { externalId: expect.any(String) },
        adSet: { externalId: expect.any(String), campaign: { externalId: expect.any(String) } },
      },
    });
  });

  test("follows the pauses of its campaign, its ad set and its own, and its deletion", async () => {
    await adThatIs("ACTIVE");
    await put(`campaigns/${tree.campaign}`, { status: "paused" });
    await adThatIs("CAMPAIGN_PAUSED");
    await put(`campaigns/${tree.campaign}`, { status: "active" });
    await put(`adsets/${tree.adSet}`, { status: "paused" });
    await adThatIs("ADSET_PAUSED");
    await put(`adsets/${tree.adSet}`, { status: "active" });
    await put(`ads/pause?adset_eid=${tree.adSet}`, {});
    await adThatIs("PAUSED");
    await put(`ads/activate?adset_eid=${tree.adSet}`, {});
    await adThatIs("ACTIVE");
    await put(`adsets/${tree.adSet}`, { status: "deleted" });
    await adThatIs("DELETED");
  });

  test("is refused with a reason for what its creative says, until that is mended", async () => {
    await put(`creatives/${tree.creative}`, { message: "Success guaranteed!" });
    expect(await adThatIs("DISAPPROVED")).toMatchObject({
      status: "active",
      disapproval_reason: expect.stringContaining("guaranteed"),
    });
    await put(`creatives/${tree.creative}`, { message: "Try it." });
    expect(await adThatIs("ACTIVE")).toMatchObject({ disapproval_reason: null });
    await put(`creatives/${tree.creative}`, { title: "BUY NOW" });
    expect(await adThatIs("DISAPPROVED")).toMatchObject({ disapproval_reason: expect.stringContaining("capitals") });
  });
});

test(
  "an ad waits for its first day, ends with its last, and goes on when there are more",
  { timeout: 60_000 },
  async () => {
    await adThatIs("ACTIVE");
    // The jobs live today, whatever the service's own clock says.
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await put(`adsets/${tree.adSet}`, { start_date: day(1), end_date: day(30) });
    await adThatIs("PREAPPROVED");
    // The network hears of it again on its first day, though nobody changes anything.
    const { rows } = await until(
      async () =>
        await service.db.owner.query<{ day: string }>(
          "select to_char(run_at at time zone 'UTC', 'YYYY-MM-DD') as day from graphile_worker._private_jobs where key = $1",
          [`publish-social-campaign:${tree.campaign}:day`],
        ),
      (found) => found.rows.length > 0,
    );
    expect(rows).toEqual([{ day: day(1) }]);
    await put(`adsets/${tree.adSet}`, { start_date: day(-9), end_date: day(0) });
    expect(await adThatIs("ARCHIVED")).toMatchObject({ status: "completed", is_active: true });
    await put(`adsets/${tree.adSet}`, { end_date: day(9) });
    await adThatIs("PAUSED");
    await put(`ads/activate?adset_eid=${tree.adSet}`, {});
    expect(await adThatIs("ACTIVE")).toMatchObject({ status: "active" });
    expect((await eventsOf(tree.ad)).filter((event) => String(event["event_data"]).includes("COMPLETED"))).toHaveLength(
      1,
    );
  },
);

test("an ad for what the network forbids is kicked out for good", { timeout: 60_000 }, async () => {
  await adThatIs("ACTIVE");
  await put(`creatives/${tree.creative}`, { title: "Counterfeit boots" });
  const kicked = await adThatIs("DISAPPROVED");
  expect(kicked).toMatchObject({ status: "kicked", disapproval_reason: expect.stringContaining("counterfeit") });
  await put(`creatives/${tree.creative}`, { title: "Honest boots" });
  await adThatIs("PAUSED");
  const back = await callSocial(service, "PUT", `ads/activate?adset_eid=${tree.adSet}`);
  expect([back.status, back.json]).toMatchObject([409, { code: "ERROR_ILLEGAL_TRANSITION" }]);
  expect((await callSocial(service, "DELETE", `ads/${tree.ad}`)).status).toBe(204);
  await adThatIs("DELETED");
});

test("the network hears nothing of a draft, nor of a campaign that is not launched", async () => {
  const made = await callSocial(service, "POST", "campaigns/", {
    advertisable_eid: advertisable,
    name: "Later",
    goal: "retarget",
    objective: "CONVERSIONS",
    status: "active",
  });
  const campaign = String(bodyOf(made)["eid"]);
  const ads = [{ creative_eid: tree.creative, name: "Waits", status: "active" }];
  const waiting = await callSocial(service, "POST", "adsets/", {
    campaign_eid: campaign,
    name: "Waits",
    status: "active",
    ads,
  });
  const ad = (bodyOf(waiting)["ads"] as { eid: string }[])[0]?.eid ?? "";
  const draft = await callSocial(service, "POST", "ads/", {
    adset_eid: tree.adSet,
    creative_eid: tree.creative,
    name: "Draft",
  });
  await adThatIs("ACTIVE");
  await put(`campaigns/${campaign}`, { name: "Still later" });
  await put(`adsets/${tree.adSet}`, { name: "Told" });
  await until(
    async () => network.told.some((object) => object.name === "Told"),
    (isTold) => isTold,
  );
  const told = network.told.map((object) => object.eid);
  expect(told).not.toContain(campaign);
  expect(told).not.toContain(ad);
  expect(told).not.toContain(bodyOf(draft)["eid"]);
  await put(`campaigns/${campaign}`, { should_launch: true });
  await adThatIs("ACTIVE", ad);
});

test("only what has changed is told again", async () => {
  await adThatIs("ACTIVE");
  network.told = [];
  await put(`adsets/${tree.adSet}`, { budget: 50 });
  await until(
    async () => network.told.length,
    (count) => count > 0,
  );
  await put(`campaigns/${tree.campaign}`, { name: "Renamed" });
  await until(
    async () => network.told.some((object) => object.name === "Renamed"),
    (isTold) => isTold,
  );
  const own = network.told.filter((object) => [tree.campaign, tree.adSet, tree.ad, tree.creative].includes(object.eid));
  expect(own.map((object) => object.type)).toEqual(["AdSet", "SocialCampaign"]);
});

test("a call that fails is an event, and is made again until it is done", async () => {
  await adThatIs("ACTIVE");
  let failures = 0;
  network.before = ({ eid }) => {
    if (eid !== tree.adSet || failures > 0) return;
    failures += 1;
    throw new RemoteFailure("UNAVAILABLE", "The network is away.");
  };
  await put(`adsets/${tree.adSet}`, { status: "paused" });
  await adThatIs("ADSET_PAUSED");
  const failed = (await eventsOf(tree.adSet)).find((event) => event["event_type"] === "publishFailed");
  expect(failed).toMatchObject({
    object_type: "AdSet",
    error_string: "The network is away.",
    error_reason: "UNAVAILABLE",
  });
  // What is no answer of the network's says nothing about our insides.
  network.before = ({ eid }) => {
    if (eid !== tree.adSet || failures > 1) return;
    failures += 1;
    throw new TypeError("secret");
  };
  await put(`adsets/${tree.adSet}`, { status: "active" });
  await adThatIs("ACTIVE");
  const events = await eventsOf(tree.adSet);
  expect(events.filter((event) => event["event_type"] === "publishFailed")).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("changes while a slow network is told are told after it, one job at a time", async () => {
  await adThatIs("ACTIVE");
  let at = 0;
  let most = 0;
  network.before = async ({ eid }) => {
    if (![tree.campaign, tree.adSet, tree.ad].includes(eid)) return;
    at += 1;
    most = Math.max(most, at);
    await new Promise((resolve) => setTimeout(resolve, 300));
    at -= 1;
  };
  for (const status of ["paused", "active", "paused", "active", "paused"]) {
    await put(`adsets/${tree.adSet}`, { status });
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  await expect
    .poll(() => network.told.findLast((object) => object.eid === tree.adSet)?.status, { timeout: 15_000 })
    .toBe("PAUSED");
  await adThatIs("ADSET_PAUSED");
  expect(most).toBe(1);
});

test("a campaign that takes longer than one turn stays one job's all the while", { timeout: 60_000 }, async () => {
  await adThatIs("ACTIVE");
  // A turn is three times as long as a call may take: the ten ads take longer than that.
  network.callTimeout = 600;
  const ads = Array.from({ length: 10 }, (_, at) => ({ creative_eid: tree.creative, name: `${at}`, status: "active" }));
  const { eid } = bodyOf(
    await callSocial(service, "POST", "adsets/", { campaign_eid: tree.campaign, name: "Many", status: "active", ads }),
  );
  let at = 0;
  let most = 0;
  network.before = async ({ type }) => {
    // Audiences and forms have jobs of their own.
    if (type === "CustomAudience" || type === "LeadGenForm") return;
    at += 1;
    most = Math.max(most, at);
    await new Promise((resolve) => setTimeout(resolve, 250));
    at -= 1;
  };
  for (const status of ["paused", "active", "paused"]) {
    await new Promise((resolve) => setTimeout(resolve, 900));
    await put(`adsets/${String(eid)}`, { status });
  }
  await until(
    async () => network.told.filter((object) => object.parentExternalId === `SIM-${String(eid)}`),
    (told) => new Set(told.map((object) => object.eid)).size === 10,
  );
  await until(
    async () => network.told.findLast((object) => object.eid === eid)?.status,
    (status) => status === "PAUSED",
  );
  expect(most).toBe(1);
});

test("a call that never ends is given up, told as an event, and made again", { timeout: 60_000 }, async () => {
  await adThatIs("ACTIVE");
  network.callTimeout = 300;
  let calls = 0;
  network.before = async ({ eid }) => {
    if (eid !== tree.adSet) return;
    calls += 1;
    if (calls === 1) await new Promise(() => {});
  };
  await put(`adsets/${tree.adSet}`, { status: "paused" });
  await adThatIs("ADSET_PAUSED");
  const events = await eventsOf(tree.adSet);
  expect(events.filter((event) => event["error_reason"] === "TIMEOUT")).toMatchObject([
    { event_type: "publishFailed", error_string: "The network did not answer in time." },
  ]);
});

test("a campaign that a killed job had is told of once its turn is over", { timeout: 60_000 }, async () => {
  await adThatIs("ACTIVE");
  // What kill -9 leaves behind.
  const { rows } = await service.db.owner.query<{ until: Date }>(
    "update social.social_campaign set publishing_until = now() + interval '3 seconds' where eid = $1 returning publishing_until as until",
    [tree.campaign],
  );
  await put(`adsets/${tree.adSet}`, { status: "paused" });
  await adThatIs("ADSET_PAUSED");
  expect(Date.now()).toBeGreaterThanOrEqual(rows[0]?.until.getTime() ?? Number.POSITIVE_INFINITY);
  const told = network.told.filter((object) => object.eid === tree.adSet).map((object) => object.status);
  expect(told.at(-1)).toBe("PAUSED");
});

test("audiences, forms, the account on the photo network and pages are told of by themselves", async () => {
  const audience = await until(
    async () => bodyOf(await callSocial(service, "GET", `custom_audiences/${tree.audience}`)),
    (each) => each["approximate_count"] !== null,
  );
  expect(audience).toMatchObject({ approximate_count: expect.any(Number), match_method: "simulated" });
  await until(
    async () => bodyOf(await callSocial(service, "GET", `lead_gen_forms/${tree.form}`)),
    (form) => form["external_id"] !== null,
  );
  const key = { advertisable_eid: advertisable };
  const account = await until(
    async () => bodyOf(await callSocial(service, "GET", "photo_account", key)),
    (each) => each["photo_username"] !== null,
  );
  expect(account).toMatchObject({ photo_username: "account_123", photo_profile_pic: expect.stringContaining("123") });
  const pages = await until(
    async () => bodyOf<List>(await callSocial(service, "GET", "pages/", key)),
    ({ count }) => count > 0,
  );
  expect(pages.results).toEqual([
    {
      sn_page_id: "77",
      sn_page_name: "Shop",
      sn_page_img: null,
      sn_page_url: expect.stringContaining("77"),
      page_access: true,
      page_admin_access: false,
      no_profile_picture: true,
      is_published: true,
    },
  ]);
  const { data } = await until(
    async () =>
      await service.graphql(`{ socialAdvertiser(advertisableEid: "${advertisable}") { pageAccess snPageUrl } }`),
    (answer) => JSON.stringify(answer.data).includes("true"),
  );
  expect(data).toMatchObject({ socialAdvertiser: { pageAccess: true } });
  // The ad set could not name the audience by its identifier there before it had one.
  await until(
    async () => network.told.findLast((object) => object.eid === tree.adSet),
    (adSet) => JSON.stringify(adSet?.detail).includes(`SIM-${tree.audience}`),
  );
});
