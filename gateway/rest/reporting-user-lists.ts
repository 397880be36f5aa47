import type { Clock } from "../../lib/clock.js";
import { RANGE_POLICIES } from "../../lib/date-range.js";
import { badInput } from "../../lib/errors.js";
import { choice, eids, integers, optionalInteger, type Parameter, someEids } from "./parameter.js";
import {
  BREAKDOWN_DECLARATIONS,
  type Breakdown,
  breakdownResults,
  breakdowns,
  breakdownVariables,
  reportParameters,
} from "./report-parameters.js";
import { graphRange } from "./report-range.js";
import { defineRoute, type Method, type RestRoute } from "./route.js";

/** Days that a user stays in a list. */
const MAX_DURATION = 540;
const DEFAULT_DURATION = 30;

const parameters = { ...reportParameters, breakdowns };

interface Sizes {
  current: number;
  currentInRange: number;
  new: number;
  total: number;
}

interface Report {
  summary?: Sizes;
  byList?: { eid: string; duration: number; sizes: Sizes }[];
  byDate?: { date: string; sizes: Sizes }[];
}

const SELECTION = `summary @include(if: $summary) { ...Sizes }
  byList @include(if: $entity) { eid duration sizes { ...Sizes } }
  byDate @include(if: $date) { date sizes { ...Sizes } }`;
const SIZES = "fragment Sizes on UserListSizes { current currentInRange new total }";

function row(sizes: Sizes) {
  return {
    current_visitors: sizes.current,
    current_visitors_in_date_range: sizes.currentInRange,
    new_visitors: sizes.new,
    total_visitors: sizes.total,
  };
}

/** The report in the form of /reportsvc; each list says its duration, since a segment may have several (own decision). */
function body({ summary, byList, byDate }: Report) {
  const { results } = breakdownResults(
    {
      ...(summary !== undefined && { summary }),
      ...(byDate !== undefined && { date: byDate.map(({ date, sizes }) => ({ date, metrics: sizes })) }),
    },
    row,
  );
  return {
    results: {
      ...results,
      ...(byList !== undefined && {
        entity: byList.map(({ eid, duration, sizes }) => ({ entity: eid, duration, ...row(sizes) })),
      }),
    },
  };
}

interface Inputs {
  advertisable_eid: string;
  breakdowns: Breakdown[];
  start_date: string | undefined;
  end_date: string | undefined;
  past_days: number | undefined;
}

function commonVariables(input: Inputs, clock: Clock) {
  return {
    advertisable: input.advertisable_eid,
    range: graphRange(input, RANGE_POLICIES.reportService, clock),
    ...breakdownVariables(input.breakdowns),
  };
}

/** EIDs with their durations; BAD_USER_INPUT when there are not as many of one as of the other. */
function pairs(
  eidsName: string,
  of: readonly string[],
  durationsName: string,
  durations: readonly number[],
): { eid: string; duration: number }[] {
  if (of.length !== durations.length) {
    const message = `${durationsName} must have one duration for each of ${eidsName}: ${of.length}, not ${durations.length}.`;
    throw badInput([durationsName], "LENGTH", message);
  }
  return of.map((eid, index) => ({ eid, duration: durations[index] ?? 0 }));
}

const DECLARATIONS = `$advertisable: ID!, $range: DateRangeInput!, ${BREAKDOWN_DECLARATIONS}`;

const advertisableRoute = defineRoute({
  area: "reporting",
  method: "GET",
  path: "/reportsvc/v1/userlists/advertisable",
  permission: "report.read",
  description: "How many users are in any segment of the advertisable. Document 3, part B, and decisions, section 4.",
  parameters: {
    ...parameters,
    duration: optionalInteger(
      `Days that a user stays in the list, 1 to ${MAX_DURATION}; ${DEFAULT_DURATION} when not given.`,
      1,
      MAX_DURATION,
    ),
  },
  operation: `query AdvertisableUserList(${DECLARATIONS}, $duration: Int!) {
    advertisable(eid: $advertisable) { userList(range: $range, duration: $duration) { ${SELECTION} } }
  } ${SIZES}`,
  variables: (input, clock) => ({ ...commonVariables(input, clock), duration: input.duration ?? DEFAULT_DURATION }),
  body: ({ advertisable }: { advertisable: { userList: Report | null } | null }) => body(advertisable?.userList ?? {}),
});

function durationsOf(of: string): Parameter<number[]> {
  return integers(`Days that a user stays in the list, for each of ${of} in their order.`, 1, MAX_DURATION);
}

function segmentRoute(method: Method): RestRoute {
  return defineRoute({
    area: "reporting",
    method,
    path: "/reportsvc/v1/userlists/segment",
    permission: "report.read",
    description:
      "How many users segments have. A segment may have several durations: the summary and the days use the largest. Document 3, part B, and decisions, section 4.",
    parameters: {
      ...parameters,
      segment_eids: someEids("The segments; one may be named several times with different durations."),
      durations: durationsOf("segment_eids"),
      excluded_segment_eids: eids(
        "Users of these segments are not counted: in summary and entity, who was in one at any time of the range; by date, who is in one on the day.",
      ),
      excluded_durations: { ...durationsOf("excluded_segment_eids"), required: false },
      count_on: choice(
        "What makes two users the same one: cookie or email; cookie when not given.",
        ["cookie", "email"],
        "cookie",
      ),
    },
    operation: `query SegmentUserLists(${DECLARATIONS}, $lists: [UserListInput!]!, $excluded: [UserListInput!]!, $countOn: UserListCountOn!) {
      advertisable(eid: $advertisable) { userLists(range: $range, lists: $lists, excluded: $excluded, countOn: $countOn) { ${SELECTION} } }
    } ${SIZES}`,
    names: { lists: "durations", excluded: "excluded_segment_eids" },
    variables: (input, clock) => ({
      ...commonVariables(input, clock),
      lists: pairs("segment_eids", input.segment_eids, "durations", input.durations),
      excluded: pairs(
        "excluded_segment_eids",
        input.excluded_segment_eids ?? [],
        "excluded_durations",
        input.excluded_durations,
      ),
      countOn: input.count_on === "email" ? "EMAIL" : "COOKIE",
    }),
    body: ({ advertisable }: { advertisable: { userLists: Report | null } | null }) =>
      body(advertisable?.userLists ?? {}),
  });
}

/** Lists of whom ad groups or ads address. */
function addressedRoute<N extends string>(path: string, eidsName: N, by: "AD_GROUP" | "AD", what: string): RestRoute {
  const named = (input: Readonly<Record<string, unknown>>): string[] => {
    const given = input[eidsName];
    return Array.isArray(given) ? given.map(String) : [];
  };
  return defineRoute({
    area: "reporting",
    method: "GET",
    path: `/reportsvc/v1/userlists/${path}`,
    permission: "report.read",
    description: `How many users ${what} address: those of the segments that they address, each user once (own decision). One may have several durations: the summary and the days use the largest. Document 3, part B, and decisions, section 4.`,
    parameters: {
      ...parameters,
      [eidsName]: someEids(`The ${what}; one may be named several times with different durations.`),
      durations: durationsOf(eidsName),
    },
    operation: `query AddressedUsers(${DECLARATIONS}, $lists: [AddressedUsersInput!]!) {
      advertisable(eid: $advertisable) { addressedUsers(range: $range, by: ${by}, lists: $lists) { ${SELECTION} } }
    } ${SIZES}`,
    names: { lists: "durations" },
    variables: (input, clock) => ({
      ...commonVariables(input, clock),
      lists: pairs(eidsName, named(input), "durations", input.durations),
    }),
    body: ({ advertisable }: { advertisable: { addressedUsers: Report | null } | null }) =>
      body(advertisable?.addressedUsers ?? {}),
  });
}

export const USER_LIST_ROUTES: readonly RestRoute[] = [
  addressedRoute("adgroup", "adgroup_eids", "AD_GROUP", "ad groups"),
  addressedRoute("ad", "ad_eids", "AD", "ads"),
  advertisableRoute,
  segmentRoute("GET"),
  segmentRoute("POST"),
];
