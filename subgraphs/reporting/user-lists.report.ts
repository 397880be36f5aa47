import type { RequestContext } from "../../lib/context.js";
import { type Condition, visibleAmong } from "../../lib/database.js";
import type { DateRange } from "../../lib/date-range.js";
import { defineLoader } from "../../lib/loader.js";
import { defineTogether } from "../../lib/read-together.js";
import type { ListDay, ListSizes } from "./user-lists.rules.js";
import type { CountOn, UserListKind } from "./user-lists.type.js";

/** A list of users: who was put into it within the last `duration` days. */
export interface UserList {
  /** EID of what the list belongs to. */
  eid: string;
  /** Days that a user stays in the list, 1 to 540. */
  duration: number;
  /** The segments whose users it has together, of the kind SEGMENTS. */
  segments?: readonly string[];
}

/** What is asked of the lists of an advertisable; equal questions share a statement. */
export interface UserListQuestion {
  advertisableEid: string;
  kind: UserListKind;
  range: DateRange;
  countOn: CountOn;
  /** Segments whose users are not counted. */
  excluded: readonly UserList[];
}

interface ListKey {
  question: UserListQuestion;
  list: UserList;
}

/** Where the members of lists stand: each day on which a user was put into one, and the first of them. */
interface Members {
  /** Rows `m` with advertisable_eid, list_eid, member and day. */
  days: string;
  /** Rows `f` with advertisable_eid, list_eid, member and first_day, made of what `restrict` leaves of a table. */
  firsts: (restrict: string) => string;
}

const MEMBER: Readonly<Record<CountOn, string>> = { COOKIE: "cookie", EMAIL: "email_digest" };

function segmentDays(countOn: CountOn, list: string): string {
  return `(select advertisable_eid, ${list} as list_eid, ${MEMBER[countOn]} as member, day
    from reporting.segment_membership where ${MEMBER[countOn]} <> '')`;
}

const MEMBERS: Readonly<Record<UserListKind, (countOn: CountOn) => Members>> = {
  SEGMENT: (countOn) => ({
    days: segmentDays(countOn, "segment_eid"),
    firsts: () =>
      `(select advertisable_eid, segment_eid as list_eid, member, first_day from reporting.segment_member where count_on = '${countOn}')`,
  }),
  SEGMENTS: (countOn) => ({
    days: `(select advertisable_eid, list_eid, ${MEMBER[countOn]} as member, day
      from reporting.segment_membership join made_of using (segment_eid) where ${MEMBER[countOn]} <> '')`,
    firsts: (restrict) =>
      `(select advertisable_eid, list_eid, member, min(first_day) as first_day
        from reporting.segment_member join made_of using (segment_eid)
        where count_on = '${countOn}' and ${restrict} group by 1, 2, 3)`,
  }),
  ADVERTISABLE: (countOn) => ({
    days: segmentDays(countOn, "advertisable_eid"),
    firsts: (restrict) =>
      `(select advertisable_eid, advertisable_eid as list_eid, member, min(first_day) as first_day
        from reporting.segment_member where count_on = '${countOn}' and ${restrict} group by 1, 3)`,
  }),
};

/** The parts that both statements begin with: `list`, `days`, `firsts` and `excluded`, restricted to the viewer's. */
function parts(context: RequestContext, keys: readonly ListKey[]): Condition {
  const [first] = keys;
  if (first === undefined) throw new TypeError("a report without a list");
  const { kind, countOn, range, excluded } = first.question;
  const members = MEMBERS[kind](countOn);
  const tenants = [...new Set(keys.map((key) => key.question.advertisableEid))];
  const { sql: restrict, bindings: restriction } = visibleAmong(context.viewer, tenants, "advertisable_eid");
  const firsts = members.firsts(restrict);
  const pairs = keys.flatMap(({ list }) => (list.segments ?? []).map((segment) => [list.eid, segment] as const));
  return {
    sql: `with list as (select * from unnest(?::text[], ?::integer[]) as list (eid, duration)),
      made_of as (select distinct * from unnest(?::text[], ?::text[]) as made_of (list_eid, segment_eid)),
      bounds as (select ?::date as start, ?::date as until),
      days as (select m.* from ${members.days} m where ${restrict} and list_eid in (select eid from list)
        and day < (select until from bounds) and day > (select start from bounds) - (select max(duration) from list)),
      firsts as (select f.* from ${firsts} f where ${restrict} and list_eid in (select eid from list)
        and first_day < (select until from bounds)),
      excluded as (
        select m.member, range_agg(daterange(m.day, m.day + x.duration)) as days
        from unnest(?::text[], ?::integer[]) as x (eid, duration)
        join ${segmentDays(countOn, "segment_eid")} m on m.list_eid = x.eid
        where ${restrict} and m.day < (select until from bounds) and m.day > (select start from bounds) - x.duration
        group by 1)`,
    bindings: [
      keys.map((key) => key.list.eid),
      keys.map((key) => key.list.duration),
      pairs.map(([list]) => list),
      pairs.map(([, segment]) => segment),
      range.start,
      range.end,
      ...restriction,
      ...(firsts.includes(restrict) ? restriction : []),
      ...restriction,
      excluded.map((list) => list.eid),
      excluded.map((list) => list.duration),
      ...restriction,
    ],
  };
}

/** Questions that can be asked together: all but the list, and the advertisable where it is said who is excluded. */
function shape({ question: { advertisableEid, ...asked } }: ListKey): string {
  return JSON.stringify(asked.excluded.length === 0 ? asked : [advertisableEid, asked]);
}

function keyText(key: ListKey): string {
  return JSON.stringify([key.question.advertisableEid, key.list.eid, key.list.duration, shape(key)]);
}

/** The keys of each shape, one of those that agree in their list. */
function* grouped(keys: readonly ListKey[]): Generator<ListKey[]> {
  for (const group of Map.groupBy(keys, shape).values()) yield group;
}

/** The sizes of a list and how they change are one answer. */
const together = defineTogether();

/** How many users a list has over the whole range; those of an excluded list at any time of the range don't count. */
export const userListSizes = defineLoader<ListKey, ListSizes>(async (keys, context) => {
  const found = new Map<string, ListSizes>();
  for (const group of grouped(keys)) {
    const from = parts(context, group);
    const rows = await together(context).rows<ListSizes & UserList>(
      `${from.sql}, counted as (select * from days where member not in (select member from excluded)),
       current as (
         select list.eid, list.duration, count(distinct member)::integer as current,
           count(distinct member) filter (where day >= start)::integer as in_range
         from list join counted on list_eid = list.eid cross join bounds where day >= until - list.duration group by 1, 2),
       known as (
         select list_eid, count(*) filter (where first_day >= start)::integer as new, count(*)::integer as total
         from firsts cross join bounds where member not in (select member from excluded) group by 1)
       select list.eid, list.duration, coalesce(current, 0) as "current", coalesce(in_range, 0) as "currentInRange",
         coalesce(new, 0) as "new", coalesce(total, 0) as "total"
       from list left join current using (eid, duration) left join known on known.list_eid = list.eid`,
      from.bindings,
    );
    const byList = new Map(rows.map((row) => [`${row.eid} ${row.duration}`, row]));
    for (const key of group) {
      const row = byList.get(`${key.list.eid} ${key.list.duration}`);
      if (row !== undefined) found.set(keyText(key), row);
    }
  }
  return found;
}, keyText);

/**
 * How a list changes day by day, for `sizesByDay`: a user who was put into it stays for its duration, and
 * counts on the days on which no excluded list has them.
 */
export const userListDays = defineLoader<ListKey, ListDay[]>(async (keys, context) => {
  const found = new Map<string, ListDay[]>();
  for (const group of grouped(keys)) {
    const from = parts(context, group);
    const rows = await together(context).rows<ListDay & UserList>(
      `${from.sql},
       stay as (
         select eid, duration, 'current' as metric, range_agg(daterange(day, day + duration)) as days, member
         from list join days on list_eid = eid group by eid, duration, member
         union all
         select eid, duration, 'total', datemultirange(daterange(first_day, null)), member
         from list join firsts on list_eid = eid),
       span as (
         select eid, duration, metric, unnest((stay.days - coalesce(excluded.days, '{}')) * datemultirange(daterange(start, until))) as days
         from stay left join excluded using (member) cross join bounds),
       change as (
         select eid, duration, metric, lower(days) as day, 1 as n from span
         union all select eid, duration, metric, upper(days), -1 from span
         union all
         select eid, duration, 'new', first_day, 1
         from list join firsts on list_eid = eid left join excluded using (member) cross join bounds
         where first_day >= start and not coalesce(excluded.days @> first_day, false)
         union all
         select distinct on (eid, duration, days.day, member) eid, duration, 'currentInRange', days.day, 1
         from list join days on list_eid = eid left join excluded using (member) cross join bounds
         where days.day >= start and not coalesce(excluded.days @> days.day, false))
       select eid, duration, metric, day, sum(n)::integer as change from change group by 1, 2, 3, 4`,
      from.bindings,
    );
    const byList = Map.groupBy(rows, (row) => `${row.eid} ${row.duration}`);
    for (const key of group) found.set(keyText(key), byList.get(`${key.list.eid} ${key.list.duration}`) ?? []);
  }
  return found;
}, keyText);

/** The segments among `eids` that the reports know of the advertisable. */
export const knownSegments = defineLoader<{ advertisableEid: string; eids: readonly string[] }, Set<string>>(
  async (keys, context) => {
    const known = new Map(keys.map((key) => [key.advertisableEid, new Set<string>()]));
    // Of most segments there are events, which need no look at every month of the deliveries.
    for (const table of ["segment_event", "segment_delivery"]) {
      const unknown = keys.flatMap(({ advertisableEid, eids }) =>
        eids.filter((eid) => known.get(advertisableEid)?.has(eid) !== true),
      );
      if (unknown.length === 0) break;
      const visible = visibleAmong(context.viewer, [...known.keys()], "t.tenant");
      // Looked up one by one, since all rows of a segment grow with its history.
      const rows = await context.sql.rows<{ tenant: string; eid: string }>(
        `select t.tenant, s.eid from unnest(?::text[]) t (tenant) cross join unnest(?::text[]) s (eid)
         where ${visible.sql}
           and exists (select from reporting.${table} k where k.advertisable_eid = t.tenant and k.segment_eid = s.eid)`,
        [[...known.keys()], [...new Set(unknown)], ...visible.bindings],
      );
      for (const { tenant, eid } of rows) known.get(tenant)?.add(eid);
    }
    return new Map(keys.map((key) => [JSON.stringify(key), known.get(key.advertisableEid) ?? new Set()]));
  },
  (key) => JSON.stringify(key),
);
