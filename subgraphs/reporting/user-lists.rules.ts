import { eachDay, type DateRange } from "../../lib/date-range.js";
import { badInput } from "../../lib/errors.js";

/** Sizes of a list of users. */
export interface ListSizes {
  current: number;
  currentInRange: number;
  new: number;
  total: number;
}

/** By how much a size changes on a day; `new` and `currentInRange` are that day's own. */
export interface ListDay {
  metric: keyof ListSizes;
  day: string;
  change: number;
}

export const NO_USERS: ListSizes = { current: 0, currentInRange: 0, new: 0, total: 0 };

/** Days that a user can stay in a list, as of a segment (document 3, decisions section 7). */
export const MAX_DURATION = 540;

export function sumSizes(all: readonly ListSizes[]): ListSizes {
  return all.reduce(
    (sum, sizes) => ({
      current: sum.current + sizes.current,
      currentInRange: sum.currentInRange + sizes.currentInRange,
      new: sum.new + sizes.new,
      total: sum.total + sizes.total,
    }),
    NO_USERS,
  );
}

/** The sizes on each day of the range, ascending, from what changed. */
export function sizesByDay(range: DateRange, changes: readonly ListDay[]): { date: string; sizes: ListSizes }[] {
  const byDay = Map.groupBy(changes, (change) => change.day);
  let { current, total } = NO_USERS;
  return eachDay(range).map((date) => {
    const sum = (metric: keyof ListSizes): number =>
      (byDay.get(date) ?? []).reduce((all, each) => (each.metric === metric ? all + each.change : all), 0);
    current += sum("current");
    total += sum("total");
    return { date, sizes: { current, total, new: sum("new"), currentInRange: sum("currentInRange") } };
  });
}

/** Each list once, with its largest duration: what summary and days are made of (document 3, part B). */
export function largest<L extends { eid: string; duration: number }>(lists: readonly L[]): L[] {
  const found = new Map<string, L>();
  for (const list of lists) {
    const known = found.get(list.eid);
    if (known === undefined || known.duration < list.duration) found.set(list.eid, list);
  }
  return [...found.values()];
}

/** The same list twice is one. */
export function distinct<L extends { eid: string; duration: number }>(lists: readonly L[]): L[] {
  return [...new Map(lists.map((list) => [`${list.eid} ${list.duration}`, list])).values()];
}

/** BAD_USER_INPUT for durations that no list has, and for an excluded segment with two of them. */
export function checkLists(
  lists: readonly { eid: string; duration: number }[],
  excluded: readonly { eid: string; duration: number }[],
): void {
  for (const [name, all] of [
    ["lists", lists],
    ["excluded", excluded],
  ] as const) {
    const wrong = all.findIndex(({ duration }) => duration < 1 || duration > MAX_DURATION);
    if (wrong !== -1)
      throw badInput([name, wrong, "duration"], "OUT_OF_RANGE", `A duration must be from 1 to ${MAX_DURATION} days.`);
  }
  if (new Set(excluded.map(({ eid }) => eid)).size < excluded.length)
    throw badInput(["excluded"], "REPEATED", "Each segment must be named once, with exactly one duration.");
}
