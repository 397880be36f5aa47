import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { composeAreas } from "../../gateway/gateway.js";
import { compileRelay } from "./relay/compile.js";

const FOLDER = path.join(import.meta.dirname, "relay");
const GENERATED = path.join(FOLDER, "__generated__");
const { apiSdl } = composeAreas();
const documents = await readFile(path.join(FOLDER, "campaigns.graphql"), "utf8");

test("relay-compiler accepts the graph, and its artifacts are those in __generated__ (`npx vitest run test/clients -u` writes them)", async () => {
  const artifacts = await compileRelay(documents, apiSdl);
  for (const [name, text] of Object.entries(artifacts)) {
    await expect(text).toMatchFileSnapshot(path.join(GENERATED, name));
  }
  expect(Object.keys(artifacts)).toEqual(expect.arrayContaining(await readdir(GENERATED)));
});

test("it accepts a refetchable fragment because the type is a Node", async () => {
  const row = `fragment Row on Campaign @refetchable(queryName: "campaignsRowQuery") { name }`;
  expect(Object.keys(await compileRelay(row, apiSdl))).toEqual(["Row.graphql.ts", "campaignsRowQuery.graphql.ts"]);
  const refused = compileRelay(row, apiSdl.replace("type Campaign implements Node", "type Campaign"));
  await expect(refused).rejects.toThrow("Invalid use of @refetchable");
});

test("it demands a type for each scalar", async () => {
  const withAnotherScalar = apiSdl.replaceAll(/\bCount\b/g, "Tally");
  await expect(compileRelay(documents, withAnotherScalar)).rejects.toThrow("Tally");
});
