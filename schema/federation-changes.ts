import {
  Kind,
  type ConstDirectiveNode,
  type DocumentNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
} from "graphql";
import type { JudgedChange } from "./changes.js";

/** An area's SDL, read. */
export interface AreaSchema {
  name: string;
  typeDefs: DocumentNode;
}

type FieldsNode = ObjectTypeDefinitionNode | ObjectTypeExtensionNode | InterfaceTypeDefinitionNode;

interface Place {
  area: string;
  type: FieldsNode;
}

/** What changed between areas that clients do not see: keys, tags, and which area answers a field. */
export function federationChanges(before: readonly AreaSchema[], after: readonly AreaSchema[]): JudgedChange[] {
  const old = placesOf(before);
  const now = placesOf(after);
  const changes = [...old].flatMap(([place, { area, type }]) => {
    const current = now.get(place);
    return current === undefined
      ? []
      : [...keyChanges(area, type, current.type, after), ...tagChanges(type, current.type)];
  });
  return [...changes, ...moves(old, now)];
}

function placesOf(areas: readonly AreaSchema[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { name, typeDefs } of areas) {
    for (const type of typeDefs.definitions) {
      if (
        type.kind === Kind.OBJECT_TYPE_DEFINITION ||
        type.kind === Kind.OBJECT_TYPE_EXTENSION ||
        type.kind === Kind.INTERFACE_TYPE_DEFINITION
      )
        places.set(`${name} ${type.name.value}`, { area: name, type });
    }
  }
  return places;
}

function keyChanges(area: string, old: FieldsNode, now: FieldsNode, after: readonly AreaSchema[]): JudgedChange[] {
  const type = old.name.value;
  const [had, has] = [keysOf(old), keysOf(now)];
  const others = [...placesOf(after).values()].filter((place) => place.area !== area && place.type.name.value === type);
  const users = others.filter((place) => keysOf(place.type).length > 0).map((place) => place.area);
  const gone = had.filter((key) => !has.includes(key));
  const came = has.filter((key) => !had.includes(key));
  if (gone.length > 0) {
    const isUsed = users.length > 0;
    const change =
      came.length > 0 ? `changed from "${gone.join('", "')}" to "${came.join('", "')}"` : `lost "${gone.join('", "')}"`;
    return [
      {
        code: "KEY_REMOVED",
        coordinate: type,
        level: isUsed ? "breaking" : "dangerous",
        message: `The key of ${type} in ${area} ${change}`,
        reason: isUsed ? `${users.join(", ")} and every plan made so far refer to it by its key.` : null,
        remedy: "Add the new key beside the old one, deploy every area that refers to it, and remove the old key last.",
        noticedBy: null,
        related: [],
      },
    ];
  }
  return came.map((key) => safe("KEY_ADDED", type, `${type} in ${area} can be found by "${key}" too`));
}

function keysOf({ directives }: FieldsNode): string[] {
  return (directives ?? [])
    .filter(({ name }) => name.value === "key")
    .map((each) => textOf(each, "fields").split(/\s+/).join(" "));
}

function textOf(directive: ConstDirectiveNode, argument: string): string {
  const value = directive.arguments?.find(({ name }) => name.value === argument)?.value;
  return value?.kind === Kind.STRING ? value.value.trim() : "";
}

function tagsOf({ directives }: Pick<FieldsNode, "directives">): string[] {
  return (directives ?? []).filter(({ name }) => name.value === "tag").map((each) => textOf(each, "name"));
}

function tagChanges(old: FieldsNode, now: FieldsNode): JudgedChange[] {
  const type = old.name.value;
  const pairs = (old.fields ?? []).flatMap((field) => {
    const current = now.fields?.find(({ name }) => name.value === field.name.value);
    return current === undefined
      ? []
      : [{ at: `${type}.${field.name.value}`, had: tagsOf(field), has: tagsOf(current) }];
  });
  return [{ at: type, had: tagsOf(old), has: tagsOf(now) }, ...pairs].flatMap(({ at, had, has }) => [
    ...had
      .filter((tag) => !has.includes(tag))
      .map((tag): JudgedChange => ({
        ...safe("TAG_REMOVED", at, `${at} lost the tag "${tag}"`),
        level: "dangerous",
        remedy: "See whether a contract selects by this tag.",
      })),
    ...has.filter((tag) => !had.includes(tag)).map((tag) => safe("TAG_ADDED", at, `${at} got the tag "${tag}"`)),
  ]);
}

/** Fields that another area answers now. With @override the two can be deployed one after the other. */
function moves(old: ReadonlyMap<string, Place>, now: ReadonlyMap<string, Place>): JudgedChange[] {
  const [owners, nowOwners] = [ownersOf(old), ownersOf(now)];
  return [...owners].flatMap(([coordinate, areas]) => {
    const current = nowOwners.get(coordinate) ?? new Map<string, string>();
    const [came] = [...current].filter(([area]) => !areas.has(area));
    const gone = [...areas.keys()].filter((area) => !current.has(area));
    if (came === undefined) {
      const [added] = [...current].filter(([area, from]) => from !== "" && areas.get(area) === "");
      return added === undefined
        ? []
        : [safe("FIELD_OVERRIDDEN", coordinate, `${coordinate} is ${added[0]}'s, no longer ${added[1]}'s`)];
    }
    const [area, from] = came;
    if (from !== "")
      return [safe("FIELD_OVERRIDDEN", coordinate, `${coordinate} moves to ${area} from ${from}, by @override`)];
    if (gone.length === 0) return [safe("FIELD_SHARED", coordinate, `${coordinate} is answered by ${area} too`)];
    return [
      {
        ...safe("FIELD_MOVED", coordinate, `${coordinate} moves from ${gone.join(", ")} to ${area} at once`),
        level: "dangerous" as const,
        reason: "Until both are deployed, nobody or the wrong area answers it.",
        remedy: `Add it to ${area} with @override(from: "${gone[0]}"), deploy, and remove it from ${gone[0]} afterwards.`,
      },
    ];
  });
}

/** By coordinate: the areas that answer it, each with the area that it takes it over from. Keys are everybody's. */
function ownersOf(places: ReadonlyMap<string, Place>): Map<string, Map<string, string>> {
  const owners = new Map<string, Map<string, string>>();
  for (const { area, type } of places.values()) {
    const keys = new Set(keysOf(type).flatMap((key) => key.split(/\W+/)));
    for (const field of type.fields ?? []) {
      const directives = field.directives ?? [];
      if (keys.has(field.name.value) || directives.some(({ name }) => name.value === "external")) continue;
      const override = directives.find(({ name }) => name.value === "override");
      const coordinate = `${type.name.value}.${field.name.value}`;
      const areas = owners.get(coordinate) ?? new Map<string, string>();
      areas.set(area, override === undefined ? "" : textOf(override, "from"));
      owners.set(coordinate, areas);
    }
  }
  return owners;
}

function safe(code: string, coordinate: string, message: string): JudgedChange {
  return { code, coordinate, level: "safe", message, reason: null, remedy: null, noticedBy: null, related: [] };
}
