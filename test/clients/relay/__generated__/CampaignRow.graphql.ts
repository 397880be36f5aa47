/**
 * @generated SignedSource<<e091312c7e37ab39fd83e9e7eddd0be7>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type CampaignRow$data = {
  readonly id: string;
  readonly name: string;
  readonly " $fragmentType": "CampaignRow";
};
export type CampaignRow$key = {
  readonly " $data"?: CampaignRow$data;
  readonly " $fragmentSpreads": FragmentRefs<"CampaignRow">;
};

import CampaignRowRefetchQuery_graphql from './CampaignRowRefetchQuery.graphql';

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": {
    "refetch": {
      "connection": null,
      "fragmentPathInResult": [
        "node"
      ],
      "operation": CampaignRowRefetchQuery_graphql,
      "identifierInfo": {
        "identifierField": "id",
        "identifierQueryVariableName": "id"
      }
    }
  },
  "name": "CampaignRow",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "name",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "id",
      "storageKey": null
    }
  ],
  "type": "Campaign",
  "abstractKey": null
};

(node as any).hash = "4d72edf91e7b1fc0abf2f58841d17ae5";

export default node;
