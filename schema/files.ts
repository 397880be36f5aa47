import { AREAS, composeAreas } from "../gateway/gateway.js";

/** The SDL files of schema/ by name, as a fresh build has them: one an area, the supergraph, and what clients see. */
export function schemaFiles(): Record<string, string> {
  const { supergraphSdl, apiSdl } = composeAreas();
  return {
    ...Object.fromEntries(AREAS.map((area) => [`${area.name}.graphql`, area.sdl])),
    "supergraph.graphql": supergraphSdl,
    "api.graphql": apiSdl,
  };
}
