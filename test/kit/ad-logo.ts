import type pg from "pg";
import { systemClock } from "../../lib/clock.js";
import { eidSource, systemRandom } from "../../lib/eid.js";

/** Gives an advertisable a logo, in the table that keeps them. */
export async function giveLogo(owner: pg.Client, advertisableEid: string): Promise<void> {
  await owner.query(`insert into entities.advertisable_logo values ($1, $2, 'PNG', 1, 1, 1, now(), now())`, [
    advertisableEid,
    eidSource(systemClock, systemRandom)(),
  ]);
}
