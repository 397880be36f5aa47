// The peer: Hive Gateway's runtime with the native query planner, over the same subgraphs, in its process or behind HTTP.
import { once } from "node:events";
import { createServer } from "node:http";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { createGatewayRuntime } from "@graphql-hive/gateway-runtime";
import { unifiedGraphHandler } from "@graphql-hive/router-runtime";
import { executorFromSchema } from "@graphql-tools/executor";
import { buildHTTPExecutor } from "@graphql-tools/executor-http";
import { parse } from "graphql";

process.once("SIGTERM", () => process.exit(0));

const [{ toyGraph, supergraphSdl, subgraphsAt }] = await once(process, "message");
const { TOY_SUBGRAPHS } = await import(toyGraph);
const executors = Object.fromEntries(
  TOY_SUBGRAPHS.map(({ name, sdl, resolvers }) => [
    name,
    subgraphsAt === undefined
      ? executorFromSchema(buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }]))
      : // Every request of the load is the same: merging those that are under way would measure something else.
        buildHTTPExecutor({ endpoint: `${subgraphsAt}/${name}`, deduplicateInflightRequests: false }),
  ]),
);
const gateway = createGatewayRuntime({
  supergraph: supergraphSdl,
  unifiedGraphHandler,
  transports: () => ({ getSubgraphExecutor: ({ subgraphName }) => executors[subgraphName.toLowerCase()] }),
  logging: false,
  landingPage: false,
  graphiql: false,
  maskedErrors: false,
});
const server = createServer((request, response) => void gateway(request, response));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
