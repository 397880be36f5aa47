import { Client, fetchExchange, type OperationResult } from "@urql/core";
import { type Cache, cacheExchange } from "@urql/exchange-graphcache";
import { relayPagination } from "@urql/exchange-graphcache/extras";
import { getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { failOnComplaints } from "./complaints.js";
import {
  CREATE,
  type Created,
  DELIVERED,
  NODES,
  PAUSE,
  RANGES,
  REFETCH,
  type Screen,
  SCREEN,
  type ScreenVariables,
  SUMMARY,
  TWO_RANGES,
} from "./documents.js";
import { deliver, openSession, PATIENCE, quiet, type Session } from "./session.js";

let session: Session;
let schema: IntrospectionQuery;
beforeAll(async () => {
  session = await openSession();
  schema = await session.introspect(getIntrospectionQuery());
});
afterAll(async () => await session.close());

failOnComplaints();
beforeEach(() => {
  session.sent.length = 0;
});

const embedded = () => null;

/** A client; `look` sees the cache after a campaign was paused. */
function openClient(look: (cache: Cache) => void = () => {}): Client {
  const cache = cacheExchange({
    // With the schema it knows what a fragment on an interface matches, and checks every field.
    schema,
    // Values without an id: kept inside what has them.
    keys: { Money: embedded, DeliveryReport: embedded, DeliveryMetrics: embedded },
    resolvers: { Advertisable: { campaigns: relayPagination() } },
    updates: {
      Mutation: {
        createCampaign: appendCampaign,
        pauseCampaign: (_result, _input, store) => look(store),
      },
    },
  });
  return new Client({
    url: session.url,
    fetch: session.fetch,
    // It asks by GET unless told otherwise, which the service answers only with a header that no form can send.
    fetchOptions: { headers: { ...session.headers, "apollo-require-preflight": "true" } },
    exchanges: [cache, fetchExchange],
  });
}

function appendCampaign(
  { createCampaign }: Partial<Created>,
  { input }: { input?: { advertisableEid: string } },
  cache: Cache,
): void {
  if (createCampaign == null || input === undefined) return;
  const edge = { __typename: "CampaignEdge" as const, cursor: "", node: createCampaign.campaign };
  const list = { query: SCREEN, variables: { advertisable: input.advertisableEid } };
  cache.updateQuery<Screen, ScreenVariables>(list, (screen) => {
    if (screen?.advertisable == null) return screen;
    const { campaigns } = screen.advertisable;
    const edges = [...campaigns.edges, edge];
    return { ...screen, advertisable: { ...screen.advertisable, campaigns: { ...campaigns, edges } } };
  });
}

function openScreen(client: Client, variables: ScreenVariables) {
  let latest: OperationResult<Screen> | undefined;
  const { unsubscribe } = client.query(SCREEN, variables).subscribe((result) => (latest = result));
  return {
    rows: () => latest?.data?.advertisable?.campaigns.edges.map(({ node }) => `${node.name} ${node.status}`),
    pageInfo: () => latest?.data?.advertisable?.campaigns.pageInfo,
    close: unsubscribe,
  };
}

test("a mutation that returns the changed campaign changes the row on the screen without another request", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A", "B"]);
  const client = openClient();
  const screen = openScreen(client, { advertisable });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED"]);

  const { error } = await client.mutation(PAUSE, { input: { eid: campaigns[1] } });
  expect(error).toBeUndefined();
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B PAUSED"]);
  await quiet();
  expect(session.sent).toEqual(["Screen", "Pause"]);
  screen.close();
});

test("a new campaign joins the list through updates, without another request", async () => {
  const { advertisable } = await session.addAdvertisable(["A", "B"]);
  const client = openClient();
  const screen = openScreen(client, { advertisable });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED"]);

  const { error } = await client.mutation(CREATE, { input: { advertisableEid: advertisable, name: "C" } });
  expect(error).toBeUndefined();
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED", "C ADMIN_REVIEW"]);
  await quiet();
  expect(session.sent).toEqual(["Screen", "Create"]);
  screen.close();
});

test("relayPagination makes one list of pages, in order and without doubles", async () => {
  const { advertisable } = await session.addAdvertisable(["C", "A", "E", "B", "D"]);
  const client = openClient();
  const first = openScreen(client, { advertisable, first: 2 });
  await expect.poll(first.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED"]);

  for (const names of ["ABCD", "ABCDE"]) {
    const next = openScreen(client, { advertisable, first: 2, after: first.pageInfo()?.endCursor });
    await expect.poll(first.rows, PATIENCE).toEqual(Array.from(names, (name) => `${name} APPROVED`));
    expect(next.rows()).toEqual(first.rows());
    next.close();
  }
  expect(first.pageInfo()?.hasNextPage).toBe(false);
  await quiet();
  expect(session.sent).toEqual(["Screen", "Screen", "Screen"]);
  first.close();
});

test("a campaign is kept under its id, and node(id) refreshes the row on the screen", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A"]);
  const id = `Campaign_${campaigns[0]}`;
  const kept: unknown[] = [];
  const client = openClient((cache) => kept.push(cache.resolve(`Campaign:${id}`, "name")));
  const screen = openScreen(client, { advertisable });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED"]);
  await client.mutation(PAUSE, { input: { eid: campaigns[0] } });
  expect(kept).toEqual(["A"]);

  await session.rename(campaigns[0], "A2");
  await client.query(REFETCH, { id });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A2 PAUSED"]);
  expect(session.sent).toEqual(["Screen", "Pause", "Refetch"]);
  screen.close();
});

test("a fragment on Node matches every type that implements it", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A"]);
  const client = openClient();
  const ids = [`Campaign_${campaigns[0]}`, `Advertisable_${advertisable}`];
  const nodes = [
    { __typename: "Campaign", id: ids[0], status: "APPROVED" },
    { __typename: "Advertisable", id: ids[1] },
  ];
  expect((await client.query(NODES, { ids })).data).toEqual({ nodes });
  expect(client.readQuery(NODES, { ids })?.data).toEqual({ nodes });
});

test.each(RANGES)(
  "a range is one member of a @oneOf input, here $by; counts are numbers, decimals are text",
  async ({ range, start }) => {
    const listed = await session.addAdvertisable(["A"]);
    await deliver(session, listed, "2023-08-31");
    const { data } = await openClient().query(SUMMARY, { advertisable: listed.advertisable, range });
    expect(data).toMatchObject({
      advertisable: { deliveries: { start, endExclusive: "2023-09-01", summary: DELIVERED } },
    });
  },
);

test("two members of a @oneOf input at once are refused", async () => {
  const { advertisable } = await session.addAdvertisable([]);
  const { error } = await openClient().query(SUMMARY, { advertisable, range: TWO_RANGES });
  expect(error?.graphQLErrors).toMatchObject([
    {
      message: expect.stringContaining("Exactly one key must be specified"),
      extensions: { code: "BAD_USER_INPUT" },
    },
  ]);
});
