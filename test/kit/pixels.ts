import { type GraphqlAnswer, type TestService } from "./service.js";
import { ALPHA, create, pixelOf } from "./world.js";

/** The pixel of a new advertisable of Alpha's. */
export async function newPixel({ gateway }: TestService): Promise<string> {
  const advertisable = await create(gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
    organizationEid: ALPHA,
    name: "Shop",
  });
  return await pixelOf(gateway, advertisable);
}

/** A new rule at the end of a pixel's. */
export async function newRule(
  { gateway }: TestService,
  pixelEid: string,
  name: string,
  pattern = "*",
): Promise<string> {
  return await create(gateway, "createRule", "CreateRuleInput", "rule", { pixelEid, name, pattern });
}

/** A mutation that takes an input of its own name, as Alpha's admin. */
export async function mutate(
  service: TestService,
  name: string,
  input: object,
  selection: string,
): Promise<GraphqlAnswer> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return await service.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input });
}

export async function reorder(service: TestService, pixelEid: string, ruleEids: string[]): Promise<GraphqlAnswer> {
  const selection = "pixel { rules(first: 100) { nodes { eid } } }";
  return await mutate(service, "reorderRules", { pixelEid, ruleEids }, selection);
}

export function violationsOf({ errors }: GraphqlAnswer): unknown {
  return errors?.[0]?.extensions.violations;
}
