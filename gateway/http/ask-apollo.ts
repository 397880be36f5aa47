import type { ApolloServer } from "@apollo/server";
import { stringifyResult } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext } from "./graphql-endpoint.js";
import type { Answer, AskedOperation } from "./hot-path.js";

/**
 * Asks Apollo Server's pipeline for an operation that has passed every check before, without the framework and without
 * Apollo Server's own reading of HTTP in between: that this is a POST of JSON, and how its answer is labelled, is known.
 */
export async function askApollo<C extends GraphqlContext>(
  apollo: ApolloServer<ApolloContext<C>>,
  { query, operationName, variables }: AskedOperation,
  contextValue: ApolloContext<C>,
): Promise<Answer> {
  const { body, http } = await apollo.executeOperation({ query, operationName, variables }, { contextValue });
  if (body.kind !== "single") throw new Error("Apollo Server answers in parts, which nobody asked for.");
  const headers: string[] = [];
  for (const [name, value] of http.headers) headers.push(name, value);
  return { status: http.status ?? 200, body: stringifyResult(body.singleResult), headers };
}
