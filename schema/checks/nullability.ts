import { Kind, type ObjectTypeDefinitionNode } from "graphql";
import type { Complaint, LintRule } from "./lint.js";

/** What another area adds to an object can be missing while that area is away, so it may be null. */
export const nullability: LintRule = {
  name: "nullability",
  check: ({ areas }) => {
    const places = areas.flatMap(({ name, typeDefs }) =>
      typeDefs.definitions.flatMap((type) =>
        type.kind === Kind.OBJECT_TYPE_DEFINITION && has(type, "key") ? [{ area: name, type }] : [],
      ),
    );
    return [...Map.groupBy(places, ({ type }) => type.name.value).values()].flatMap((group): Complaint[] => {
      const owner = group.find(({ type }) => type.interfaces?.some(({ name }) => name.value === "Node"));
      if (owner === undefined) return [];
      return group
        .filter((place) => place !== owner)
        .flatMap(({ area, type }) => {
          const keys = keyFields(type);
          return (type.fields ?? [])
            .filter(
              (field) =>
                field.type.kind === Kind.NON_NULL_TYPE && !has(field, "external") && !keys.has(field.name.value),
            )
            .map((field) => ({
              coordinate: `${type.name.value}.${field.name.value}`,
              message: `${type.name.value}.${field.name.value} of ${area} is non-null, though ${owner.area} owns ${type.name.value}`,
              remedy: "Make it nullable.",
            }));
        });
    });
  },
};

function has({ directives }: Pick<ObjectTypeDefinitionNode, "directives">, name: string): boolean {
  return directives?.some((directive) => directive.name.value === name) ?? false;
}

function keyFields({ directives }: ObjectTypeDefinitionNode): Set<string> {
  const texts = (directives ?? []).flatMap(({ name, arguments: given }) =>
    name.value === "key" ? (given ?? []).map(({ value }) => (value.kind === Kind.STRING ? value.value : "")) : [],
  );
  return new Set(texts.flatMap((text) => text.split(/\W+/)));
}
