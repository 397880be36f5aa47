import { expect } from "vitest";
import type { Answer, TestService } from "./service.js";
import { create, type Tree, type UserName } from "./world.js";

type Method = "GET" | "POST" | "PUT" | "PATCH";

/** Asks a route of /mailer: with a JSON body, or without one. */
export async function callMailer(
  service: TestService,
  method: Method,
  path: string,
  body?: unknown,
  as: UserName = "admin",
): Promise<Answer> {
  return await service.request({
    as,
    method,
    url: `/mailer/api/v1/${path}`,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
}

/** The body of a good answer of /mailer. */
export function bodyOf<T = Record<string, unknown>>(answer: Answer): T {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json as T;
}

/** Status and names of a refusal; that it is an array of `{name, error}` is asserted. */
export function refusal(answer: Answer): [number, string[]] {
  expect(answer.json).toEqual(expect.any(Array));
  const errors = answer.json as { name: string; error: string }[];
  expect(errors.length).toBeGreaterThan(0);
  for (const each of errors) expect(each).toEqual({ name: expect.any(String), error: expect.stringMatching(/\S/) });
  return [answer.status, errors.map(({ name }) => name)];
}

/** Runs a mutation of the area as staff. */
export async function change(
  { gateway }: TestService,
  mutation: string,
  input: object,
  payload: "emailSettings" | "emailCampaign",
): Promise<string> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  return await create(gateway, mutation, type, payload, input);
}

/** Settings with which a campaign can run. */
export async function readySettings(service: TestService, { advertisable }: Pick<Tree, "advertisable">): Promise<void> {
  const advertisableEid = advertisable;
  await change(
    service,
    "editEmailSettings",
    {
      advertisableEid,
      country: "US",
      senderName: "Harbour Shop",
      senderAddress: "shop@example.com",
      footerPostalAddress: "1 Quay Street, Bristol",
    },
    "emailSettings",
  );
  await change(service, "acceptEmailTerms", { advertisableEid }, "emailSettings");
}

/** A campaign with e-mails that say what they are given. */
export async function createEmailCampaign(
  service: TestService,
  { advertisable }: Pick<Tree, "advertisable">,
  fields: object = {},
): Promise<string> {
  const emails = [{ emailSubject: "Hello", body: "Welcome." }];
  return await change(
    service,
    "createEmailCampaign",
    { advertisableEid: advertisable, name: "Welcome", emails, ...fields },
    "emailCampaign",
  );
}
