import { readFileSync } from "node:fs";
import path from "node:path";
import {
  buildSchema,
  GraphQLError,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  Kind,
  type ValueNode,
} from "graphql";
import { PROJECT_ROOT } from "../../../lib/config.js";
import { parseReportDate } from "../../../lib/date-range.js";
import { legacyDateTime } from "../legacy-format.js";
import { countItems } from "./answer-size.js";
import { METRIC_RESOLVERS } from "./metric-resolvers.js";
import { OBJECT_RESOLVERS } from "./object-resolvers.js";
import { ROOT_RESOLVERS } from "./root-resolvers.js";

const SDL = "gateway/rest/reporting-query/schema.graphql";

const RESOLVERS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  ...ROOT_RESOLVERS,
  ...OBJECT_RESOLVERS,
  ...METRIC_RESOLVERS,
};

const SCALARS: Readonly<Record<string, object>> = {
  Date: { parseValue: dayFrom, parseLiteral: (node: ValueNode) => dayFrom(textOf(node), node) },
  DateTime: { serialize: (instant: unknown) => legacyDateTime(String(instant)) },
};

/** The schema of the old reporting query. Throws when a resolver has no field. */
export function reportingQuerySchema(): GraphQLSchema {
  const schema = buildSchema(readFileSync(path.join(PROJECT_ROOT, SDL), "utf8"));
  for (const [name, fields] of Object.entries(RESOLVERS)) {
    const type = schema.getType(name);
    for (const [fieldName, resolve] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
      if (field === undefined) throw new TypeError(`the reporting query has no field ${name}.${fieldName}`);
      Object.assign(field, { resolve });
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type) && !isIntrospectionType(type)) Object.values(type.getFields()).forEach(countItems);
  }
  for (const [name, functions] of Object.entries(SCALARS)) {
    const type = schema.getType(name);
    if (!isScalarType(type)) throw new TypeError(`the reporting query has no scalar ${name}`);
    Object.assign(type, functions);
  }
  return schema;
}

function textOf(node: ValueNode): unknown {
  return node.kind === Kind.STRING ? node.value : undefined;
}

function dayFrom(input: unknown, nodes?: ValueNode): string {
  const day = typeof input === "string" ? parseReportDate(input) : null;
  if (day === null)
    throw new GraphQLError("A Date must be a day from 1900 to 9998 as YYYY-MM-DD or MM-DD-YYYY.", { nodes });
  return day;
}
