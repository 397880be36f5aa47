import {
  defaultFieldResolver,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  isLeafType,
  isListType,
  isObjectType,
} from "graphql";
import { AppError } from "../../../lib/errors.js";
import { nextTurn } from "../../../lib/turns.js";
import type { QueryContext } from "./query-context.js";
import { selectedFields, type Selecting } from "./selected-fields.js";

/** Values that one answer may hold. */
export const MAX_VALUES = 1_000_000;

/** Values that are made in one turn of the event loop: some 20 ms. */
const PIECE = 10_000;

/**
 * What bounds an answer whose lists have no pages: the same rows can be asked for under several names, with any number of
 * metrics. Values are made in pieces, between which other requests have their turn.
 */
export interface AnswerSize {
  /**
   * Resolves when so many values may be made; never, once the answer is refused. What must not wait counts
   * all the same.
   */
  make(values: number, mayWait: boolean): Promise<void>;
}

/** @param refuse Told once an answer is too large, with COST_ESTIMATED_TOO_EXPENSIVE: it is not made any further. */
export function createAnswerSize(refuse: (error: AppError) => void): AnswerSize {
  let left = MAX_VALUES;
  let made = 0;
  const waiting: { values: number; goOn: () => void }[] = [];
  async function letGo(): Promise<void> {
    for (let next = 0; next < waiting.length;) {
      await nextTurn();
      for (made = 0; made < PIECE && next < waiting.length; next += 1) {
        made += waiting[next]?.values ?? 0;
        waiting[next]?.goOn();
      }
    }
    waiting.length = 0;
  }
  return {
    make(values, mayWait) {
      left -= values;
      if (left < 0) {
        waiting.length = 0;
        const most = MAX_VALUES.toLocaleString("en");
        refuse(new AppError("COST_ESTIMATED_TOO_EXPENSIVE", `Ask for less: at most ${most} values in one answer.`));
        return new Promise(() => {});
      }
      if (!mayWait || (waiting.length === 0 && made < PIECE)) {
        made += values;
        return Promise.resolve();
      }
      return new Promise((goOn) => {
        if (waiting.push({ values, goOn }) === 1) void letGo();
      });
    },
  };
}

/** Has a list count for what is selected of its items, as soon as its length is known. */
export function countItems(field: GraphQLField<unknown, QueryContext>): void {
  const type = getNamedType(field.type);
  if (!isListType(getNullableType(field.type)) || !isObjectType(type)) return;
  const { resolve = defaultFieldResolver } = field;
  // Objects that have others below them go on together: these are read by as few statements as that allows.
  const mayWait = Object.values(type.getFields()).every((each) => isLeafType(getNamedType(each.type)));
  field.resolve = async (source, args, context, info) => {
    const value: unknown = await resolve(source, args, context, info);
    if (Array.isArray(value)) await context.size.make(value.length * valuesOf(info.fieldNodes, type, info), mayWait);
    return value;
  };
}

/** The values of one object: those of its lists are counted by themselves. */
function valuesOf(parents: readonly FieldNode[], type: GraphQLNamedType, info: Selecting): number {
  if (!isObjectType(type)) return 0;
  return selectedFields(parents, info).reduce((values, node) => {
    const field = type.getFields()[node.name.value];
    const isOne = field !== undefined && !isListType(getNullableType(field.type));
    return values + 1 + (isOne ? valuesOf([node], getNamedType(field.type), info) : 0);
  }, 0);
}
