import type pg from "pg";
import { systemClock } from "../../lib/clock.js";
import { eidSource, systemRandom } from "../../lib/eid.js";

/** Gives an advertisable a logo, in the table that keeps them; makes one where there is none yet. */
export async function giveLogo(owner: pg.Client, advertisableEid: string): Promise<void> {
  const { rows } = await owner.query<{ isKept: boolean }>(
    `select to_regclass('entities.advertisable_logo') is not null as "isKept"`,
  );
  if (rows[0]?.isKept !== true) {
    await owner.query(`
      create table entities.advertisable_logo (
        advertisable_eid text not null, eid text not null, format text not null, width integer not null,
        height integer not null, size integer not null, created_at timestamptz not null, updated_at timestamptz not null);
      select platform.protect('entities.advertisable_logo', 'select, insert');
    `);
  }
  await owner.query(`insert into entities.advertisable_logo values ($1, $2, 'PNG', 1, 1, 1, now(), now())`, [
    advertisableEid,
    eidSource(systemClock, systemRandom)(),
  ]);
}
