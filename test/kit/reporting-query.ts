import { expect } from "vitest";
import type { Answer, TestService } from "./service.js";
import { create, type UserName } from "./world.js";

export const QUERY_PATH = "/reporting/api/v1/query";

export interface QueryAnswer<T> {
  data?: T | null;
  errors?: {
    message: string;
    locations?: { line: number; column: number }[];
    path?: (string | number)[];
    extensions: { code: string; requestId: string };
  }[];
}

/** Sends a body to the old reporting query. */
export async function postQuery(service: TestService, payload: object, as: UserName | null = "admin"): Promise<Answer> {
  return await service.request({ as, method: "POST", url: QUERY_PATH, payload });
}

/** The answer of a GraphQL request, which is 200 whatever it says. */
export async function answerTo<T>(
  service: TestService,
  query: string,
  variables: object = {},
  as: UserName = "admin",
): Promise<QueryAnswer<T>> {
  const answer = await postQuery(service, { query, variables }, as);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  return answer.json as QueryAnswer<T>;
}

/** The data of an answer without errors. */
export async function dataOf<T>(
  service: TestService,
  query: string,
  variables: object = {},
  as: UserName = "admin",
): Promise<T> {
  const { data, errors } = await answerTo<T>(service, query, variables, as);
  expect(errors).toBeUndefined();
  if (data == null) throw new Error("no data");
  return data;
}

/**
 * An advertisable with campaigns that each have an ad group with a segment and an ad, and with as many campaigns of e-mails,
 * delivered and sent on one day: it is told apart from others by a mark.
 */
export async function createCampaigns(
  { gateway, db: { owner } }: TestService,
  organizationEid: string,
  mark: string,
  count: number,
): Promise<string> {
  const fields = { organizationEid, name: mark };
  const eid = await create(gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", fields);
  const key = (noun: string): string => `rpad('${noun}${mark}' || n, 22, 'X')`;
  const now = "'2023-07-01T00:00:00Z'::timestamptz";
  const numbers = `generate_series(1, ${count}) n`;
  for (const statement of [
    `insert into entities.campaign select $1, ${key("C")}, null, 'C' || n, 'APPROVED', true, 70, false, null, null, null, 'USD',
       null, null, null, false, false, false, false, false, false, false, '{}', null, ${now}, ${now} from ${numbers}`,
    `insert into entities.ad_group select $1, ${key("G")}, ${key("C")}, null, 'G' || n, 'web', 'APPROVED', true, array[${key("S")}], '{}', true,
       '{}', '{}', null, 'UTC', ${now}, ${now} from ${numbers}`,
    `insert into entities.ad (advertisable_eid, eid, name, status, type, is_active, has_edits, has_pending_edits, is_outlined, valid_clicktag, created_at, updated_at)
       select $1, ${key("A")}, 'A' || n, 'APPROVED', 'IMAGE', true, false, false, false, true, ${now}, ${now} from ${numbers}`,
    `insert into entities.ad_group_ad (advertisable_eid, ad_group_eid, ad_eid, status, added_at)
       select $1, ${key("G")}, ${key("A")}, 'APPROVED', ${now} from ${numbers}`,
    `insert into audience.segment (advertisable_eid, eid, name, type, duration, is_conversion, is_active, created_at, updated_at)
       select $1, ${key("S")}, 'S' || n, 'CRM', 30, false, true, ${now}, ${now} from ${numbers}`,
    `insert into email.email_campaign select $1, ${key("M")}, 'M' || n, 'RUNNING', null, null, null, null, null, null, ${now}, ${now} from ${numbers}`,
    `insert into email.email (advertisable_eid, eid, campaign_eid, position, delay_hours, created_at, updated_at)
       select $1, ${key("E")}, ${key("M")}, 1, 1, ${now}, ${now} from ${numbers}`,
    `insert into email.email_day (advertisable_eid, email_eid, day, campaign_eid, sends, failures, opens, clicks, unsubscribes)
       select $1, ${key("E")}, '2023-08-15', ${key("M")}, n, 0, 1, 1, 0 from ${numbers}`,
    `insert into reporting.delivery_by_campaign select $1, '2023-08-15', ${key("C")}, 'USD', n, 1, 0.5, 0, 0 from ${numbers}`,
    `insert into reporting.delivery_by_ad_group select $1, '2023-08-15', ${key("G")}, ${key("C")}, 'USD', n, 1, 0.5, 0, 0 from ${numbers}`,
  ])
    await owner.query(statement, [eid]);
  return eid;
}
