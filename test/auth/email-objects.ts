import type { RestRoute } from "../../gateway/rest/route.js";
import { TEST_CONTACT_KEYS } from "../kit/contact-keys.js";
import type { TestService } from "../kit/service.js";
import type { Tree } from "../kit/world.js";

/** EIDs of what a target of the access matrix has by e-mail: of each noun one. */
export function emailOf({ advertisable }: Pick<Tree, "advertisable">) {
  return {
    campaign: advertisable.replace(/^../, "C_"),
    email: advertisable.replace(/^../, "E_"),
    unsubscriber: advertisable.replace(/^../, "U_"),
  };
}

/** Gives a target everything that it can have by e-mail. */
export async function fillEmail(
  { db: { owner } }: TestService,
  { advertisable }: Pick<Tree, "advertisable">,
): Promise<void> {
  const { campaign, email, unsubscriber } = emailOf({ advertisable });
  await owner.query(
    `insert into email.email_settings (advertisable_eid, sender_name, is_beta, created_at, updated_at)
     values ($1, 'Shop', false, now(), now())`,
    [advertisable],
  );
  await owner.query("insert into email.known_campaign values ($1)", [campaign]);
  await owner.query(
    `insert into email.email_campaign (advertisable_eid, eid, name, status, created_at, updated_at)
     values ($1, $2, 'Campaign', 'PAUSED', now(), now())`,
    [advertisable, campaign],
  );
  await owner.query(
    `insert into email.email (advertisable_eid, eid, campaign_eid, position, delay_hours, created_at, updated_at)
     values ($1, $2, $3, 1, 0, now(), now())`,
    [advertisable, email, campaign],
  );
  await owner.query(
    `insert into email.unsubscriber (advertisable_eid, contact_eid, sealed_address, created_at) values ($1, $2, $3, now())`,
    [
      advertisable,
      unsubscriber,
      TEST_CONTACT_KEYS.seal(`${advertisable.toLowerCase()}@example.com`, `${advertisable} ${unsubscriber}`),
    ],
  );
  await owner.query(`insert into email.message_view values ($1, 'EMAIL_UNSUBSCRIBER', now())`, [advertisable]);
}

/** Gives back what an actor has stopped. */
export async function refillEmail({ db: { owner } }: TestService, { advertisable }: Tree): Promise<void> {
  await owner.query("update email.email_campaign set status = 'PAUSED' where advertisable_eid = $1", [advertisable]);
  await owner.query(
    "update email.email_settings set opted_out_at = null, opted_out_agent = null, suspended_at = null where advertisable_eid = $1",
    [advertisable],
  );
}

/** The inputs of a route of /mailer about one target. */
export function emailValues({ path }: RestRoute, tree: Tree): Record<string, string> {
  return {
    advertisable_eid: tree.advertisable,
    campaign_eid: emailOf(tree).campaign,
    status: "paused",
    agent: "tests",
    name: "New",
    sender_name: "Shop",
    country: "US",
    unsubscribers: "somebody@example.com",
    ...(path.includes("messages") && { type: "email_unsubscriber" }),
  };
}

/** Root fields that find one object, as the access matrix asks for them. */
export const EMAIL_OBJECTS: Readonly<Record<string, (tree: Tree) => string>> = {
  emailCampaign: (tree) => `emailCampaign(eid: "${emailOf(tree).campaign}") { eid }`,
  email: (tree) => `email(eid: "${emailOf(tree).email}") { eid }`,
  emailSettings: (tree) => `emailSettings(advertisableEid: "${tree.advertisable}") { eid }`,
  unsubscriber: (tree) => `unsubscriber(eid: "${emailOf(tree).unsubscriber}") { eid }`,
};

/** Root fields that list, each with the one object of a target. */
export const EMAIL_LISTS: Readonly<Record<string, (tree: Tree) => string>> = {
  emailCampaigns: (tree) => emailOf(tree).campaign,
  emails: (tree) => emailOf(tree).email,
  unsubscribers: (tree) => emailOf(tree).unsubscriber,
};

type Needs = "visible" | "admin" | "staff";

/** What each mutation needs beside a visible target. */
export const EMAIL_MUTATIONS: Readonly<Record<string, { needs: Needs; input: (tree: Tree) => object }>> = {
  createEmailCampaign: { needs: "visible", input: ({ advertisable }) => ({ advertisableEid: advertisable }) },
  editEmailCampaign: { needs: "visible", input: (tree) => ({ eid: emailOf(tree).campaign, name: "New name" }) },
  setEmailCampaignStatus: { needs: "visible", input: (tree) => ({ eid: emailOf(tree).campaign, status: "PAUSED" }) },
  editEmails: {
    needs: "visible",
    input: (tree) => ({ campaignEid: emailOf(tree).campaign, emails: [{ headline: "New" }] }),
  },
  addEmail: {
    needs: "visible",
    input: (tree) => ({ campaignEid: emailOf(tree).campaign, email: { headline: "New" } }),
  },
  editEmailSettings: {
    needs: "visible",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, country: "US" }),
  },
  optOutOfEmail: { needs: "admin", input: ({ advertisable }) => ({ advertisableEid: advertisable, agent: "tests" }) },
  acceptEmailTerms: { needs: "admin", input: ({ advertisable }) => ({ advertisableEid: advertisable }) },
  reviewEmailSettings: {
    needs: "staff",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, isSuspended: true }),
  },
  addUnsubscribers: {
    needs: "visible",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, emailAddresses: ["a@example.com"] }),
  },
  markMessageViewed: {
    needs: "visible",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, type: "EMAIL_PIXEL" }),
  },
};

/** The same mutations as a user sends them about a target that they can't see. */
export const EMAIL_ATTACKS = Object.entries(EMAIL_MUTATIONS).map(([mutation, { input }]) => ({ mutation, input }));
