import { expect } from "vitest";
import type { Answer, TestService } from "./service.js";
import { create, type Tree, type UserName } from "./world.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Asks a route of /api/v1: by the query for GET, with a JSON body otherwise. */
export async function callEntities(
  service: TestService,
  method: Method,
  verb: string,
  fields: object,
  as: UserName,
): Promise<Answer> {
  const url = `/api/v1/${verb}`;
  if (method !== "GET") return await service.request({ as, method, url, payload: fields });
  return await service.request({ as, method, url: `${url}?${new URLSearchParams({ ...fields })}` });
}

/** What a good answer of /api/v1 holds. */
export function resultsOf(answer: Answer): unknown {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return (answer.json as { results: unknown }).results;
}

/** The same, of an answer that holds one record. */
export function recordOf(answer: Answer): Record<string, unknown> {
  return resultsOf(answer) as Record<string, unknown>;
}

export interface AuditRow {
  action: string;
  before: object | null;
  after: object | null;
}

/** The audit rows of an object. */
export async function auditOf({ db }: TestService, eid: string): Promise<AuditRow[]> {
  const { rows } = await db.owner.query<AuditRow>(
    "select action, before, after from platform.audit_entry where noun_eid = $1 order by action, eid",
    [eid],
  );
  return rows;
}

/** Makes an ad of the tree's advertisable, and gives its EID. */
export async function newAdOf({ gateway }: TestService, tree: Tree, name: string): Promise<string> {
  return await create(gateway, "createAd", "CreateAdInput", "ad", {
    advertisableEid: tree.advertisable,
    name,
    destinationUrl: "https://example.test/",
  });
}
