import { afterAll, beforeAll, expect, test } from "vitest";
import { callMailer, change, createEmailCampaign, readySettings, refusal } from "../kit/email.js";
import { startService, type TestService } from "../kit/service.js";
import { testEid, type Tree, type UserName } from "../kit/world.js";

/** PUT /campaigns/{campaign_eid}/status, the table of document 1 cell by cell. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

type State = "running" | "paused" | "stopped";
type Advertisable = "ready" | "unready" | "suspended";

/** A campaign in a state, of an advertisable of its own. */
async function campaignIn(state: State, advertisable: Advertisable): Promise<string> {
  const tree: Tree = service.world.granted;
  await service.db.owner.query("delete from email.email_settings where advertisable_eid = $1", [tree.advertisable]);
  if (advertisable !== "unready") await readySettings(service, tree);
  const eid = await createEmailCampaign(service, tree);
  await service.db.owner.query("update email.email_campaign set status = $2 where eid = $1", [
    eid,
    state.toUpperCase(),
  ]);
  if (advertisable === "suspended")
    await change(
      service,
      "reviewEmailSettings",
      { advertisableEid: tree.advertisable, isSuspended: true },
      "emailSettings",
    );
  return eid;
}

async function stateOf(eid: string): Promise<string | undefined> {
  const { rows } = await service.db.owner.query<{ status: string }>(
    "select lower(status) as status from email.email_campaign where eid = $1",
    [eid],
  );
  return rows[0]?.status;
}

const WANTED: readonly unknown[] = [
  { status: "running" },
  { status: "paused" },
  { status: "stopped" },
  { status: "RUNNING" },
  { status: "banana" },
  { status: "" },
  { status: null },
  { status: 1 },
  { status: ["running", "paused"] },
  {},
];

/** What the table says, the first row that fits. */
function expected(state: State, advertisable: Advertisable, wanted: unknown): { status: number; next: State } {
  const word = (wanted as { status?: unknown }).status;
  if (advertisable === "suspended") return { status: 423, next: state };
  if (state === "stopped") return { status: 422, next: "stopped" };
  if (word === "running")
    return advertisable === "ready" ? { status: 200, next: "running" } : { status: 400, next: state };
  if (word === "paused") return { status: 200, next: "paused" };
  return { status: 400, next: state };
}

const CELLS = (["running", "paused", "stopped"] as const).flatMap((state) =>
  (["ready", "unready", "suspended"] as const).flatMap((advertisable) =>
    WANTED.map((wanted) => [state, advertisable, JSON.stringify(wanted), wanted] as const),
  ),
);

test.each(CELLS)("a %s campaign of a %s advertisable takes %s", async (state, advertisable, _text, wanted) => {
  const eid = await campaignIn(state, advertisable);
  const answer = await callMailer(service, "PUT", `campaigns/${eid}/status`, wanted, "granted");
  const { status, next } = expected(state, advertisable, wanted);
  expect([answer.status, await stateOf(eid)]).toEqual([status, next]);
  if (status === 200) expect(answer.json).toEqual({ success: true });
  else refusal(answer);
  if (status === 422 || status === 423) expect(refusal(answer)[1]).toEqual(["status"]);
});

test("what a campaign lacks to run is named, all of it", async () => {
  const eid = await campaignIn("paused", "unready");
  await service.db.owner.query("update email.email set body = null where campaign_eid = $1", [eid]);
  const answer = await callMailer(service, "PUT", `campaigns/${eid}/status`, { status: "running" });
  expect(refusal(answer)).toEqual([
    400,
    ["sender_name", "sender_address", "footer_postal_address", "country", "emails", "terms_accepted"],
  ]);
  // What the campaign says itself need not be in the settings.
  const body = { sender_name: "Own", sender_address: "own@example.com", footer_postal_address: "2 Quay Street" };
  expect((await callMailer(service, "PATCH", `campaigns/${eid}/`, body)).status).toBe(200);
  const then = await callMailer(service, "PUT", `campaigns/${eid}/status`, { status: "running" });
  expect(refusal(then)).toEqual([400, ["country", "emails", "terms_accepted"]]);
});

test("a campaign whose end has passed is stopped, whether its job has run yet or not", async () => {
  const eid = await campaignIn("running", "ready");
  await service.db.owner.query("update email.email_campaign set end_date = '2023-08-31' where eid = $1", [eid]);
  const answer = await callMailer(service, "PUT", `campaigns/${eid}/status`, { status: "paused" });
  expect(refusal(answer)).toEqual([422, ["status"]]);
});

test("a missing campaign is 404 and a foreign one 403, whatever its state and whatever is wanted", async () => {
  const { foreign, other } = service.world;
  const missing = testEid("nocampaign");
  await readySettings(service, foreign);
  const theirs = await createEmailCampaign(service, foreign);
  const ours = await createEmailCampaign(service, other);
  await service.db.owner.query("update email.email_campaign set status = 'STOPPED' where eid = $1", [ours]);
  const seen: [string, UserName, number][] = [
    [missing, "granted", 404],
    [missing, "admin", 404],
    [missing, "staff", 404],
    [theirs, "granted", 403],
    [theirs, "admin", 403],
    [ours, "granted", 403],
    [ours, "ungranted", 403],
  ];
  for (const [eid, who, status] of seen) {
    for (const wanted of WANTED) {
      const answer = await callMailer(service, "PUT", `campaigns/${eid}/status`, wanted, who);
      expect([who, wanted, refusal(answer)[0]]).toEqual([who, wanted, status]);
    }
  }
});

test("the graph tells in codes what the old interface tells in statuses, and foreign as missing", async () => {
  const query = `mutation ($input: SetEmailCampaignStatusInput!) { setEmailCampaignStatus(input: $input) { emailCampaign { status } } }`;
  const codeOf = async (eid: string, status: string): Promise<string | undefined> =>
    (await service.graphql(query, { input: { eid, status } }, "granted")).errors?.[0]?.extensions.code;
  expect(await codeOf(await campaignIn("paused", "ready"), "RUNNING")).toBeUndefined();
  expect(await codeOf(await campaignIn("paused", "ready"), "STOPPED")).toBe("BAD_USER_INPUT");
  expect(await codeOf(await campaignIn("paused", "ready"), "BANANA")).toBe("BAD_USER_INPUT");
  expect(await codeOf(await campaignIn("paused", "unready"), "RUNNING")).toBe("BAD_USER_INPUT");
  expect(await codeOf(await campaignIn("stopped", "ready"), "RUNNING")).toBe("ILLEGAL_TRANSITION");
  expect(await codeOf(await campaignIn("stopped", "suspended"), "RUNNING")).toBe("SUSPENDED");
  expect(await codeOf(testEid("nocampaign"), "RUNNING")).toBe("NOT_FOUND");
  expect(await codeOf(await createEmailCampaign(service, service.world.foreign), "RUNNING")).toBe("NOT_FOUND");
});
