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
export async function fillEmail({ db: { owner } }: TestService, { advertisable }: Tree): Promise<void> {
  const { campaign, email, unsubscriber } = emailOf({ advertisable });
  await owner.query(
    `insert into email.email_settings (advertisable_eid, sender_name, is_beta, created_at, updated_at)
     values ($1, 'Shop', false, now(), now())`,
    [advertisable],
  );
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
    `insert into email.unsubscriber (advertisable_eid, contact_eid, sealed_address, created_at) values ($1, $2, '\\x00', now())`,
    [advertisable, unsubscriber],
  );
  await owner.query(`insert into email.message_view values ($1, 'EMAIL_UNSUBSCRIBER', now())`, [advertisable]);
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
