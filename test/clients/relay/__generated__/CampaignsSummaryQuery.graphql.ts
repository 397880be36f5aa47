/**
 * @generated SignedSource<<98f975920d8a1e4f44d01162fca27cdc>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type DateRangeInput = {
  between: DaysInput;
  pastDays?: never;
} | {
  between?: never;
  pastDays: number;
};
export type DaysInput = {
  endExclusive: string;
  start: string;
};
export type CampaignsSummaryQuery$variables = {
  advertisable: string;
  range: DateRangeInput;
};
export type CampaignsSummaryQuery$data = {
  readonly advertisable: {
    readonly deliveries: {
      readonly endExclusive: string;
      readonly start: string;
      readonly summary: {
        readonly cost: {
          readonly amount: string;
        };
        readonly ctr: string | null | undefined;
        readonly impressions: number;
      };
    } | null | undefined;
  } | null | undefined;
};
export type CampaignsSummaryQuery = {
  response: CampaignsSummaryQuery$data;
  variables: CampaignsSummaryQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "advertisable"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "range"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "eid",
    "variableName": "advertisable"
  }
],
v2 = {
  "alias": null,
  "args": [
    {
      "kind": "Variable",
      "name": "range",
      "variableName": "range"
    }
  ],
  "concreteType": "DeliveryReport",
  "kind": "LinkedField",
  "name": "deliveries",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "start",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "endExclusive",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "DeliveryMetrics",
      "kind": "LinkedField",
      "name": "summary",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "impressions",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "ctr",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "Money",
          "kind": "LinkedField",
          "name": "cost",
          "plural": false,
          "selections": [
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "amount",
              "storageKey": null
            }
          ],
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "CampaignsSummaryQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "Advertisable",
        "kind": "LinkedField",
        "name": "advertisable",
        "plural": false,
        "selections": [
          (v2/*:: as any*/)
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
    "name": "CampaignsSummaryQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "Advertisable",
        "kind": "LinkedField",
        "name": "advertisable",
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
    ]
  },
  "params": {
    "cacheID": "4f2e88c30844e3afa664ab4f334e2cb9",
    "id": null,
    "metadata": {},
    "name": "CampaignsSummaryQuery",
    "operationKind": "query",
    "text": "query CampaignsSummaryQuery(\n  $advertisable: ID!\n  $range: DateRangeInput!\n) {\n  advertisable(eid: $advertisable) {\n    deliveries(range: $range) {\n      start\n      endExclusive\n      summary {\n        impressions\n        ctr\n        cost {\n          amount\n        }\n      }\n    }\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "dc5c824cdb03bbba6352299aac953e5d";

export default node;
