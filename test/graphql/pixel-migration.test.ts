import knex from "knex";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../migrations/index.js";
import { createEmptyDatabase } from "../kit/database.js";
import { testEid } from "../kit/world.js";

test("the migration gives each advertisable that exists one pixel, though its owner is no superuser", async () => {
  const empty = await createEmptyDatabase();
  const role = `owner_${process.pid}_${empty.url.slice(-8)}`;
  await empty.owner.query(`create role ${role} login createrole password 'x'`);
  await empty.owner.query(`grant adgraph_runtime to ${role} with admin option`);
  const name = new URL(empty.url).pathname.slice(1);
  await empty.owner.query(`alter database ${name} owner to ${role}`);
  const url = new URL(empty.url);
  url.username = role;
  url.password = "x";
  const db = knex({ client: "pg", connection: url.href, pool: { min: 1, max: 1 } });
  try {
    const at = MIGRATIONS.findIndex((migration) => migration.name.endsWith("_pixel"));
    for (const { up } of MIGRATIONS.slice(0, at)) await db.transaction(async (trx) => await up(trx));
    const eids = Array.from({ length: 1_500 }, (_, index) => testEid(`old${index}x`));
    await empty.owner.query(
      `insert into entities.advertisable (advertisable_eid, name, currency, status, is_active, is_publisher, is_coop_approved,
         has_privacy_policy, enable_customer_multi_dur_segs, blacklisted_sites, click_through_conversion_window,
         view_through_conversion_window, created_at, updated_at)
       select eid, 'Old', 'USD', 'APPROVED', true, false, false, false, false, '{}', 30, 30, '2023-07-01T00:00:00Z', now()
       from unnest($1::text[]) eid`,
      [eids],
    );
    for (const { up } of MIGRATIONS.slice(at)) await db.transaction(async (trx) => await up(trx));
    const { rows } = await empty.owner.query<{ advertisable_eid: string; eid: string; created_at: Date }>(
      "select * from entities.pixel order by advertisable_eid",
    );
    expect(rows.map((row) => row.advertisable_eid)).toEqual(eids.toSorted());
    expect(new Set(rows.map((row) => row.eid)).size).toBe(eids.length);
    expect(rows.filter((row) => !/^[A-Z2-7]{22}$/.test(row.eid))).toEqual([]);
    expect(rows[0]).toMatchObject({
      status: "UNVERIFIED",
      is_consistent: true,
      created_at: new Date("2023-07-01T00:00:00Z"),
    });
    // All of the same age begin alike.
    expect(new Set(rows.map((row) => row.eid.slice(0, 9))).size).toBe(1);
  } finally {
    await db.destroy();
    await empty.owner.query(`reassign owned by ${role} to current_user`);
    await empty.owner.query(`drop owned by ${role}`);
    await empty.owner.query(`drop role ${role}`);
    await empty.drop();
  }
});
