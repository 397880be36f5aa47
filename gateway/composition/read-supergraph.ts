import { type ConstDirectiveNode, type DocumentNode, Kind, parse } from "graphql";
import { graphNames, graphUrls } from "../planning/join-directives.js";
import { apiSdlOf, type Supergraph } from "./compose.js";

export interface ForeignSupergraph extends Supergraph {
  /** Where each subgraph answers, by its name. */
  urls: ReadonlyMap<string, string>;
}

const JOIN_SPEC = /^https:\/\/specs\.apollo\.dev\/join\/v(\d+\.\d+)$/;
const JOIN_VERSIONS = ["0.3", "0.4", "0.5"];

/** Features that a supergraph may say it needs in order to be executed rightly, or safely. */
const HONOURED = /^https:\/\/specs\.apollo\.dev\/(join|inaccessible)\/v\d+\.\d+$/;

/** Reads a supergraph that somebody composed. Throws an Error that says what is wrong with it. */
export function readSupergraph(supergraphSdl: string): ForeignSupergraph {
  const document = parse(supergraphSdl, { noLocation: true });
  const features = linkedFeatures(document);
  const version = joinVersion(features);
  if (version === undefined || !JOIN_VERSIONS.includes(version)) {
    const found = version === undefined ? "it is no supergraph" : `it is of version ${version}`;
    throw new Error(`a supergraph of the join specification ${JOIN_VERSIONS.join(", ")} is needed; ${found}`);
  }
  // What such a feature protects would be open to everyone, and fields would be asked for without what they need.
  const missing = features.filter(({ url, purpose }) => purpose !== undefined && !HONOURED.test(url));
  if (missing.length > 0)
    throw new Error(`it needs what this gateway does not do: ${missing.map(({ url }) => url).join(", ")}`);
  const urls = graphUrls(document);
  for (const name of graphNames(document).values()) {
    if (!/^https?:\/\//.test(urls.get(name) ?? "") || !URL.canParse(urls.get(name) ?? ""))
      throw new Error(`the subgraph ${name} has no http:// or https:// address in @join__graph`);
  }
  return { supergraphSdl, apiSdl: apiSdlOf(document), urls };
}

function joinVersion(features: readonly LinkedFeature[]): string | undefined {
  return features.map(({ url }) => JOIN_SPEC.exec(url)?.[1]).find((version) => version !== undefined);
}

/** A specification that the supergraph is written in. */
interface LinkedFeature {
  url: string;
  /** SECURITY or EXECUTION where it must not be served by who does not know the feature. */
  purpose: string | undefined;
}

function linkedFeatures(document: DocumentNode): LinkedFeature[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION
      ? (definition.directives ?? []).flatMap(featureOf)
      : [],
  );
}

function featureOf(directive: ConstDirectiveNode): LinkedFeature[] {
  const valueOf = (name: string) => directive.arguments?.find((argument) => argument.name.value === name)?.value;
  const url = valueOf("url");
  const purpose = valueOf("for");
  if (url?.kind !== Kind.STRING) return [];
  return [{ url: url.value, purpose: purpose?.kind === Kind.ENUM ? purpose.value : undefined }];
}
