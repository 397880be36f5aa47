import { ENVELOPES, PROXY_CODES, proxyError } from "../rest/envelope.js";
import { routeId, routeName } from "../rest/life-cycle.js";
import { REPORTING_QUERY } from "../rest/reporting-query/route.js";

const EXAMPLE = {
  query:
    "query Campaigns($pastDays: Int) { user { advertisables { name campaigns { name status metrics(pastDays: $pastDays) { summary { impressions cost ctr } } } } } }",
  variables: { pastDays: 7 },
  operationName: "Campaigns",
};

const ANSWER = {
  data: {
    user: {
      advertisables: [
        {
          name: "Harbour Shop",
          campaigns: [
            { name: "Spring", status: "running", metrics: { summary: { impressions: 1_000, cost: 1.5, ctr: 0.4 } } },
          ],
        },
      ],
    },
  },
};

const DESCRIPTION = `The old reporting query, in GraphQL: its clients choose the answer's shape. Introspection tells what there is.

Whatever is wrong with a GraphQL request stands in errors, and the status is 200; 400 is for a body that is none.

Permission: ${REPORTING_QUERY.permission}.`;

/** The one operation of the old interface that is no route of `ROUTES`, as OpenAPI describes it. */
export function reportingQueryOperation(sunsets: ReadonlyMap<string, string>) {
  const sunset = sunsets.get(routeName(REPORTING_QUERY));
  const json = (example: unknown) => ({ "application/json": { example } });
  const refusal = { code: "BAD_USER_INPUT", message: "query must be a text.", violations: [] };
  return {
    operationId: routeId(REPORTING_QUERY),
    tags: [REPORTING_QUERY.area],
    summary: "The old reporting query",
    description: sunset === undefined ? DESCRIPTION : `${DESCRIPTION}\n\nIt goes on ${sunset}.`,
    ...(sunset !== undefined && { deprecated: true }),
    parameters: [],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              query: { type: "string", description: "A GraphQL document." },
              variables: { type: ["object", "null"], description: "Values of the operation's variables." },
              operationName: {
                type: ["string", "null"],
                description: "Which operation is meant; required where the document holds several.",
              },
            },
            required: ["query"],
          },
          example: EXAMPLE,
        },
      },
    },
    responses: {
      "200": { description: "The answer, with data or errors or both.", content: json(ANSWER) },
      "400": {
        description: "The body is no GraphQL request.",
        content: json(ENVELOPES.reportingQuery.body(refusal, "2AL4QKFTUJHJ7EJJWHXAEN")),
      },
      "401": {
        description: "The apikey, or who asks, is missing or wrong.",
        content: json(proxyError(PROXY_CODES.credentials, "The credentials are wrong.")),
      },
    },
  };
}
