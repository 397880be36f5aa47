import { afterAll, beforeAll, expect, test } from "vitest";
import { stopEmailCampaign } from "../../subgraphs/email/stop-email-campaign.job.js";
import { bodyOf, callMailer, change, createEmailCampaign, readySettings, refusal } from "../kit/email.js";
import { NO_MAIL } from "../../lib/mail.js";
import { startService, type TestService } from "../kit/service.js";
import { createTree, ALPHA, STAFF, type Tree } from "../kit/world.js";

/** "Now" is 2023-09-01T12:00:00Z. */
let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await startService({ logTo: { write: (line) => void lines.push(line) } });
});
afterAll(async () => await service.close());

let trees = 0;
/** An advertisable of its own for a test. */
async function newTree(): Promise<Tree> {
  trees += 1;
  return await createTree(service.gateway, ALPHA, `Mail ${trees}`);
}

async function rowsOf(table: string, { advertisable }: Pick<Tree, "advertisable">): Promise<Record<string, unknown>[]> {
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select * from email.${table} t where advertisable_eid = $1 order by to_jsonb(t) ->> 'position', created_at`,
    [advertisable],
  );
  return rows;
}

async function audits({ advertisable }: Tree): Promise<string[]> {
  const { rows } = await service.db.owner.query<{ action: string }>(
    "select action from platform.audit_entry where advertisable_eid = $1 order by eid",
    [advertisable],
  );
  return rows.map(({ action }) => action);
}

test("a campaign is created paused, with its e-mails in order, and tells its eid", async () => {
  const tree = await newTree();
  const body = {
    emails: [
      { body: "One", headline: "H", cta_destination: "https://shop.example/", cta_label: "Shop", email_subject: "S1" },
      {
        body: "Two",
        hero_image_url: "https://shop.example/a.png",
        email_subject: "S2",
        delay_hours: 72,
        utm_source: "x",
      },
    ],
    sender_name: "Shop",
    sender_address: "shop@example.com",
    footer_postal_address: "1 Quay Street",
    source: "wizard",
    start_date: "2023-09-02T08:30:00",
    end_date: "2023-10-01T00:00:00",
  };
  const { eid } = bodyOf<{ eid: string }>(
    await callMailer(service, "POST", `advertisables/${tree.advertisable}/campaign`, body, "staff"),
  );
  const { data } = await service.graphql(
    `{ emailCampaign(eid: "${eid}") { name status source startDate endDate senderName senderAddress footerPostalAddress
       advertisable { eid } emails { nodes { position body headline ctaDestination ctaLabel heroImageUrl emailSubject delayHours utmSource campaign { eid } } } } }`,
    {},
    "staff",
  );
  expect(data).toEqual({
    emailCampaign: {
      name: "Campaign of 2023-09-01",
      status: "PAUSED",
      source: "wizard",
      startDate: "2023-09-02T08:30:00.000Z",
      endDate: "2023-10-01T00:00:00.000Z",
      senderName: "Shop",
      senderAddress: "shop@example.com",
      footerPostalAddress: "1 Quay Street",
      advertisable: { eid: tree.advertisable },
      emails: {
        nodes: [
          expect.objectContaining({ position: 1, body: "One", headline: "H", ctaLabel: "Shop", delayHours: 0 }),
          expect.objectContaining({ position: 2, body: "Two", delayHours: 72, utmSource: "x", campaign: { eid } }),
        ],
      },
    },
  });
  const { emails } = bodyOf<{ emails: object[] }>(
    await callMailer(service, "GET", `campaigns/${eid}/emails`, undefined, "staff"),
  );
  expect(emails).toEqual([
    expect.objectContaining({ email_subject: "S1", delay_hours: 0, preview_text: null, utm_medium: "email" }),
    expect.objectContaining({ email_subject: "S2", delay_hours: 72, utm_source: "x" }),
  ]);
  const { rows } = await service.db.owner.query<{ run_at: Date }>(
    "select run_at from platform.outbox where advertisable_eid = $1 and job = 'stopEmailCampaign'",
    [tree.advertisable],
  );
  expect(rows).toEqual([{ run_at: new Date("2023-10-01T00:00:00Z") }]);
});

test.each([
  [{ start_date: "2023-09-01T11:59:59" }, 416, ["start_date"]],
  [{ start_date: "2023-09-01T12:00:00" }, 200, []],
  [{ end_date: "2023-09-01T11:59:59" }, 416, ["end_date"]],
  [{ start_date: "2023-10-02T00:00:00", end_date: "2023-10-01T00:00:00" }, 416, ["start_date"]],
  [{ start_date: "2023-10-01T00:00:00", end_date: "2023-10-01T00:00:00" }, 200, []],
  [{ start_date: "2023-10-01T02:00:00+02:00", end_date: "2023-10-01T00:00:00Z" }, 200, []],
  [{ start_date: null, end_date: null }, 200, []],
  [{ start_date: "tomorrow" }, 416, ["start_date"]],
  [{ start_date: "2023-02-30T00:00:00" }, 416, ["start_date"]],
  [{ start_date: 20230901, end_date: [] }, 416, ["start_date", "end_date"]],
  [{ start_date: "2023-09-01T11:59:59", sender_address: "none" }, 400, ["sender_address", "start_date"]],
])("dates %j are answered %i, when a campaign is created and when it is changed", async (dates, status, names) => {
  const { granted } = service.world;
  const eid = await createEmailCampaign(service, granted);
  for (const [method, path] of [
    ["POST", `advertisables/${granted.advertisable}/campaign`],
    ["PATCH", `campaigns/${eid}/`],
  ] as const) {
    const answer = await callMailer(service, method, path, dates, "granted");
    if (status === 200) bodyOf(answer);
    else expect([method, ...refusal(answer)]).toEqual([method, status, names]);
  }
});

test("dates that stay may lie in the past, and an end is checked against the start that stays", async () => {
  const tree = await newTree();
  const eid = await createEmailCampaign(service, tree);
  await service.db.owner.query("update email.email_campaign set start_date = '2023-08-01' where eid = $1", [eid]);
  bodyOf(await callMailer(service, "PATCH", `campaigns/${eid}/`, { name: "New" }, "staff"));
  bodyOf(await callMailer(service, "PATCH", `campaigns/${eid}/`, { start_date: "2023-08-01T00:00:00" }, "staff"));
  await service.db.owner.query("update email.email_campaign set start_date = '2023-12-01' where eid = $1", [eid]);
  const answer = await callMailer(service, "PATCH", `campaigns/${eid}/`, { end_date: "2023-11-01T00:00:00" }, "staff");
  expect(refusal(answer)).toEqual([416, ["end_date"]]);
  expect(await rowsOf("email_campaign", tree)).toMatchObject([{ name: "New", end_date: null }]);
  expect((await audits(tree)).filter((action) => action === "editEmailCampaign")).toHaveLength(1);
});

test("a later end starts no campaign again whose end has passed, whether its job has run yet or not", async () => {
  const tree = await newTree();
  const eid = await createEmailCampaign(service, tree);
  await service.db.owner.query(
    "update email.email_campaign set status = 'RUNNING', end_date = '2023-08-31' where eid = $1",
    [eid],
  );
  bodyOf(await callMailer(service, "PATCH", `campaigns/${eid}/`, { end_date: "2030-01-01T00:00:00" }, "staff"));
  const { data } = await service.graphql(`{ emailCampaign(eid: "${eid}") { status } }`, {}, "staff");
  expect(data).toEqual({ emailCampaign: { status: "STOPPED" } });
  const answer = await callMailer(service, "PUT", `campaigns/${eid}/status`, { status: "running" }, "staff");
  expect(refusal(answer)).toEqual([422, ["status"]]);
});

test("a campaign of the service strategy is changed by that service alone", async () => {
  const eid = await createEmailCampaign(service, service.world.granted, { source: "strategy" });
  for (const body of [{ name: "N" }, { name: "N", source: "wizard" }, {}]) {
    expect(refusal(await callMailer(service, "PATCH", `campaigns/${eid}/`, body))).toEqual([400, ["source"]]);
  }
  expect(bodyOf(await callMailer(service, "PATCH", `campaigns/${eid}/`, { name: "N", source: "strategy" }))).toEqual({
    success: true,
  });
});

test("e-mails are changed by position, all or none, and never more than there are", async () => {
  const tree = await newTree();
  const emails = ["A", "B", "C"].map((body) => ({ body, headline: body }));
  const eid = await createEmailCampaign(service, tree, { emails });
  const patch = async (body: unknown) => await callMailer(service, "PATCH", `campaigns/${eid}/emails`, body, "staff");
  expect(bodyOf(await patch([{}, { body: "B2", headline: null, delay_hours: 5 }]))).toEqual({ success: true });
  const after = [
    { body: "A", headline: "A", delay_hours: 0 },
    { body: "B2", headline: null, delay_hours: 5 },
    { body: "C", headline: "C", delay_hours: 24 },
  ];
  expect(await rowsOf("email", tree)).toMatchObject(after);
  expect((await audits(tree)).filter((action) => action === "editEmails")).toHaveLength(1);
  expect(refusal(await patch([{ body: "X" }, {}, {}, {}]))).toEqual([413, ["emails"]]);
  expect(refusal(await patch([{ body: "X" }, { cta_destination: "javascript:alert(1)" }]))).toEqual([
    400,
    ["emails.1.cta_destination"],
  ]);
  for (const wrong of [
    {},
    { email: [{ body: "typo" }] },
    { emails: null },
    { emails: "x" },
    ["x"],
    [null],
    [[{}]],
    [{ body: 1 }],
    [{ delay_hours: "5" }],
    [{ delay_hours: 1.5 }],
  ])
    expect(refusal(await patch(wrong))).toEqual([400, ["emails"]]);
  expect(await rowsOf("email", tree)).toMatchObject(after);
  bodyOf(await patch([]));
  bodyOf(await patch({ emails: [{ body: "A2" }] }));
  expect(await rowsOf("email", tree)).toMatchObject([{ body: "A2" }, ...after.slice(1)]);
});

test("one more e-mail comes last, up to 50", async () => {
  const tree = await newTree();
  const eid = await createEmailCampaign(service, tree, { emails: Array.from({ length: 49 }, () => ({ body: "x" })) });
  const add = async () =>
    await service.graphql(
      "mutation ($input: AddEmailInput!) { addEmail(input: $input) { emails { position body } } }",
      { input: { campaignEid: eid, email: { body: "last" } } },
      "staff",
    );
  const added = (await add()).data?.["addEmail"] as { emails: object[] } | undefined;
  expect(added?.emails.at(-1)).toEqual({ position: 50, body: "last" });
  expect((await add()).errors?.[0]?.extensions).toMatchObject({ violations: [{ code: "TOO_MANY" }] });
  const many = { emails: Array.from({ length: 51 }, () => ({})) };
  const answer = await callMailer(service, "POST", `advertisables/${tree.advertisable}/campaign`, many, "staff");
  expect(refusal(answer)).toEqual([400, ["emails"]]);
});

test.each([
  [
    "sender_name",
    [
      "a\r\nBcc: x@example.com",
      "a\0",
      "Shop <pay@bank.example>",
      "pay@bank.example",
      "\u202Epohs",
      "",
      " ",
      "a".repeat(256),
    ],
  ],
  [
    "sender_address",
    [
      "a",
      "a@example.com\r\nBcc: x@example.com",
      "A <a@example.com>",
      "a@example.com,b@example.com",
      `${"a".repeat(320)}@example.com`,
      "",
    ],
  ],
  ["footer_postal_address", ["a\0", "\u0007", "", "a".repeat(1001)]],
  ["name", ["a\nb", "", "a".repeat(256), "\uD800"]],
])("%s that could forge something is refused", async (field, values) => {
  const { granted } = service.world;
  for (const value of values) {
    const answer = await callMailer(service, "POST", `advertisables/${granted.advertisable}/campaign`, {
      [field]: value,
    });
    expect([value, ...refusal(answer)]).toEqual([value, 400, [field]]);
  }
});

test.each([
  ["email_subject", ["a\r\nBcc: x@example.com", "a\0", "", "a".repeat(256)]],
  ["headline", ["a\nb", "a".repeat(256)]],
  ["cta_label", ["a\u2028b", "a".repeat(256)]],
  [
    "cta_destination",
    [
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://x.example/",
      "//x.example",
      "https://u:p@x.example/",
      "https://x.example/\r\nX: y",
      "shop",
      "",
    ],
  ],
  ["hero_image_url", ["file:///etc/passwd", "https://u@x.example/a.png", "a.png"]],
  ["body", ["a\0b", "", "a".repeat(50_001), "a".repeat(1_000_000)]],
  ["delay_hours", [-1, 8_761]],
])("%s of an e-mail that could forge something is refused", async (field, values) => {
  const { granted } = service.world;
  for (const value of values) {
    const body = { emails: [{}, { [field]: value }] };
    const answer = await callMailer(service, "POST", `advertisables/${granted.advertisable}/campaign`, body);
    expect([value, ...refusal(answer)]).toEqual([value, 400, [`emails.1.${field}`]]);
  }
});

test("sender and country are set, read, and stay when they are not given", async () => {
  const tree = await newTree();
  const path = `advertisables/${tree.advertisable}`;
  const settings = async () => bodyOf(await callMailer(service, "GET", `${path}/settings`, undefined, "staff"));
  expect(await settings()).toEqual({
    country: null,
    sender_name: null,
    sender_address: null,
    footer_postal_address: null,
  });
  const sender = { sender_name: "Shop", sender_address: "shop@example.com", footer_postal_address: "1 Quay\nBristol" };
  expect(bodyOf(await callMailer(service, "PATCH", `${path}/sender_info`, sender, "staff"))).toEqual({ success: true });
  bodyOf(await callMailer(service, "PATCH", `${path}/settings`, { country: "GB" }, "staff"));
  bodyOf(await callMailer(service, "PATCH", `${path}/sender_info`, { sender_name: "New" }, "staff"));
  expect(await settings()).toEqual({ country: "GB", ...sender, sender_name: "New" });
  const emptied = { sender_name: "Newer", sender_address: null, footer_postal_address: "" };
  expect(refusal(await callMailer(service, "PATCH", `${path}/sender_info`, emptied, "staff"))).toEqual([
    400,
    ["sender_address", "footer_postal_address"],
  ]);
  expect(refusal(await callMailer(service, "PATCH", `${path}/settings`, { country: null }, "staff"))).toEqual([
    400,
    ["country"],
  ]);
  for (const country of ["XX", "us", "USA", "U", "", 1]) {
    const answer = await callMailer(service, "PATCH", `${path}/settings`, { country }, "staff");
    expect([country, ...refusal(answer)]).toEqual([country, 400, ["country"]]);
  }
});

test("opting out rejects the terms, joins the beta programme and stops every campaign, once", async () => {
  const tree = await newTree();
  const { advertisable } = tree;
  await readySettings(service, tree);
  const eids = [await createEmailCampaign(service, tree), await createEmailCampaign(service, tree)];
  bodyOf(await callMailer(service, "PUT", `campaigns/${eids[0]}/status`, { status: "running" }, "staff"));
  const activation = async () =>
    bodyOf(await callMailer(service, "GET", `${advertisable}/activation_status`, undefined, "staff"));
  expect(await activation()).toEqual({ terms_accepted: true });
  const optOut = `advertisables/${advertisable}/opt-out`;
  expect(refusal(await callMailer(service, "POST", optOut, undefined, "staff"))).toEqual([400, ["agent"]]);
  expect(refusal(await callMailer(service, "POST", `${optOut}?agent=a%0Ab`, undefined, "staff"))).toEqual([
    400,
    ["agent"],
  ]);
  expect(await activation()).toEqual({ terms_accepted: true });
  for (const agent of ["wizard", "other"])
    expect(bodyOf(await callMailer(service, "POST", `${optOut}?agent=${agent}`, undefined, "staff"))).toEqual({
      success: true,
    });
  expect(await activation()).toEqual({ terms_accepted: false });
  const { data } = await service.graphql(
    `{ emailSettings(advertisableEid: "${advertisable}") { isBeta optedOutAgent optedOutAt } emailCampaigns(filter: { advertisableEid: { in: ["${advertisable}"] } }) { nodes { status } } }`,
    {},
    "staff",
  );
  expect(data).toEqual({
    emailSettings: { isBeta: true, optedOutAgent: "wizard", optedOutAt: "2023-09-01T12:00:00.000Z" },
    emailCampaigns: { nodes: [{ status: "STOPPED" }, { status: "STOPPED" }] },
  });
  expect((await audits(tree)).filter((action) => action === "optOutOfEmail")).toHaveLength(3);
  await change(service, "acceptEmailTerms", { advertisableEid: advertisable }, "emailSettings");
  expect(await activation()).toEqual({ terms_accepted: true });
  const answer = await callMailer(service, "PUT", `campaigns/${eids[1]}/status`, { status: "running" }, "staff");
  expect(refusal(answer)).toEqual([422, ["status"]]);
});

test("a campaign is stopped once its end has come, and not before", async () => {
  const tree = await newTree();
  const eid = await createEmailCampaign(service, tree, { endDate: "2023-09-02T00:00:00Z" });
  const context = () =>
    service.gateway.contextFor({
      viewer: { ...STAFF, advertisables: [tree.advertisable] },
      requestId: "job",
      pageLimit: 100,
    });
  const run = async () =>
    await stopEmailCampaign.run(
      { campaignEid: eid },
      { context: context(), signal: new AbortController().signal, mail: NO_MAIL },
    );
  await run();
  expect(await rowsOf("email_campaign", tree)).toMatchObject([{ status: "PAUSED" }]);
  await service.db.owner.query("update email.email_campaign set end_date = '2023-09-01T12:00:00Z' where eid = $1", [
    eid,
  ]);
  await run();
  await run();
  expect(await rowsOf("email_campaign", tree)).toMatchObject([{ status: "STOPPED" }]);
  expect((await audits(tree)).filter((action) => action === "stopEmailCampaign")).toHaveLength(1);
});

test("an Idempotency-Key makes one campaign of two requests", async () => {
  const tree = await newTree();
  const send = async () =>
    await service.request({
      as: "staff",
      method: "POST",
      url: `/mailer/api/v1/advertisables/${tree.advertisable}/campaign`,
      payload: { name: "Once" },
      headers: { "idempotency-key": "once" },
    });
  const first = await send();
  const second = await send();
  expect([second.status, second.text, second.headers["idempotency-replayed"]]).toEqual([200, first.text, "true"]);
  expect(await rowsOf("email_campaign", tree)).toHaveLength(1);
});
