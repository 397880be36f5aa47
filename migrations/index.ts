import knex, { type Knex } from "knex";
import pg from "pg";
import * as platform from "./20261128090000_platform.js";
import * as organization from "./20261128090100_organization.js";
import * as auditEntry from "./20261128090200_audit_entry.js";
import * as advertisable from "./20261128090300_advertisable.js";
import * as campaign from "./20261128090400_campaign.js";
import * as delivery from "./20261128090500_delivery.js";
import * as pixel from "./20261128090600_pixel.js";
import * as adGroupTarget from "./20261128090610_ad_group_target.js";
import * as billing from "./20261128092000_billing.js";
import * as advertisableLogo from "./20261128092100_advertisable_logo.js";
import * as idempotency from "./20261128092200_idempotency.js";
import * as feed from "./20261128093000_feed.js";
import * as adTemplate from "./20261128093100_ad_template.js";
import * as segment from "./20261128100000_segment.js";
import * as targetAccount from "./20261128101000_target_account.js";
import * as touchpoint from "./20261128102000_touchpoint.js";
import * as attribution from "./20261128102010_attribution.js";
import * as siteVisit from "./20261128103000_site_visit.js";
import * as segmentMembership from "./20261128103010_segment_membership.js";
import * as segmentDelivery from "./20261128103020_segment_delivery.js";
import * as adPicture from "./20261128104000_ad_picture.js";
import * as social from "./20261128107000_social.js";
import * as segmentRecord from "./20261128108000_segment_record.js";
import * as email from "./20261128110000_email.js";
import * as emailSend from "./20261128110050_email_send.js";
import * as strategy from "./20261128111000_strategy.js";
import * as universal from "./20261128112000_universal.js";
import * as prospecting from "./20261128113000_prospecting.js";
import * as usage from "./20261128114000_usage.js";
import * as registeredOperation from "./20261128114100_registered_operation.js";
import * as idempotentReplyAccess from "./20261129100100_idempotent_reply_access.js";
import * as segmentRecordUnreferenced from "./20261129120100_segment_record_unreferenced.js";
import * as universalAdGroupAdByAd from "./20261129160000_universal_ad_group_ad_by_ad.js";
import * as creativePicture from "./20261129180100_creative_picture.js";
import * as stagedUsers from "./20261129200100_staged_users.js";
import * as outboxKeepsEarlier from "./20261129220100_outbox_keeps_earlier.js";

interface Migration {
  name: string;
  up(knex: Knex): Promise<void>;
}

/** Every migration in order. Knex records these names, so that source and build run the same ones. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "20261128090000_platform", up: platform.up },
  { name: "20261128090100_organization", up: organization.up },
  { name: "20261128090200_audit_entry", up: auditEntry.up },
  { name: "20261128090300_advertisable", up: advertisable.up },
  { name: "20261128090400_campaign", up: campaign.up },
  { name: "20261128090500_delivery", up: delivery.up },
  { name: "20261128090600_pixel", up: pixel.up },
  { name: "20261128090610_ad_group_target", up: adGroupTarget.up },
  { name: "20261128092000_billing", up: billing.up },
  { name: "20261128092100_advertisable_logo", up: advertisableLogo.up },
  { name: "20261128092200_idempotency", up: idempotency.up },
  { name: "20261128093000_feed", up: feed.up },
  { name: "20261128093100_ad_template", up: adTemplate.up },
  { name: "20261128100000_segment", up: segment.up },
  { name: "20261128101000_target_account", up: targetAccount.up },
  { name: "20261128102000_touchpoint", up: touchpoint.up },
  { name: "20261128102010_attribution", up: attribution.up },
  { name: "20261128103000_site_visit", up: siteVisit.up },
  { name: "20261128103010_segment_membership", up: segmentMembership.up },
  { name: "20261128103020_segment_delivery", up: segmentDelivery.up },
  { name: "20261128104000_ad_picture", up: adPicture.up },
  { name: "20261128107000_social", up: social.up },
  { name: "20261128108000_segment_record", up: segmentRecord.up },
  { name: "20261128110000_email", up: email.up },
  { name: "20261128110050_email_send", up: emailSend.up },
  { name: "20261128111000_strategy", up: strategy.up },
  { name: "20261128112000_universal", up: universal.up },
  { name: "20261128113000_prospecting", up: prospecting.up },
  { name: "20261128114000_usage", up: usage.up },
  { name: "20261128114100_registered_operation", up: registeredOperation.up },
  { name: "20261129100100_idempotent_reply_access", up: idempotentReplyAccess.up },
  { name: "20261129120100_segment_record_unreferenced", up: segmentRecordUnreferenced.up },
  { name: "20261129160000_universal_ad_group_ad_by_ad", up: universalAdGroupAdByAd.up },
  { name: "20261129180100_creative_picture", up: creativePicture.up },
  { name: "20261129200100_staged_users", up: stagedUsers.up },
  { name: "20261129220100_outbox_keeps_earlier", up: outboxKeepsEarlier.up },
];

/** Any number that no other program takes on this server. */
const MIGRATION_LOCK = 4_091_528_846;

/** What Citus needs said in each transaction that creates and places tables; plain Postgres takes any dotted name. */
const PLACEMENT = `
  set local citus.multi_shard_modify_mode = 'sequential';
  set local citus.enable_local_reference_table_foreign_keys = 'off';
  set local citus.enable_unsafe_triggers = 'on';
`;

const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve([...MIGRATIONS]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({
      up: async (trx: Knex) => {
        await trx.raw(PLACEMENT);
        await migration.up(trx);
      },
      // A release that went out is undone by a new migration, never by running one backwards.
      down: () => Promise.reject(new Error(`${migration.name} can't be undone`)),
    }),
};

/**
 * Brings the database at `url` up to the newest schema, each migration in a transaction of its own.
 * Of several processes that start at once one migrates and the others wait; one that was killed in
 * the middle leaves nothing that the next run stumbles over.
 *
 * @returns the names of the migrations that ran now.
 */
export async function migrate(url: string): Promise<string[]> {
  const guard = new pg.Client({ connectionString: url });
  // A lost connection fails the statement that waits for it, which is where it is told of.
  guard.on("error", () => {});
  await guard.connect();
  const db = knex({
    client: "pg",
    connection: url,
    pool: { min: 0, max: 2 },
    migrations: { migrationSource, schemaName: "migration" },
    // What fails is thrown too: whoever migrates tells of it, or ends because it was told to.
    log: { error: () => {}, warn: () => {} },
  });
  try {
    await guard.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await guard.query("create schema if not exists migration");
    // We hold the real lock, so a lock row that Knex finds set is one that a killed process left.
    await db.migrate.forceFreeMigrationsLock();
    const [, names]: [number, string[]] = await db.migrate.latest();
    return names;
  } finally {
    await db.destroy();
    await guard.end();
  }
}
