import { getNamedType, isInterfaceType, isListType, isNonNullType, isObjectType, type GraphQLType } from "graphql";
import type { Complaint, LintRule } from "./lint.js";

/** A list of objects that have an id can grow: it is a connection, or names its items in an argument. */
export const pagination: LintRule = {
  name: "pagination",
  check: ({ api }) =>
    Object.values(api.getTypeMap()).flatMap((type): Complaint[] => {
      if (!isObjectType(type) || type.name.startsWith("__")) return [];
      const isPage = /(Connection|Payload)$/.test(type.name);
      return Object.values(type.getFields()).flatMap((field): Complaint[] => {
        const coordinate = `${type.name}.${field.name}`;
        const named = getNamedType(field.type);
        if (named.name.endsWith("Connection")) {
          const missing = ["first", "after"].filter((name) => !field.args.some((argument) => argument.name === name));
          if (missing.length === 0) return [];
          const message = `The connection ${coordinate} cannot be paged: it lacks ${missing.join(" and ")}`;
          return [{ coordinate, message, remedy: "Give it first and after." }];
        }
        const isEntity = (isObjectType(named) || isInterfaceType(named)) && named.getFields()["id"] !== undefined;
        const namesItems = field.args.some((argument) => isList(argument.type));
        if (isPage || !isEntity || !isList(field.type) || namesItems) return [];
        const message = `${coordinate} lists objects of ${named.name} without pages`;
        return [{ coordinate, message, remedy: `Return a ${named.name}Connection.` }];
      });
    }),
};

function isList(type: GraphQLType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
