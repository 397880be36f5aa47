import type { Viewer } from "../lib/viewer.js";
import type { EngineResponse } from "./execution/engine.js";
import type { Gateway } from "./gateway.js";

/** What the shop's segments are; a rule of that name fills the ones that have one. */
const SEGMENTS = [
  { name: "Newsletter readers", type: "CRM", duration: 540, emails: ["ana", "ben", "cleo", "dora", "emil"] },
  { name: "Looked at products", type: "USER_EVENTS", duration: 30, rule: "Products" },
  {
    name: "Buyers",
    type: "USER_EVENTS",
    duration: 180,
    isConversion: true,
    conversionValue: "45.00",
    rule: "Order done",
  },
] as const;

interface Shop {
  advertisable: {
    segments: { nodes: { eid: string; name: string }[] };
    pixel: { rules: { nodes: { eid: string; name: string; segmentEids: string[] }[] } };
  };
}

const SHOP = `query DemoSegments($eid: ID!) { advertisable(eid: $eid) {
  segments { nodes { eid name } } pixel { rules { nodes { eid name segmentEids } } } } }`;

/**
 * The segments of the demo's shop. What is there already stays as it is, so that a load that was killed goes on.
 *
 * @param stepTo sets the clock, in minutes: each step has an instant, and so EIDs, of its own.
 * @param keepsAddresses whether the service can keep addresses; without that nobody is in the list of customers.
 */
export async function furnishSegments(
  gateway: Gateway,
  viewer: Viewer,
  eid: string,
  { stepTo, keepsAddresses }: { stepTo: (minute: number) => void; keepsAddresses: boolean },
): Promise<void> {
  const asker = { viewer, requestId: "demo" };
  const ask = async (operation: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const answer = await gateway.ask(operation, variables, asker);
    if (answer.errors !== undefined) throw failed(answer);
    return answer.data;
  };
  const read = async (): Promise<Shop["advertisable"]> => {
    const data = await ask(SHOP, { eid });
    if (!isShop(data)) throw new Error("the demo's shop is not there");
    return data.advertisable;
  };
  const before = await read();
  for (const [index, segment] of SEGMENTS.entries()) {
    if (before.segments.nodes.some(({ name }) => name === segment.name)) continue;
    stepTo(30 + index);
    const { name, type, duration } = segment;
    const more = "isConversion" in segment ? { isConversion: true, conversionValue: segment.conversionValue } : {};
    const data =
      "emails" in segment && keepsAddresses ? segment.emails.map((each) => ({ email: `${each}@mail.example` })) : null;
    await ask("mutation Demo($input: CreateSegmentInput!) { createSegment(input: $input) { __typename } }", {
      input: { advertisableEid: eid, name, type, duration, ...more, data },
    });
  }
  const { segments, pixel } = await read();
  stepTo(30 + SEGMENTS.length);
  for (const segment of SEGMENTS) {
    const rule = "rule" in segment ? pixel.rules.nodes.find(({ name }) => name === segment.rule) : undefined;
    const made = segments.nodes.find(({ name }) => name === segment.name);
    if (rule === undefined || made === undefined || rule.segmentEids.length > 0) continue;
    await ask("mutation Demo($input: EditRuleInput!) { editRule(input: $input) { __typename } }", {
      input: { eid: rule.eid, segmentEids: [made.eid] },
    });
  }
}

function isShop(data: unknown): data is Shop {
  return typeof data === "object" && data !== null && "advertisable" in data && data.advertisable !== null;
}

function failed({ errors }: EngineResponse): Error {
  return new Error(`the demo's segments could not be made: ${JSON.stringify(errors)}`);
}
