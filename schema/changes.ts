import { type Change, CriticalityLevel, diff } from "@graphql-inspector/core";
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isInterfaceType,
  type GraphQLSchema,
} from "graphql";
import { LEVELS, type Level } from "./finding.js";
import { type ChangeParts, VERDICTS } from "./verdicts.js";

/** A change with what we think of it before anybody looked who would notice. */
export interface JudgedChange {
  code: string;
  coordinate: string;
  level: Level;
  message: string;
  remedy: string | null;
  reason: string | null;
  /** Keys of the usage index that say who would notice; null where usage cannot excuse it. */
  noticedBy: readonly string[] | null;
  related: readonly string[];
}

interface Single extends Omit<JudgedChange, "related"> {
  parts: ChangeParts;
  /** The named type that the changed thing has or had. */
  of: string | null;
}

/** What clients would see of a change of the schema, related changes as one, worst first. `today` is YYYY-MM-DD. */
export async function apiChanges(before: GraphQLSchema, after: GraphQLSchema, today: string): Promise<JudgedChange[]> {
  const changes = (await diff(before, after)).map((change) => judge(change, before, after, today));
  return join(changes).toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

function judge(change: Change, before: GraphQLSchema, after: GraphQLSchema, today: string): Single {
  const code = String(change.type);
  const verdict = Object.entries(VERDICTS).find(([type]) => type === code)?.[1] ?? { level: "breaking" as const };
  const meta: Readonly<Record<string, unknown>> = change.meta;
  const parts = partsOf(change, meta);
  const isLibraryBreaking = change.criticality.level === CriticalityLevel.Breaking;
  const level = verdict.level === "breaking or safe" ? (isLibraryBreaking ? "breaking" : "safe") : verdict.level;
  const broken = code.endsWith("_DEPRECATION_REASON_CHANGED") ? brokenPromise(before, after, parts) : null;
  const removal = REMOVALS.test(code) ? removalDateOf(before, parts) : null;
  const isEarly = removal !== null && today < removal;
  return {
    code,
    coordinate: coordinateOf(parts),
    level: broken === null ? level : "breaking",
    message: change.message,
    remedy:
      broken !== null
        ? "Keep the day, or name a later one."
        : level === "safe"
          ? null
          : isEarly
            ? `Wait until ${removal}.`
            : (verdict.remedy ?? null),
    reason: isEarly || broken !== null ? `It was promised to stay until ${removal ?? broken}.` : null,
    noticedBy: isEarly || broken !== null ? null : (verdict.noticedBy?.(parts) ?? null),
    parts,
    of: typeNameOf(before, parts) ?? typeNameOf(after, parts),
  };
}

function partsOf(change: Change, meta: Readonly<Record<string, unknown>>): ChangeParts {
  // The directives of something are that thing's affair.
  const path = (change.path ?? "").replace(/\.@.*$/, "");
  const [type = "", member = "", argument = ""] = path.split(".");
  const newType = [meta["newArgumentType"], meta["newInputFieldType"]].find((each) => typeof each === "string");
  const isNewDemand = /^(FIELD_ARGUMENT|INPUT_FIELD)_ADDED$/.test(String(change.type));
  const linked = [meta["addedInterfaceName"], meta["removedInterfaceName"]].find((each) => typeof each === "string");
  return {
    type,
    member,
    argument,
    interfaceName: linked ?? "",
    demandsMore: isNewDemand || (newType?.endsWith("!") ?? false),
  };
}

/** As the specification of schema coordinates writes it. */
function coordinateOf({ type, member, argument }: ChangeParts): string {
  if (member === "") return type;
  return argument === "" || type.startsWith("@") ? `${type}.${member}` : `${type}.${member}(${argument}:)`;
}

function fieldOf(schema: GraphQLSchema, { type, member }: ChangeParts) {
  const owner = schema.getType(type);
  return isObjectType(owner) || isInterfaceType(owner) || isInputObjectType(owner)
    ? owner.getFields()[member]
    : undefined;
}

function typeNameOf(schema: GraphQLSchema, parts: ChangeParts): string | null {
  const field = fieldOf(schema, parts);
  if (field === undefined) return null;
  if (parts.argument === "") return getNamedType(field.type).name;
  const argument = "args" in field ? field.args.find(({ name }) => name === parts.argument) : undefined;
  return argument === undefined ? null : getNamedType(argument.type).name;
}

/** The day after which something deprecated may go; null where nothing is promised. */
function removalDateOf(schema: GraphQLSchema, parts: ChangeParts): string | null {
  return /\d{4}-\d{2}-\d{2}/.exec(deprecationOf(schema, parts) ?? "")?.[0] ?? null;
}

/** The day of a promise that is taken back: it would be shorter, or without a day. */
function brokenPromise(before: GraphQLSchema, after: GraphQLSchema, parts: ChangeParts): string | null {
  const [was, is] = [removalDateOf(before, parts), removalDateOf(after, parts)];
  return was !== null && (is === null || is < was) ? was : null;
}

function deprecationOf(schema: GraphQLSchema, parts: ChangeParts): string | null | undefined {
  const owner = schema.getType(parts.type);
  if (isEnumType(owner)) return owner.getValue(parts.member)?.deprecationReason;
  const field = fieldOf(schema, parts);
  if (parts.argument === "" || field === undefined || !("args" in field)) return field?.deprecationReason;
  return field.args.find(({ name }) => name === parts.argument)?.deprecationReason;
}

/** Makes one of what belongs together: everything at one place, a type with all that named it, and a rename. */
function join(all: readonly Single[]): JudgedChange[] {
  const added = new Set(all.filter(({ code }) => code === "TYPE_ADDED").map(({ parts }) => parts.type));
  // Nobody can know a value of a type that was not there, or read it through an interface that was not there.
  const isNew = ({ code, parts }: Single): boolean =>
    added.has(code === "OBJECT_TYPE_INTERFACE_ADDED" ? parts.interfaceName : parts.type);
  const changes = all.map((change): Single => (isNew(change) ? { ...change, level: "safe", remedy: null } : change));
  const removed = new Set(changes.filter(({ code }) => code === "TYPE_REMOVED").map(({ parts }) => parts.type));
  const addedFields = new Set(changes.filter(({ code }) => code === "FIELD_ADDED").map(({ coordinate }) => coordinate));
  const renames = renamesOf(changes);
  const groups = Map.groupBy(changes, (change) => {
    const { parts, code, of, coordinate } = change;
    if (added.has(parts.type)) return parts.type;
    if (addedFields.has(`${parts.type}.${parts.member}`))
      return renames.get(`${parts.type}.${parts.member}`) ?? `${parts.type}.${parts.member}`;
    // What led to a type that is gone went with it; what leads to a new one came with it.
    if (code.endsWith("_REMOVED") && of !== null && removed.has(of)) return of;
    if (code.endsWith("_ADDED") && of !== null && added.has(of) && change.level === "safe") return of;
    const member = [...removed, ...added].find(
      (name) => /^(UNION|OBJECT)_/.test(code) && change.message.includes(`'${name}'`),
    );
    return member ?? renames.get(coordinate) ?? coordinate;
  });
  return [...groups.values()].flatMap((group) => {
    const [main, ...others] = group.toSorted((a, b) => weight(a) - weight(b));
    if (main === undefined) return [];
    const { parts: _parts, of: _of, ...rest } = main;
    const [, newName] = [...renames].flatMap(([to, from]) => (from === main.coordinate ? [from, to] : []));
    const worse = group.filter(({ level }) => level === main.level);
    const isExcusable = worse.every(({ noticedBy }) => noticedBy !== null);
    const noticedBy = isExcusable ? [...new Set(worse.flatMap((each) => each.noticedBy ?? []))] : null;
    const message = newName === undefined ? main.message : `${main.message} (renamed to ${newName}?)`;
    return [{ ...rest, message, noticedBy, related: others.map((each) => each.message) }];
  });
}

/** The type that is gone stands for all that went with it. */
function weight({ level, code, reason }: Single): number {
  return LEVELS.indexOf(level) * 10 + (code.startsWith("TYPE_") ? 0 : reason === null ? 2 : 1);
}

/** By the coordinate of what came: what went from the same type at the same time, when it is one of each. */
function renamesOf(changes: readonly Single[]): Map<string, string> {
  const renames = new Map<string, string>();
  const isSamePlace = (a: Single, b: Single): boolean =>
    a.of === b.of && a.parts.type === b.parts.type && (a.parts.argument === "" || a.parts.member === b.parts.member);
  for (const gone of changes.filter(({ code }) => REMOVALS.test(code))) {
    const kind = gone.code.replace("REMOVED", "ADDED");
    const came = changes.filter((each) => each.code === kind && isSamePlace(each, gone));
    const went = changes.filter((each) => each.code === gone.code && isSamePlace(each, gone));
    const [only] = came;
    if (came.length === 1 && went.length === 1 && only !== undefined) renames.set(only.coordinate, gone.coordinate);
  }
  return renames;
}

const REMOVALS = /^(FIELD|INPUT_FIELD|FIELD_ARGUMENT|ENUM_VALUE)_REMOVED$/;
