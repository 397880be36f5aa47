import { buildSubgraphSchema } from "@apollo/subgraph";
import { assert, asyncProperty, integer, nat, record } from "fast-check";
import { buildSchema, execute, parse } from "graphql";
import { expect, test } from "vitest";
import { SUBGRAPHS_MODE } from "../../kit/subgraphs-mode.js";
import { document, federate } from "../kit.js";
import { randomQuery } from "./random-query.js";
import { MERGED_SDL, populate, REFERENCES, SUBGRAPHS } from "./world.js";

/** Over HTTP a run costs several times as much, and the executor behind it is the same. */
const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? (SUBGRAPHS_MODE === "http" ? 300 : 2_000));
const WORLDS = [1, 2, 3];

/** What random queries found once: objects whose key alone was looked up under names that the subgraph does not know. */
const FOUND = [
  { seed: 1_270_874_734, depth: 3, world: 0 },
  { seed: 2_055_089_577, depth: 3, world: 1 },
];

type Path = readonly (string | number)[];

test(
  "a federated answer equals that of one schema over the same data, for any query",
  { timeout: 600_000 },
  async () => {
    const worlds = WORLDS.map((seed) => ({
      merged: populate(buildSchema(MERGED_SDL), seed),
      toy: federate(
        SUBGRAPHS.map(({ name, sdl }) => ({
          name,
          sdl,
          schema: populate(
            buildSubgraphSchema([{ typeDefs: document(sdl), resolvers: name === "people" ? REFERENCES.people : {} }]),
            seed,
          ),
        })),
      ),
    }));
    const arbitrary = record({ seed: nat(), depth: integer({ min: 1, max: 4 }), world: nat(WORLDS.length - 1) });
    await assert(
      asyncProperty(arbitrary, async ({ seed, depth, world }) => {
        const { merged, toy } = itemAt(worlds, world);
        const { source, variables } = randomQuery(merged, seed, depth);
        const plain = await execute({ schema: merged, document: parse(source), variableValues: variables });
        const federated = await toy.run(source, variables);
        const told = `${source}\n${JSON.stringify(variables)}\n${JSON.stringify(toy.sent.splice(0), null, 1)}`;
        // As text, so that the order of the keys counts.
        expect({ told, data: JSON.stringify(federated.data) }).toEqual({ told, data: JSON.stringify(plain.data) });
        const expected = (plain.errors ?? []).map((error) => error.path ?? []);
        const actual = (federated.errors ?? []).map((error) => error.path ?? []);
        // Several errors may lie below what became null; which of them are found before the others are given up is not defined.
        expect({ told, nulls: nulls(actual, federated.data) }).toEqual({ told, nulls: nulls(expected, plain.data) });
      }),
      { numRuns: RUNS, endOnFailure: true, examples: FOUND.map((example): [typeof example] => [example]) },
    );
  },
);

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

/** The error paths, each cut off where the data is null. */
function nulls(paths: readonly Path[], data: unknown): string[] {
  const places = paths.map((path) => {
    let at = data;
    const place: (string | number)[] = [];
    for (const key of path) {
      if (at === null || at === undefined) break;
      place.push(key);
      at = (at as Record<string | number, unknown>)[key];
    }
    return place;
  });
  return [...new Set(places.map((place) => JSON.stringify(place)))].toSorted();
}
