/**
 * @generated SignedSource<<fce8c1b047361ea261706f1459c6d7b7>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type CampaignStatus = "ADMIN_REVIEW" | "APPROVED" | "CANCELLED" | "COMPLETED" | "PAUSED" | "REJECTED" | "%future added value";
export type CampaignsNodesQuery$variables = {
  ids: ReadonlyArray<string>;
};
export type CampaignsNodesQuery$data = {
  readonly nodes: ReadonlyArray<{
    readonly __typename: string;
    readonly status?: CampaignStatus;
    readonly " $fragmentSpreads": FragmentRefs<"CampaignsAnything">;
  } | null | undefined>;
};
export type CampaignsNodesQuery = {
  response: CampaignsNodesQuery$data;
  variables: CampaignsNodesQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "ids"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "ids",
    "variableName": "ids"
  }
],
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "__typename",
  "storageKey": null
},
v3 = {
  "kind": "InlineFragment",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "status",
      "storageKey": null
    }
  ],
  "type": "Campaign",
  "abstractKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "CampaignsNodesQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          (v2/*:: as any*/),
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "CampaignsAnything"
          },
          (v3/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "CampaignsNodesQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "nodes",
        "plural": true,
        "selections": [
          (v2/*:: as any*/),
          {
            "kind": "TypeDiscriminator",
            "abstractKey": "__isNode"
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          (v3/*:: as any*/)
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "425d24c0e8bf7cab8b805a34f8ff0ff1",
    "id": null,
    "metadata": {},
    "name": "CampaignsNodesQuery",
    "operationKind": "query",
    "text": "query CampaignsNodesQuery(\n  $ids: [ID!]!\n) {\n  nodes(ids: $ids) {\n    __typename\n    ...CampaignsAnything\n    ... on Campaign {\n      status\n    }\n    id\n  }\n}\n\nfragment CampaignsAnything on Node {\n  __isNode: __typename\n  id\n}\n"
  }
};
})();

(node as any).hash = "84402734a05745272a8cd4a0662cfe67";

export default node;
