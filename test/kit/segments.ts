import type pg from "pg";

/** Gives an advertisable segments of these EIDs. */
export async function giveSegments(owner: pg.Client, advertisable: string, ...eids: string[]): Promise<void> {
  await owner.query(
    `insert into audience.segment (advertisable_eid, eid, name, type, duration, is_conversion, is_active, created_at, updated_at)
     select $1, eid, eid, 'CUSTOM', 30, false, true, now(), now() from unnest($2::text[]) as eid`,
    [advertisable, eids],
  );
}
