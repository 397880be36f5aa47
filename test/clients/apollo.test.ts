import {
  ApolloClient,
  CombinedGraphQLErrors,
  HttpLink,
  InMemoryCache,
  type PossibleTypesMap,
  type Reference,
} from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { failOnComplaints } from "./complaints.js";
import {
  CREATE,
  DAYS,
  DELIVERED,
  NODES,
  PAUSE,
  RANGES,
  REFETCH,
  type Screen,
  SCREEN,
  SUMMARY,
  TWO_RANGES,
} from "./documents.js";
import { deliver, openSession, PATIENCE, quiet, type Session } from "./session.js";

let session: Session;
let possibleTypes: PossibleTypesMap;
beforeAll(async () => {
  session = await openSession();
  const { __schema } = await session.introspect("{ __schema { types { kind name possibleTypes { name } } } }");
  possibleTypes = {};
  for (const type of __schema.types) {
    if (type.kind === "INTERFACE" || type.kind === "UNION") {
      possibleTypes[type.name] = type.possibleTypes.map(({ name }) => name);
    }
  }
});
afterAll(async () => await session.close());

failOnComplaints();
beforeEach(() => {
  session.sent.length = 0;
});

function openClient() {
  const cache = new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Advertisable: { fields: { campaigns: relayStylePagination(["filter", "orderBy"]) } },
      // A report is a value without an id: what two screens ask of the same one is put together.
      DeliveryReport: { merge: true },
    },
  });
  const link = new HttpLink({ uri: session.url, headers: session.headers, fetch: session.fetch });
  return { cache, client: new ApolloClient({ cache, link }) };
}

/** A screen that shows the list and follows the cache. */
function openScreen(client: ApolloClient, advertisable: string, first?: number) {
  const query = client.watchQuery({
    query: SCREEN,
    variables: { advertisable, ...(first !== undefined && { first }) },
  });
  let list: Screen | undefined;
  const subscription = query.subscribe(({ data, dataState }) => {
    if (dataState === "complete") list = data;
  });
  return {
    query,
    rows: () => list?.advertisable?.campaigns.edges.map(({ node }) => `${node.name} ${node.status}`),
    pageInfo: () => list?.advertisable?.campaigns.pageInfo,
    close: () => subscription.unsubscribe(),
  };
}

test("a mutation that returns the changed campaign changes the row on the screen without another request", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A", "B"]);
  const { client } = openClient();
  const screen = openScreen(client, advertisable);
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED"]);

  await client.mutate({ mutation: PAUSE, variables: { input: { eid: campaigns[1] } } });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B PAUSED"]);
  await quiet();
  expect(session.sent).toEqual(["Screen", "Pause"]);
  screen.close();
});

/** A connection as the cache keeps it. */
interface StoredList {
  edges: { __typename: string; cursor: string; node: Reference | undefined }[];
}

test("a new campaign joins the list through cache.modify, without another request", async () => {
  const { advertisable } = await session.addAdvertisable(["A", "B"]);
  const { client } = openClient();
  const screen = openScreen(client, advertisable);
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED"]);

  await client.mutate({
    mutation: CREATE,
    variables: { input: { advertisableEid: advertisable, name: "C" } },
    update: (cache, { data }) => {
      const campaign = data?.createCampaign?.campaign;
      if (campaign === undefined) return;
      cache.modify<{ campaigns: StoredList }>({
        id: cache.identify(campaign.advertisable),
        fields: {
          campaigns: (list, { isReference, toReference }) => {
            if (isReference(list)) return list;
            const edge = { __typename: "CampaignEdge", cursor: "", node: toReference({ ...campaign }) };
            return { ...list, edges: [...list.edges, edge] };
          },
        },
      });
    },
  });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED", "C ADMIN_REVIEW"]);
  await quiet();
  expect(session.sent).toEqual(["Screen", "Create"]);
  screen.close();
});

test("relayStylePagination makes one list of pages, in order and without doubles", async () => {
  const { advertisable } = await session.addAdvertisable(["C", "A", "E", "B", "D"]);
  const { client } = openClient();
  const screen = openScreen(client, advertisable, 2);
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED"]);

  for (const names of ["ABCD", "ABCDE"]) {
    await screen.query.fetchMore({ variables: { after: screen.pageInfo()?.endCursor } });
    await expect.poll(screen.rows, PATIENCE).toEqual(Array.from(names, (name) => `${name} APPROVED`));
  }
  expect(screen.pageInfo()?.hasNextPage).toBe(false);
  await quiet();
  expect(session.sent).toEqual(["Screen", "Screen", "Screen"]);
  screen.close();
});

test("a campaign is kept under its id, and node(id) refreshes the row on the screen", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A"]);
  const { client, cache } = openClient();
  const screen = openScreen(client, advertisable);
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED"]);
  const id = `Campaign_${campaigns[0]}`;
  expect(cache.extract()[`Campaign:${id}`]).toMatchObject({ id, name: "A", status: "APPROVED" });

  await session.rename(campaigns[0], "A2");
  await client.query({ query: REFETCH, variables: { id }, fetchPolicy: "network-only" });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A2 APPROVED"]);
  expect(session.sent).toEqual(["Screen", "Refetch"]);
  screen.close();
});

test("a fragment on Node matches every type that introspection lists", async () => {
  expect(possibleTypes["Node"]).toEqual(expect.arrayContaining(["Ad", "AdGroup", "Advertisable", "Campaign"]));
  const { advertisable, campaigns } = await session.addAdvertisable(["A"]);
  const { client } = openClient();
  const ids = [`Campaign_${campaigns[0]}`, `Advertisable_${advertisable}`];
  const nodes = [
    { __typename: "Campaign", id: ids[0], status: "APPROVED" },
    { __typename: "Advertisable", id: ids[1] },
  ];
  expect((await client.query({ query: NODES, variables: { ids } })).data).toEqual({ nodes });
  expect(client.readQuery({ query: NODES, variables: { ids } })).toEqual({ nodes });
});

test.each(RANGES)(
  "a range is one member of a @oneOf input, here $by; counts are numbers, decimals are text",
  async ({ range, start }) => {
    const listed = await session.addAdvertisable(["A"]);
    await deliver(session, listed, "2023-08-31");
    const variables = { advertisable: listed.advertisable, range };
    const { data } = await openClient().client.query({ query: SUMMARY, variables });
    expect(data).toMatchObject({
      advertisable: { deliveries: { start, endExclusive: "2023-09-01", summary: DELIVERED } },
    });
  },
);

test("two members of a @oneOf input at once are refused", async () => {
  const { advertisable } = await session.addAdvertisable([]);
  const { client } = openClient();
  const question = client.query({ query: SUMMARY, variables: { advertisable, range: TWO_RANGES } });
  const refused = await question.catch((error: unknown) => error);
  expect.assert(CombinedGraphQLErrors.is(refused));
  expect(refused.errors).toMatchObject([
    {
      message: expect.stringContaining("Exactly one key must be specified"),
      extensions: { code: "BAD_USER_INPUT" },
    },
  ]);
});

test("what two screens ask of the same report stands side by side in the cache", async () => {
  const { advertisable } = await session.addAdvertisable([]);
  const { client } = openClient();
  const variables = { advertisable, range: { pastDays: 1 } };
  await client.query({ query: SUMMARY, variables });
  await client.query({ query: DAYS, variables });
  await client.query({ query: SUMMARY, variables });
  expect(session.sent).toEqual(["Summary", "Days"]);
});
