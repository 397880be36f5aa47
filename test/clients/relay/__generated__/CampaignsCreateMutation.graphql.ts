/**
 * @generated SignedSource<<6aeb25e657a840f4cb590f2122f7cdf7>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CampaignStatus = "ADMIN_REVIEW" | "APPROVED" | "CANCELLED" | "COMPLETED" | "PAUSED" | "REJECTED" | "%future added value";
export type CreateCampaignInput = {
  advertisableEid: string;
  cpc?: string | null | undefined;
  cpm?: string | null | undefined;
  endDate?: string | null | undefined;
  ipRangeExclusions?: ReadonlyArray<string> | null | undefined;
  isCoop?: boolean;
  isMobileVendorNetwork?: boolean;
  isPubgraph?: boolean;
  isRetargeting?: boolean | null | undefined;
  isSnNewsfeed?: boolean;
  isSnWca?: boolean;
  isSocial?: boolean;
  maxCpm?: string | null | undefined;
  name: string;
  startDate?: string | null | undefined;
  uiBudgetDaily?: boolean | null | undefined;
  weeklyBudget?: string | null | undefined;
};
export type CampaignsCreateMutation$variables = {
  connections: ReadonlyArray<string>;
  input: CreateCampaignInput;
};
export type CampaignsCreateMutation$data = {
  readonly createCampaign: {
    readonly campaign: {
      readonly name: string;
      readonly status: CampaignStatus;
    };
  } | null | undefined;
};
export type CampaignsCreateMutation = {
  response: CampaignsCreateMutation$data;
  variables: CampaignsCreateMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "connections"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "input"
},
v2 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "status",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "CampaignsCreateMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "CampaignPayload",
        "kind": "LinkedField",
        "name": "createCampaign",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Campaign",
            "kind": "LinkedField",
            "name": "campaign",
            "plural": false,
            "selections": [
              (v3/*:: as any*/),
              (v4/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "CampaignsCreateMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "CampaignPayload",
        "kind": "LinkedField",
        "name": "createCampaign",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Campaign",
            "kind": "LinkedField",
            "name": "campaign",
            "plural": false,
            "selections": [
              (v3/*:: as any*/),
              (v4/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "id",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "filters": null,
            "handle": "appendNode",
            "key": "",
            "kind": "LinkedHandle",
            "name": "campaign",
            "handleArgs": [
              {
                "kind": "Variable",
                "name": "connections",
                "variableName": "connections"
              },
              {
                "kind": "Literal",
                "name": "edgeTypeName",
                "value": "CampaignEdge"
              }
            ]
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "3fc88acd5775fe1ecc28bb8e8cec32a6",
    "id": null,
    "metadata": {},
    "name": "CampaignsCreateMutation",
    "operationKind": "mutation",
    "text": "mutation CampaignsCreateMutation(\n  $input: CreateCampaignInput!\n) {\n  createCampaign(input: $input) {\n    campaign {\n      name\n      status\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "b2fe14302c84ea5f3adf794ea19d33af";

export default node;
