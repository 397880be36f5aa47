import {
  AUDIENCE_SEGMENT_FIELDS,
  audienceSegment,
  type AudienceSegmentData,
  omitFields,
  SEGMENT_TYPES,
  succeeded,
  without,
} from "./audience-segment-records.js";
import { USERS_BODY_LIMIT, USERS_DEADLINE, usersParameter } from "./audience-users.js";
import { present } from "./entities.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import {
  eid,
  flag,
  integer,
  optionalChoice,
  optionalInteger,
  optionalText,
  refusingEmpty,
  requiredText,
} from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { amount, lasting, oneOf, removable } from "./write-parameters.js";

const SEGMENTS = "/audience/v1/segments";
const FACTS = { area: "audience", names: { advertisableEid: "advertiser_id" } } as const;
const READ = { ...FACTS, method: "GET", permission: "segment.read" } as const;
/** What brings users. */
const WRITE = {
  ...FACTS,
  method: "POST",
  permission: "segment.write",
  users: {},
  bodyLimit: USERS_BODY_LIMIT,
  deadlineMs: USERS_DEADLINE,
} as const;

const advertiser = eid("EID of the advertisable.");
const segmentKey = { segment_id: eid("EID of the segment.") };
const VALUE = "What one conversion is worth, in US dollars, from 0, at most 2 decimals";
const DURATION = "Days without activity after which somebody leaves it, 1 to 540.";

interface Done {
  done: { segment: AudienceSegmentData } | null;
}

interface LookalikeData extends AudienceSegmentData {
  lookalike: { isValid: boolean; refusal: string | null; users: number } | null;
}

/** What the documents do not name: our own words for why a segment is not valid. */
const REASONS: Readonly<Record<string, string>> = {
  NOT_ACTIVE: "The segment is not active.",
  WRONG_TYPE: "The segment's type is neither crm nor user_events.",
  TOO_FEW_USERS: "The segment has fewer than 100 users.",
};

export const AUDIENCE_SEGMENT_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...READ,
    path: "/audience/v1/advertisers",
    permission: "advertisable.read",
    description: "The advertisables that the caller may see, the oldest first. Document 3, part A.",
    parameters: {},
    operation: `query Advertisers($after: String) {
      advertisables(first: 1000, after: $after) { nodes { eid } pageInfo { hasNextPage endCursor } } }`,
    connection: "advertisables",
    variables: () => ({}),
    body: ({ advertisables }: { advertisables: { nodes: { eid: string }[] } }) => ({
      data: advertisables.nodes.map((each) => ({ advertiser_id: each.eid })),
    }),
  }),
  defineRoute({
    ...READ,
    path: "/audience/v1/crosschannel_lal_segments/valid-segments",
    description:
      "Which segments of an advertisable an audience on other channels can look like, and of the others why not: a segment must be active, of type crm or user_events, and have at least 100 users. Users of a crm segment are its e-mail addresses; of a user_events segment its uploaded ids or those who are in it today by what they did, whichever are more. Document 3, part A; the rule and the names valid_segments, invalid_segments, users, reason and message are our own.",
    parameters: { advertiser_id: advertiser },
    operation: `query Lookalikes($advertisable: ID!, $after: String) { advertisable(eid: $advertisable) {
      segments(first: 1000, after: $after, filter: { isActive: { in: [true, false] } }) {
        nodes { ...AudienceSegmentFields lookalike { isValid refusal users } } pageInfo { hasNextPage endCursor } } } } ${AUDIENCE_SEGMENT_FIELDS}`,
    connection: "advertisable.segments",
    variables: (input) => ({ advertisable: input.advertiser_id }),
    body: ({ advertisable }: { advertisable: { segments: { nodes: LookalikeData[] } | null } | null }) => {
      const judged = present(present(advertisable).segments).nodes.map((segment) => {
        const { isValid, refusal, users } = present(segment.lookalike);
        return { isValid, refusal, record: { ...audienceSegment(segment), users } };
      });
      return {
        valid_segments: judged.filter((each) => each.isValid).map((each) => each.record),
        invalid_segments: judged
          .filter((each) => !each.isValid)
          .map(({ record, refusal }) => ({
            ...record,
            reason: legacyEnum(refusal ?? ""),
            message: REASONS[refusal ?? ""] ?? "",
          })),
      };
    },
  }),
  defineRoute({
    ...READ,
    path: SEGMENTS,
    description: "The segments of an advertisable that are not deleted, the oldest first. Document 3, part A.",
    parameters: {
      advertiser_id: advertiser,
      type: optionalChoice("Only segments of this type.", SEGMENT_TYPES),
      omit_fields: omitFields,
    },
    operation: `query Segments($advertisable: ID!, $filter: SegmentFilter, $after: String) { advertisable(eid: $advertisable) {
      segments(first: 1000, after: $after, filter: $filter) {
        nodes { ...AudienceSegmentFields } pageInfo { hasNextPage endCursor } } } } ${AUDIENCE_SEGMENT_FIELDS}`,
    connection: "advertisable.segments",
    variables: (input) => ({
      advertisable: input.advertiser_id,
      filter: input.type === undefined ? {} : { type: { in: [graphEnum(input.type)] } },
    }),
    body: (
      { advertisable }: { advertisable: { segments: { nodes: AudienceSegmentData[] } | null } | null },
      { omit_fields: omitted },
    ) => ({
      segments: present(present(advertisable).segments).nodes.map((each) => without(audienceSegment(each), omitted)),
    }),
  }),
  defineRoute({
    ...WRITE,
    path: SEGMENTS,
    description:
      "Creates a segment, with users or without; the segment, which counts them and never shows them. Document 3, part A.",
    parameters: {
      advertiser_id: advertiser,
      name: requiredText("Name, 1 to 255 characters."),
      type: oneOf("What puts people into it.", SEGMENT_TYPES),
      duration: integer(DURATION, 1, 540),
      is_conversion: refusingEmpty(flag("Whether entering it counts as a conversion.", false)),
      conversion_value: amount(`${VALUE}.`),
      data: usersParameter,
    },
    operation: `mutation CreateSegment($input: CreateSegmentInput!) {
      done: createSegment(input: $input) { segment { ...AudienceSegmentFields } } } ${AUDIENCE_SEGMENT_FIELDS}`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertiser_id,
        name: input.name,
        type: graphEnum(input.type),
        duration: input.duration,
        isConversion: input.is_conversion,
        conversionValue: input.conversion_value,
        ...input.data,
      },
    }),
    body: ({ done }: Done) => succeeded(present(done).segment),
  }),
  defineRoute({
    ...READ,
    path: `${SEGMENTS}/{segment_id}`,
    description: "A segment, a deleted one too. Document 3, part A.",
    parameters: segmentKey,
    operation: `query Segment($segment: ID!) { segment(eid: $segment) { ...AudienceSegmentFields } } ${AUDIENCE_SEGMENT_FIELDS}`,
    variables: (input) => ({ segment: input.segment_id }),
    body: ({ segment }: { segment: AudienceSegmentData | null }) => succeeded(present(segment)),
  }),
  defineRoute({
    ...WRITE,
    path: `${SEGMENTS}/{segment_id}`,
    users: { segment: "segment_id" },
    description:
      "Changes a segment; what is not given stays. Users that are given replace its users, or are added with append. Document 3, part A; append is our own (decisions, section 7).",
    parameters: {
      ...segmentKey,
      name: lasting(optionalText("Name, 1 to 255 characters.")),
      duration: lasting(optionalInteger(DURATION, 1, 540)),
      conversion_value: removable(amount(`${VALUE}; null or an empty text removes it.`)),
      data: usersParameter,
      append: refusingEmpty(flag("Whether the users are added to those that it has.", false)),
    },
    operation: `mutation EditSegment($input: EditSegmentInput!) {
      done: editSegment(input: $input) { segment { ...AudienceSegmentFields } } } ${AUDIENCE_SEGMENT_FIELDS}`,
    variables: (input) => ({
      input: {
        eid: input.segment_id,
        name: input.name,
        duration: input.duration,
        conversionValue: input.conversion_value,
        ...input.data,
        append: input.append,
      },
    }),
    body: ({ done }: Done) => succeeded(present(done).segment),
  }),
  defineRoute({
    ...FACTS,
    method: "DELETE",
    path: `${SEGMENTS}/{segment_id}`,
    permission: "segment.write",
    description:
      "Deletes a segment: it is not active any more, and lists leave it out; the segment. Document 3, part A.",
    parameters: segmentKey,
    operation: `mutation DeleteSegment($input: DeleteSegmentInput!) {
      done: deleteSegment(input: $input) { segment { ...AudienceSegmentFields } } } ${AUDIENCE_SEGMENT_FIELDS}`,
    variables: (input) => ({ input: { eid: input.segment_id } }),
    body: ({ done }: Done) => succeeded(present(done).segment),
  }),
];
