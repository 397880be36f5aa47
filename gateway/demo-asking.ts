import type { Viewer } from "../lib/viewer.js";
import type { Gateway } from "./gateway.js";

type Fields = Readonly<Record<string, unknown>>;

/** Furnishes one advertisable of the demo, step by step: what is there already stays, so that a load that was killed goes on. */
export interface DemoAsking {
  /** Whether a field of the advertisable, with its selection, holds an object with an EID. */
  has(field: string): Promise<boolean>;
  /** The EID of the object of that name in a list of the advertisable, made by a mutation where there is none. */
  ensure(list: string, mutation: string, input: Fields & { name: string }): Promise<string>;
  /** A mutation of the graph, which takes the type named after it as its input. */
  change(mutation: string, input: Fields): Promise<void>;
  /** EIDs of the first objects of a list of the advertisable. */
  some(list: string, first: number): Promise<string[]>;
}

/**
 * @param firstMinute the minute of the first step; each has one of its own, and so EIDs that are the same on every machine.
 */
export function demoAsking(
  gateway: Gateway,
  viewer: Viewer,
  eid: string,
  stepTo: (minute: number) => void,
  firstMinute: number,
): DemoAsking {
  let minute = firstMinute;
  const ask = async (operation: string, variables: Fields): Promise<unknown> => {
    const { data, errors } = await gateway.ask(operation, variables, { viewer, requestId: "demo" });
    if (errors !== undefined) throw new Error(`the demo could not be made: ${JSON.stringify(errors)}`);
    return data;
  };
  const found = async (field: string, variables = "", values: Fields = {}): Promise<unknown> => {
    const data = await ask(`query Demo($eid: ID!${variables}) { advertisable(eid: $eid) { found: ${field} } }`, {
      eid,
      ...values,
    });
    const advertisable: unknown = Reflect.get(Object(data), "advertisable");
    return Reflect.get(Object(advertisable), "found");
  };
  const eidsOf = (connection: unknown): string[] => {
    const nodes: unknown = Reflect.get(Object(connection), "nodes");
    return Array.isArray(nodes) ? nodes.map((node: unknown) => String(Reflect.get(Object(node), "eid"))) : [];
  };
  const named = async (list: string, name: string): Promise<string | undefined> =>
    eidsOf(await found(`${list}(filter: { name: { eq: $name } }) { nodes { eid } }`, ", $name: String!", { name }))[0];
  const change = async (mutation: string, input: Fields): Promise<void> => {
    stepTo(minute);
    minute += 1;
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
    await ask(`mutation Demo($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, { input });
  };
  return {
    change,
    has: async (field) => JSON.stringify(await found(field)).includes('"eid"'),
    some: async (list, first) => eidsOf(await found(`${list}(first: ${first}) { nodes { eid } }`)),
    ensure: async (list, mutation, input) => {
      const known = await named(list, input.name);
      if (known !== undefined) {
        minute += 1;
        return known;
      }
      await change(mutation, input);
      const made = await named(list, input.name);
      if (made === undefined) throw new Error(`the demo lacks ${input.name} among its ${list}`);
      return made;
    },
  };
}
