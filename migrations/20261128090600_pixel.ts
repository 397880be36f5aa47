import { randomBytes } from "node:crypto";
import type { Knex } from "knex";

/**
 * Pixels and their rules. An advertisable has one pixel from its beginning; those that exist get theirs
 * here. The indexes on eid alone serve staff, who look objects up without naming the advertisable.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities.pixel (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      status text not null check (status in ('UNVERIFIED', 'ACTIVE')),
      is_consistent boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      unique (advertisable_eid)
    );
    create index pixel_eid on entities.pixel (eid);
    select platform.distribute('entities.pixel');
    alter table entities.pixel add foreign key (advertisable_eid) references entities.advertisable (advertisable_eid);
    select platform.protect('entities.pixel', 'select, insert, update');

    create table entities.rule (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      pixel_eid text collate "C" not null,
      name text collate "C" not null check (length(name) between 1 and 255),
      display_name text check (length(display_name) between 1 and 255),
      -- A wildcard pattern: * stands for any characters.
      pattern text not null check (length(pattern) between 1 and 1024),
      source text not null check (source in ('COOKIE', 'CRM_DATA', 'MOBILE')),
      -- Among the pixel's rules that are not deleted, from 1. Whoever changes it holds the pixel's row.
      position integer not null check (position > 0),
      segment_eids text[] not null,
      is_active boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, pixel_eid) references entities.pixel (advertisable_eid, eid)
    );
    create index rule_pixel on entities.rule (advertisable_eid, pixel_eid, position, eid);
    create index rule_name on entities.rule (advertisable_eid, name, eid);
    create index rule_created on entities.rule (advertisable_eid, created_at, eid);
    create index rule_eid on entities.rule (eid);
    select platform.distribute('entities.rule');
    select platform.protect('entities.rule', 'select, insert, update');
  `);
  await createPixels(knex);
}

interface Advertisable {
  eid: string;
  createdAt: Date;
}

/** Row-level security holds for the owner too, unless it is a superuser: hence the scope, for this transaction. */
async function createPixels(knex: Knex): Promise<void> {
  await knex.raw("set local citus.propagate_set_commands = 'local'");
  await knex.raw("set local app.advertisables = '*'");
  const found: { rows: Advertisable[] } = await knex.raw(
    `select advertisable_eid as eid, created_at as "createdAt" from entities.advertisable order by advertisable_eid`,
  );
  const pixels = found.rows.map(({ eid, createdAt }) => ({
    advertisable_eid: eid,
    eid: newEid(createdAt),
    status: "UNVERIFIED",
    is_consistent: true,
    created_at: createdAt,
    updated_at: createdAt,
  }));
  await knex.batchInsert("entities.pixel", pixels, 1_000);
}

/** 22 characters of base32, its digits first: 48 bits of milliseconds, then 62 random bits, as all EIDs are made. */
function newEid(at: Date): string {
  const random = randomBytes(8).readBigUInt64BE() & ((1n << 62n) - 1n);
  let bits = (BigInt(at.getTime()) << 62n) | random;
  let text = "";
  for (let length = 0; length < 22; length += 1) {
    text = "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}
