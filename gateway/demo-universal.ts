import type { EngineResponse } from "./execution/engine.js";
import type { Gateway } from "./gateway.js";
import type { Viewer } from "../lib/viewer.js";

const NAME = "Autumn at the harbour";

const SHOP = `query DemoPlaybook($eid: ID!, $name: String!) { advertisable(eid: $eid) {
  playbooks(filter: { name: { eq: $name } }) { nodes { eid status
    campaigns { nodes { eid adGroups { nodes { eid } } } } } }
  ads(first: 2) { nodes { eid } }
} }`;

interface Shop {
  advertisable: {
    playbooks: {
      nodes: {
        eid: string;
        status: string;
        campaigns: { nodes: { eid: string; adGroups: { nodes: { eid: string }[] } }[] };
      }[];
    };
    ads: { nodes: { eid: string }[] };
  };
}

/**
 * Gives the demo's shop a live playbook of two universal campaigns. What is there already stays as it is,
 * so that a load that was killed goes on.
 *
 * @param stepTo sets the clock, in minutes: each step has an instant, and so EIDs, of its own.
 */
export async function furnishPlaybook(
  gateway: Gateway,
  viewer: Viewer,
  eid: string,
  stepTo: (minute: number) => void,
): Promise<void> {
  const asker = { viewer, requestId: "demo" };
  const ask = async (operation: string, variables: Readonly<Record<string, unknown>>): Promise<EngineResponse> => {
    const answer = await gateway.ask(operation, variables, asker);
    if (answer.errors !== undefined) throw failed(answer);
    return answer;
  };
  const shop = async (): Promise<Shop["advertisable"]> => {
    const answer = await ask(SHOP, { eid, name: NAME });
    if (!isShop(answer.data)) throw failed(answer);
    return answer.data.advertisable;
  };

  const before = await shop();
  if (before.playbooks.nodes.length === 0) {
    stepTo(50);
    const daily = { budgetType: "DAILY" };
    const ads = before.ads.nodes.map((ad) => ({ adEid: ad.eid }));
    await ask("mutation Demo($input: CreatePlaybookInput!) { createPlaybook(input: $input) { __typename } }", {
      input: {
        advertisableEid: eid,
        name: NAME,
        budgetSettings: { budgetType: "MONTHLY", goal: "1200" },
        bulkCampaigns: [
          {
            name: "Back to the harbour",
            template: "universal",
            budget: "25",
            budgetSettings: daily,
            adGroups: [{ name: "Visitors of the shop", kpiMetric: "CPA", kpiGoal: "12", ads }],
          },
          { name: "Meet the harbour", objective: "AWARENESS", budget: "15", budgetSettings: daily },
        ],
      },
    });
  }
  const [playbook] = (await shop()).playbooks.nodes;
  if (playbook?.status !== "DRAFT") return;
  stepTo(51);
  const live = { status: "LIVE" };
  await ask("mutation Demo($input: EditPlaybookInput!) { editPlaybook(input: $input) { __typename } }", {
    input: {
      eid: playbook.eid,
      ...live,
      bulkCampaigns: playbook.campaigns.nodes.map((campaign) => ({
        eid: campaign.eid,
        ...live,
        adGroups: campaign.adGroups.nodes.map((adGroup) => ({ eid: adGroup.eid, ...live })),
      })),
    },
  });
}

function isShop(data: unknown): data is Shop {
  return typeof data === "object" && data !== null && "advertisable" in data && data.advertisable !== null;
}

function failed({ errors }: EngineResponse): Error {
  return new Error(`the demo's playbook could not be made: ${JSON.stringify(errors)}`);
}
