import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../gateway/rest/routes.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, BETA } from "../kit/world.js";
import { type Actor, INVOICES, ORGANIZATION_ROUTES, SUBJECTS } from "./organization-routes.js";

/** Who may do what by the routes that concern no advertisable; test/auth/access-matrix.test.ts has all others. */
const ACTORS: readonly Actor[] = ["ungranted", "granted", "admin", "foreign", "staff"];

let service: TestService;
beforeAll(async () => {
  service = await startService();
  for (const [organization, eid] of [
    [ALPHA, INVOICES.alpha],
    [BETA, INVOICES.beta],
  ]) {
    await service.db.owner.query("select set_config('app.organization', '*', false)");
    await service.db.owner.query(
      `insert into platform.invoice (organization_eid, eid, number, period_start, period_end, currency, amount, status, lines, created_at, updated_at)
       values ($1, $2, '1', '2023-07-01', '2023-07-31', 'USD', 1, 'OPEN', '[]', now(), now())`,
      [organization, eid],
    );
  }
});
afterAll(async () => await service.close());

/** Rows of both audits: what is refused leaves none. */
async function writes(): Promise<number> {
  const { rows } = await service.db.owner.query<{ n: number }>(
    `select (select count(*) from platform.audit_entry)::int
       + (select count(*) from platform.organization_audit_entry where before is distinct from after)::int as n`,
  );
  return rows[0]?.n ?? 0;
}

test.each(Object.entries(ORGANIZATION_ROUTES))("%s", async (path, { fields, statuses }) => {
  const route = ROUTES.find((each) => each.path === path);
  for (const who of ACTORS) {
    const found: number[] = [];
    for (const subject of SUBJECTS) {
      const before = await writes();
      const given = fields(subject, who);
      const answer = await service.request(
        route?.mutates === true
          ? { as: who, method: "POST", url: path, payload: given }
          : { as: who, method: "GET", url: `${path}?${new URLSearchParams(given)}` },
      );
      found.push(answer.status);
      if (answer.status !== 200) expect([who, subject, await writes()]).toEqual([who, subject, before]);
    }
    expect([who, found]).toEqual([who, statuses[who]]);
  }
});
