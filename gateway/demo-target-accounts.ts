import type { Viewer } from "../lib/viewer.js";
import type { Gateway } from "./gateway.js";

/** Companies that the shop wants to win; those that it has talked to are a tier of their own. */
const LIST = { name: "Companies by the harbour", domains: ["dock.example", "crane.example", "pilot.example"] };
const TIER = { name: "Talked to", domains: ["crane.example"] };

interface Lists {
  nodes: { eid: string; name: string; tiers: { nodes: { name: string }[] } }[];
}

const LISTS = `query DemoTargetAccounts($eid: ID!) {
  advertisable(eid: $eid) { targetAccountLists { nodes { eid name tiers { nodes { name } } } } } }`;

/** The target account list of the demo's shop. What is there already stays, so that a load that was killed goes on. */
export async function furnishTargetAccounts(
  gateway: Gateway,
  viewer: Viewer,
  advertisableEid: string,
  stepTo: (minute: number) => void,
): Promise<void> {
  const ask = async (operation: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const { data, errors } = await gateway.ask(operation, variables, { viewer, requestId: "demo" });
    if (errors !== undefined)
      throw new Error(`the demo's target accounts could not be made: ${JSON.stringify(errors)}`);
    return data;
  };
  const find = async (): Promise<Lists["nodes"][number] | undefined> => {
    const data = await ask(LISTS, { eid: advertisableEid });
    return listsOf(data).nodes.find(({ name }) => name === LIST.name);
  };
  stepTo(60);
  if ((await find()) === undefined)
    await ask(
      "mutation Demo($input: CreateTargetAccountListInput!) { createTargetAccountList(input: $input) { __typename } }",
      {
        input: { advertisableEid, ...LIST },
      },
    );
  const list = await find();
  if (list === undefined || list.tiers.nodes.some(({ name }) => name === TIER.name)) return;
  stepTo(61);
  await ask("mutation Demo($input: CreateTierInput!) { createTier(input: $input) { __typename } }", {
    input: { advertisableEid, listEid: list.eid, ...TIER },
  });
}

function listsOf(data: unknown): Lists {
  if (!isShop(data)) throw new Error("the demo's shop is not there");
  return data.advertisable.targetAccountLists;
}

function isShop(data: unknown): data is { advertisable: { targetAccountLists: Lists } } {
  return typeof data === "object" && data !== null && "advertisable" in data && data.advertisable !== null;
}
