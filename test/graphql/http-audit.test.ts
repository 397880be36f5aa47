import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { APIKEY } from "../kit/world.js";

let service: TestService;
let address: string;
beforeAll(async () => {
  service = await startService();
  address = await service.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => await service.close());

/** Plain GETs, which any page of any site can make a browser send: they are refused (400, see http.test). */
const REFUSED = ["5A70", "D6D5", "6A70"];

test("GraphQL over HTTP: every MUST and SHOULD of the public audit, but for plain GETs", async () => {
  const audits = serverAudits({
    url: `${address}/graphql?apikey=${APIKEY}`,
    fetchFn: (url: string, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Token ${service.world.tokens.admin}`);
      return fetch(url, { ...init, headers });
    },
  });
  expect(audits.length).toBe(61);
  const failed: string[] = [];
  for (const audit of audits) {
    const result = await audit.fn();
    if (result.status !== "ok") failed.push(result.id);
  }
  expect(failed).toEqual(REFUSED);
});
