import { Kind, parse, type DefinitionNode, type NameNode } from "graphql";

/** An area's SDL with the file that it stands in. */
export interface AreaFile {
  name: string;
  file: string;
  sdl: string;
}

export interface Location {
  subgraph: string;
  file: string;
  line: number;
}

/** Where coordinates stand: the most exact place, of an area that answers it rather than one that refers to it. */
export function createLocator(areas: readonly AreaFile[]): (coordinate: string) => Location | null {
  const places = new Map<string, Location>();
  for (const { name, file, sdl } of areas) {
    for (const definition of parse(sdl).definitions) {
      for (const [coordinate, node] of namesOf(definition)) {
        const line = node.loc?.startToken.line ?? 1;
        if (!places.has(coordinate)) places.set(coordinate, { subgraph: name, file, line });
      }
    }
  }
  return (coordinate) => {
    const field = coordinate.replace(/\(.*$/, "");
    return [coordinate, field, field.replace(/\..*$/, "")].map((each) => places.get(each)).find((each) => each) ?? null;
  };
}

function namesOf(definition: DefinitionNode): [string, NameNode][] {
  if (!("name" in definition) || definition.name === undefined) return [];
  const type = definition.name.value;
  const names: [string, NameNode][] = [[type, definition.name]];
  if ("fields" in definition) {
    for (const field of definition.fields ?? []) {
      const at = `${type}.${field.name.value}`;
      const isExternal = field.directives?.some(({ name }) => name.value === "external") ?? false;
      if (!isExternal) names.push([at, field.name]);
      if (field.kind !== Kind.FIELD_DEFINITION) continue;
      for (const argument of field.arguments ?? []) names.push([`${at}(${argument.name.value}:)`, argument.name]);
    }
  }
  if ("values" in definition)
    for (const value of definition.values ?? []) names.push([`${type}.${value.name.value}`, value.name]);
  return names;
}
