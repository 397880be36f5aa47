import { expect } from "vitest";
import type { Answer, TestService } from "./service.js";
import type { UserName } from "./world.js";

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
