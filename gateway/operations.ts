import "reflect-metadata";
import { readFileSync, realpathSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildASTSchema, GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { Client } from "pg";
import { type Clock, systemClock } from "../lib/clock.js";
import { AppError } from "../lib/errors.js";
import { ArgumentError, type ProgramOptions, runCommand, runOnDatabase } from "./database-program.js";
import { composeAreas } from "./gateway.js";
import { documentDigest } from "./operations/document-digest.js";
import { type ManifestOperation, readManifest } from "./operations/manifest.js";
import { register, type RegisteredOperation } from "./operations/registered-operation.table.js";

const HELP = `npm run operations -- register MANIFEST

Registers the operations of a manifest of persisted operations as the tools of Apollo Client, Relay and
graphql-codegen write it: clients may then ask for them by their id. All of them, or none if one does not fit
the graph or if its id has another document.
`;

/** What an id can be: what fits a query parameter as it is. */
const ID = /^[\x21-\x7e]{1,255}$/;

/** Runs one command line and gives its exit code: 0 registered, 1 refused with nothing registered, 2 arguments that are not understood. */
export async function operations(
  argv: readonly string[],
  options: ProgramOptions,
  clock: Clock = systemClock,
): Promise<number> {
  return await runCommand(argv, options, HELP, async (args) => {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const [command, file, ...others] = positionals;
    if (command !== "register" || file === undefined || others.length > 0)
      throw new ArgumentError("Say register and name one manifest.");
    const manifest = readManifest(readFileSync(file, "utf8"));
    if (manifest === null)
      throw new ArgumentError(`${file} is no manifest as Apollo Client, Relay or graphql-codegen write it.`);
    const schema = buildASTSchema(parse(composeAreas().apiSdl, { noLocation: true }));
    const faults = manifest.flatMap((operation) => faultOf(operation, schema));
    if (faults.length > 0) throw new AppError("BAD_USER_INPUT", faults.join("\n"));
    const { added, taken } = await registerAll(manifest, await options.ownerUrl(), new Date(clock.now()));
    if (taken.length > 0)
      throw new AppError("DUPLICATE", `Another document is registered as ${taken.join(", ")}; nothing was registered.`);
    options.print(`${added} registered, ${manifest.length - added} were before.\n`);
  });
}

async function registerAll(manifest: readonly ManifestOperation[], url: string, now: Date) {
  const owner = new Client({ connectionString: url });
  // A connection that is lost fails the statement that waits for it, which is where it is told of.
  owner.on("error", () => {});
  await owner.connect();
  try {
    const all = manifest.map((each): RegisteredOperation => ({ ...each, digest: documentDigest(each.document) }));
    return await register(owner, all, now);
  } finally {
    await owner.end();
  }
}

/** Why an operation cannot be registered. */
function faultOf({ id, document }: ManifestOperation, schema: GraphQLSchema): string[] {
  if (!ID.test(id)) return [`${JSON.stringify(id)} is no id: 1 to 255 printable ASCII characters without spaces.`];
  try {
    return validate(schema, parse(document, { maxTokens: 10_000 }), undefined, { maxErrors: 1 }).map(
      ({ message }) => `${id} does not fit the graph: ${message}`,
    );
  } catch (error) {
    if (error instanceof GraphQLError) return [`${id} is no GraphQL: ${error.message}`];
    throw error;
  }
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === import.meta.filename) await runOnDatabase(operations);
