import {
  createOperationDescriptor,
  type Environment,
  getPaginationMetadata,
  getPaginationVariables,
  getRefetchMetadata,
} from "relay-runtime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { failOnComplaints } from "./complaints.js";
import { DELIVERED, RANGES, TWO_RANGES } from "./documents.js";
import CampaignRow, { type CampaignRow$key } from "./relay/__generated__/CampaignRow.graphql.js";
import type { CampaignRowRefetchQuery } from "./relay/__generated__/CampaignRowRefetchQuery.graphql.js";
import CampaignsAnything, { type CampaignsAnything$key } from "./relay/__generated__/CampaignsAnything.graphql.js";
import CampaignsCreate, {
  type CampaignsCreateMutation,
} from "./relay/__generated__/CampaignsCreateMutation.graphql.js";
import CampaignsList, { type CampaignsList$key } from "./relay/__generated__/CampaignsList.graphql.js";
import type { CampaignsListPageQuery } from "./relay/__generated__/CampaignsListPageQuery.graphql.js";
import CampaignsNodes, { type CampaignsNodesQuery } from "./relay/__generated__/CampaignsNodesQuery.graphql.js";
import CampaignsPause, { type CampaignsPauseMutation } from "./relay/__generated__/CampaignsPauseMutation.graphql.js";
import CampaignsScreen, { type CampaignsScreenQuery } from "./relay/__generated__/CampaignsScreenQuery.graphql.js";
import CampaignsSummary, { type CampaignsSummaryQuery } from "./relay/__generated__/CampaignsSummaryQuery.graphql.js";
import { ask, createEnvironment, follow, mutate } from "./relay/environment.js";
import { deliver, openSession, PATIENCE, quiet, type Session } from "./session.js";

let session: Session;
beforeAll(async () => {
  session = await openSession();
});
afterAll(async () => await session.close());

failOnComplaints();
beforeEach(() => {
  session.sent.length = 0;
});

/** A screen that shows the list, with what usePaginationFragment does without React. */
async function openScreen(environment: Environment, advertisable: string, first = 25) {
  const variables = { advertisable, first };
  const retained = environment.retain(createOperationDescriptor(CampaignsScreen, variables));
  const answer = await ask<CampaignsScreenQuery>(environment, CampaignsScreen, variables);
  expect.assert(answer.advertisable != null);
  const list = follow<CampaignsList$key>(environment, CampaignsList, answer.advertisable);
  return {
    list: list.data,
    rows: () => list.data().campaigns.edges.map(({ node }) => `${node.name} ${node.status}`),
    loadNext: async (count: number) => {
      const { paginationRequest, paginationMetadata } = getPaginationMetadata(CampaignsList, "openScreen");
      const { id, campaigns } = list.data();
      const { endCursor } = campaigns.pageInfo;
      const page = getPaginationVariables("forward", count, endCursor, list.variables, {}, paginationMetadata);
      await ask<CampaignsListPageQuery>(environment, paginationRequest, { first: count, ...page, id });
    },
    close: () => {
      list.stop();
      retained.dispose();
    },
  };
}

test("a mutation that returns the changed campaign changes the row on the screen without another request", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A", "B"]);
  const environment = createEnvironment(session);
  const screen = await openScreen(environment, advertisable);
  expect(screen.rows()).toEqual(["A APPROVED", "B APPROVED"]);

  await mutate<CampaignsPauseMutation>(environment, CampaignsPause, { input: { eid: campaigns[1] ?? "" } });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B PAUSED"]);
  await quiet();
  expect(session.sent).toEqual(["CampaignsScreenQuery", "CampaignsPauseMutation"]);
  screen.close();
});

test("a new campaign joins the list through @appendNode, without another request", async () => {
  const { advertisable } = await session.addAdvertisable(["A", "B"]);
  const environment = createEnvironment(session);
  const screen = await openScreen(environment, advertisable);

  const { __id: connection } = screen.list().campaigns;
  await mutate<CampaignsCreateMutation>(environment, CampaignsCreate, {
    input: { advertisableEid: advertisable, name: "C" },
    connections: [connection],
  });
  await expect.poll(screen.rows, PATIENCE).toEqual(["A APPROVED", "B APPROVED", "C ADMIN_REVIEW"]);
  await quiet();
  expect(session.sent).toEqual(["CampaignsScreenQuery", "CampaignsCreateMutation"]);
  screen.close();
});

test("@connection makes one list of pages, in order and without doubles, each page asked of node(id)", async () => {
  const { advertisable } = await session.addAdvertisable(["C", "A", "E", "B", "D"]);
  const environment = createEnvironment(session);
  const screen = await openScreen(environment, advertisable, 2);
  expect(screen.rows()).toEqual(["A APPROVED", "B APPROVED"]);

  for (const names of ["ABCD", "ABCDE"]) {
    await screen.loadNext(2);
    await expect.poll(screen.rows, PATIENCE).toEqual(Array.from(names, (name) => `${name} APPROVED`));
  }
  expect(screen.list().campaigns.pageInfo.hasNextPage).toBe(false);
  expect(session.sent).toEqual(["CampaignsScreenQuery", "CampaignsListPageQuery", "CampaignsListPageQuery"]);
  screen.close();
});

test("a campaign is kept under its id, and a @refetchable row refreshes itself through node(id)", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A"]);
  const environment = createEnvironment(session);
  const screen = await openScreen(environment, advertisable);
  const [edge] = screen.list().campaigns.edges;
  expect.assert(edge !== undefined);
  const row = follow<CampaignRow$key>(environment, CampaignRow, edge.node);
  const id = `Campaign_${campaigns[0]}`;
  expect(environment.getStore().getSource().get(id)).toMatchObject({ __typename: "Campaign", name: "A" });

  await session.rename(campaigns[0], "A2");
  const { refetchableRequest, identifierInfo } = getRefetchMetadata(CampaignRow, "a row");
  expect(identifierInfo).toEqual({ identifierField: "id", identifierQueryVariableName: "id" });
  await ask<CampaignRowRefetchQuery>(environment, refetchableRequest, { id: row.data().id });
  await expect.poll(() => row.data().name, PATIENCE).toBe("A2");
  expect(screen.rows()).toEqual(["A2 APPROVED"]);
  expect(session.sent).toEqual(["CampaignsScreenQuery", "CampaignRowRefetchQuery"]);
  row.stop();
  screen.close();
});

test("a fragment on Node matches every type that implements it", async () => {
  const { advertisable, campaigns } = await session.addAdvertisable(["A"]);
  const ids = [`Campaign_${campaigns[0]}`, `Advertisable_${advertisable}`];
  const environment = createEnvironment(session);
  const { nodes } = await ask<CampaignsNodesQuery>(environment, CampaignsNodes, { ids });
  expect(nodes).toMatchObject([{ __typename: "Campaign", status: "APPROVED" }, { __typename: "Advertisable" }]);
  const read = nodes.map((node) => node && follow<CampaignsAnything$key>(environment, CampaignsAnything, node).data());
  expect(read).toEqual([{ id: ids[0] }, { id: ids[1] }]);
});

test.each(RANGES)(
  "a range is one member of a @oneOf input, here $by; counts are numbers, decimals are text",
  async ({ range, start }) => {
    const listed = await session.addAdvertisable(["A"]);
    await deliver(session, listed, "2023-08-31");
    const answer = await ask<CampaignsSummaryQuery>(createEnvironment(session), CampaignsSummary, {
      advertisable: listed.advertisable,
      range,
    });
    const deliveries = answer.advertisable?.deliveries;
    expect(deliveries).toEqual({ start, endExclusive: "2023-09-01", summary: DELIVERED });
    const typed: [number | undefined, string | null | undefined] = [
      deliveries?.summary.impressions,
      deliveries?.summary.ctr,
    ];
    expect(typed).toEqual([5_000_000_000, "0.2"]);
  },
);

test("two members of a @oneOf input at once are refused, by the generated types already", async () => {
  const { advertisable } = await session.addAdvertisable([]);
  // @ts-expect-error relay-compiler makes a union of a @oneOf input.
  const range: CampaignsSummaryQuery["variables"]["range"] = TWO_RANGES;
  const refused = ask<CampaignsSummaryQuery>(createEnvironment(session), CampaignsSummary, { advertisable, range });
  await expect(refused).rejects.toThrow("Exactly one key must be specified");
});
