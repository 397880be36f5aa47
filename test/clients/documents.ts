import type { TypedDocumentNode } from "@apollo/client";
import { parse } from "graphql";

/** The documents of a campaigns screen; clients that take documents as they are take these. */

export interface Row {
  __typename: "Campaign";
  id: string;
  name: string;
  status: string;
}

export interface Screen {
  advertisable: {
    __typename: "Advertisable";
    id: string;
    campaigns: {
      edges: { __typename: "CampaignEdge"; cursor: string; node: Row }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
}

export interface ScreenVariables {
  advertisable: string;
  first?: number;
  after?: string | null;
}

const ROW = /* GraphQL */ `
  fragment Row on Campaign {
    id
    name
    status
  }
`;

/** Asks for `edges`, because the clients' merging of pages goes by their cursors. */
export const SCREEN: TypedDocumentNode<Screen, ScreenVariables> = parse(/* GraphQL */ `
  query Screen($advertisable: ID!, $first: Int, $after: String) {
    advertisable(eid: $advertisable) {
      id
      campaigns(first: $first, after: $after, orderBy: [{ field: NAME }]) {
        edges {
          cursor
          node {
            ...Row
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
  ${ROW}
`);

export const PAUSE = parse(/* GraphQL */ `
  mutation Pause($input: CampaignStatusInput!) {
    pauseCampaign(input: $input) {
      campaign {
        id
        status
      }
    }
  }
`);

export interface Created {
  createCampaign: { campaign: Row & { advertisable: { __typename: "Advertisable"; id: string } } } | null;
}

export const CREATE: TypedDocumentNode<Created, { input: { advertisableEid: string; name: string } }> = parse(
  /* GraphQL */ `
    mutation Create($input: CreateCampaignInput!) {
      createCampaign(input: $input) {
        campaign {
          ...Row
          advertisable {
            id
          }
        }
      }
    }
    ${ROW}
  `,
);

export const REFETCH: TypedDocumentNode<{ node: Row | null }, { id: string }> = parse(/* GraphQL */ `
  query Refetch($id: ID!) {
    node(id: $id) {
      ...Row
    }
  }
  ${ROW}
`);

export const NODES: TypedDocumentNode<unknown, { ids: string[] }> = parse(/* GraphQL */ `
  query Nodes($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ...Anything
      ... on Campaign {
        status
      }
    }
  }
  fragment Anything on Node {
    id
  }
`);

export interface DeliveriesVariables {
  advertisable: string;
  range: { pastDays?: number; between?: { start: string; endExclusive: string } };
}

export const SUMMARY: TypedDocumentNode<unknown, DeliveriesVariables> = parse(/* GraphQL */ `
  query Summary($advertisable: ID!, $range: DateRangeInput!) {
    advertisable(eid: $advertisable) {
      id
      deliveries(range: $range) {
        start
        endExclusive
        summary {
          impressions
          ctr
          cost {
            amount
          }
        }
      }
    }
  }
`);

/** What another screen asks of the same report. */
export const DAYS: TypedDocumentNode<unknown, DeliveriesVariables> = parse(/* GraphQL */ `
  query Days($advertisable: ID!, $range: DateRangeInput!) {
    advertisable(eid: $advertisable) {
      id
      deliveries(range: $range) {
        byDate {
          date
          metrics {
            clicks
          }
        }
      }
    }
  }
`);

/** Both ways to say a range, with the first day that it means on the service's day. */
export const RANGES = [
  { by: "pastDays", range: { pastDays: 3 }, start: "2023-08-29" },
  { by: "between", range: { between: { start: "2023-08-30", endExclusive: "2023-09-01" } }, start: "2023-08-30" },
];

/** Both at once, which the graph refuses. */
export const TWO_RANGES = { pastDays: 3, between: { start: "2023-08-30", endExclusive: "2023-09-01" } };

/** What `deliver` in session.ts adds up to over either range. */
export const DELIVERED = { impressions: 5_000_000_000, ctr: "0.2", cost: { amount: "1234.50" } };
