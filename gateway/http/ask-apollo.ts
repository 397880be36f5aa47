import { type ApolloServer, HeaderMap } from "@apollo/server";
import { nameErrors } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext } from "./graphql-endpoint.js";
import type { Answer, AskedOperation } from "./hot-path.js";

/** Set by the hot path, which knows what it is. */
const CONTENT_TYPE = "content-type";

/**
 * Asks Apollo Server without the framework in between, for an operation that has passed every check
 * before. Of the request's headers Apollo Server only needs to know that the body was JSON: how the
 * answer is labelled for this Accept is known.
 */
export async function askApollo<C extends GraphqlContext>(
  apollo: ApolloServer<ApolloContext<C>>,
  { query, operationName, variables }: AskedOperation,
  requestId: string,
  context: () => ApolloContext<C>,
): Promise<Answer> {
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: "POST",
      headers: new HeaderMap([[CONTENT_TYPE, "application/json"]]),
      search: "",
      body: {
        query,
        ...(operationName !== undefined && { operationName }),
        ...(variables !== undefined && { variables }),
      },
    },
    context: async () => await Promise.resolve(context()),
  });
  if (answer.body.kind !== "complete") throw new Error("Apollo Server answers in parts, which nobody asked for.");
  const headers: string[] = [];
  for (const [name, value] of answer.headers) if (name !== CONTENT_TYPE) headers.push(name, value);
  const { status = 200 } = answer;
  return { status, body: nameErrors(answer.body.string, status, requestId), headers };
}
