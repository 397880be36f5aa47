import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Config } from "../../lib/config.js";
import { startService, type TestService } from "../kit/service.js";

const ASKS = {
  "the whole schema": getIntrospectionQuery({
    inputValueDeprecation: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    oneOf: true,
  }),
  "hidden in a fragment": "{ ...F } fragment F on Query { ... { viewer { eid } s: __schema { queryType { name } } } }",
  "one type": '{ __type(name: "User") { name } }',
};

const OPEN = [401, 200, 200];

describe.each<[Config["introspection"], number[]]>([
  ["signed-in", OPEN],
  ["staff", [401, 400, 200]],
  ["off", [401, 400, 400]],
])("introspection: %s", (introspection, statuses) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ introspection });
  });
  afterAll(async () => await service.close());

  test("a stranger, a user, staff", async () => {
    for (const [name, query] of Object.entries(ASKS)) {
      const got: number[] = [];
      for (const as of [null, "admin", "staff"] as const) {
        const answer = await service.request({ as, method: "POST", url: "/graphql", payload: { query } });
        got.push(answer.status);
        expect(answer.text.includes('"data":{')).toBe(answer.status === 200);
      }
      expect([name, got]).toEqual([name, statuses]);
    }
  });

  test("__typename is no introspection", async () => {
    const { data } = await service.graphql("{ __typename viewer { __typename } }");
    expect(data).toEqual({ __typename: "Query", viewer: { __typename: "User" } });
  });
});
