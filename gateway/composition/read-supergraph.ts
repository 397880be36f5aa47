import { type DocumentNode, Kind, parse } from "graphql";
import { graphNames, graphUrls } from "../planning/join-directives.js";
import { apiSdlOf, type Supergraph } from "./compose.js";

export interface ForeignSupergraph extends Supergraph {
  /** Where each subgraph answers, by its name. */
  urls: ReadonlyMap<string, string>;
}

const JOIN_SPEC = /^https:\/\/specs\.apollo\.dev\/join\/v(\d+\.\d+)$/;
const JOIN_VERSIONS = ["0.3", "0.4", "0.5"];

/** Reads a supergraph that somebody composed. Throws an Error that says what is wrong with it. */
export function readSupergraph(supergraphSdl: string): ForeignSupergraph {
  const document = parse(supergraphSdl, { noLocation: true });
  const version = joinVersion(document);
  if (version === undefined || !JOIN_VERSIONS.includes(version)) {
    const found = version === undefined ? "it is no supergraph" : `it is of version ${version}`;
    throw new Error(`a supergraph of the join specification ${JOIN_VERSIONS.join(", ")} is needed; ${found}`);
  }
  const urls = graphUrls(document);
  for (const name of graphNames(document).values()) {
    if (!/^https?:\/\//.test(urls.get(name) ?? "") || !URL.canParse(urls.get(name) ?? ""))
      throw new Error(`the subgraph ${name} has no http:// or https:// address in @join__graph`);
  }
  return { supergraphSdl, apiSdl: apiSdlOf(document), urls };
}

function joinVersion(document: DocumentNode): string | undefined {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.SCHEMA_DEFINITION && definition.kind !== Kind.SCHEMA_EXTENSION) continue;
    for (const directive of definition.directives ?? []) {
      const url = directive.arguments?.find((argument) => argument.name.value === "url")?.value;
      const [, version] = JOIN_SPEC.exec(url?.kind === Kind.STRING ? url.value : "") ?? [];
      if (version !== undefined) return version;
    }
  }
  return undefined;
}
