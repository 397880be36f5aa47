/**
 * @generated SignedSource<<b474ce02ebd6e4c26a2dca5288cea4c5>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CampaignStatus = "ADMIN_REVIEW" | "APPROVED" | "CANCELLED" | "COMPLETED" | "PAUSED" | "REJECTED" | "%future added value";
export type CampaignStatusInput = {
  eid: string;
};
export type CampaignsPauseMutation$variables = {
  input: CampaignStatusInput;
};
export type CampaignsPauseMutation$data = {
  readonly pauseCampaign: {
    readonly campaign: {
      readonly status: CampaignStatus;
    };
  } | null | undefined;
};
export type CampaignsPauseMutation = {
  response: CampaignsPauseMutation$data;
  variables: CampaignsPauseMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "status",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "CampaignsPauseMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "CampaignPayload",
        "kind": "LinkedField",
        "name": "pauseCampaign",
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
              (v2/*:: as any*/)
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
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "CampaignsPauseMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "CampaignPayload",
        "kind": "LinkedField",
        "name": "pauseCampaign",
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
              (v2/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "id",
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "5837201c2fb1e7aeccd700e3fba2d3a5",
    "id": null,
    "metadata": {},
    "name": "CampaignsPauseMutation",
    "operationKind": "mutation",
    "text": "mutation CampaignsPauseMutation(\n  $input: CampaignStatusInput!\n) {\n  pauseCampaign(input: $input) {\n    campaign {\n      status\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "a496a89d75fcdcc52d175e33995854ed";

export default node;
