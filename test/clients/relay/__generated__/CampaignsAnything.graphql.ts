/**
 * @generated SignedSource<<b4966a35f0689a47e282cfd21a7f44f7>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type CampaignsAnything$data = {
  readonly id: string;
  readonly " $fragmentType": "CampaignsAnything";
};
export type CampaignsAnything$key = {
  readonly " $data"?: CampaignsAnything$data;
  readonly " $fragmentSpreads": FragmentRefs<"CampaignsAnything">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "CampaignsAnything",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "id",
      "storageKey": null
    }
  ],
  "type": "Node",
  "abstractKey": "__isNode"
};

(node as any).hash = "b9d519741814c755454b5cdc2cb9c25e";

export default node;
