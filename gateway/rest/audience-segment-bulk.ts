import type { Violation } from "../../lib/errors.js";
import { AppError } from "../../lib/errors.js";
import {
  AUDIENCE_SEGMENT_FIELDS,
  type AudienceSegmentData,
  SEGMENT_TYPES,
  succeeded,
} from "./audience-segment-records.js";
import { USERS_BODY_LIMIT, USERS_DEADLINE, usersParameter } from "./audience-users.js";
import { bind } from "./bind.js";
import { present } from "./entities.js";
import { ENVELOPES } from "./envelope.js";
import { graphEnum } from "./legacy-format.js";
import { eid, integer, optionalFlag, type Parameter, refusingEmpty, requiredText } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { amount, oneOf, removable } from "./write-parameters.js";

/** Segments of one request at most. */
const MAX_SEGMENTS = 1_000;

/** What each item of the list takes. */
const ITEM = {
  advertiser_id: eid("EID of the advertisable."),
  name: requiredText("Name, 1 to 255 characters."),
  type: oneOf("What puts people into it.", SEGMENT_TYPES),
  duration: integer("Days without activity after which somebody leaves it, 1 to 540.", 1, 540),
  is_conversion: refusingEmpty(optionalFlag("Whether entering it counts as a conversion.")),
  conversion_value: removable(amount("What one conversion is worth, in US dollars; null or an empty text removes it.")),
  data: usersParameter,
};

/** What the graph calls the fields of an item. */
const NAMES: Readonly<Record<string, string>> = {
  advertisableEid: "advertiser_id",
  isConversion: "is_conversion",
  conversionValue: "conversion_value",
};

/** An item as the graph takes it, or why it is none. */
type Item = { input: Readonly<Record<string, unknown>> } | { errors: unknown };

const segments: Parameter<Item[]> = {
  description: `At most ${MAX_SEGMENTS} segments, each as POST /audience/v1/segments takes it; together at most 100,000 users.`,
  required: true,
  absent: [],
  readsWhole: true,
  read: ([items]) => {
    if (!Array.isArray(items)) return { code: "INVALID", must: "a list of segments" };
    return items.length > MAX_SEGMENTS
      ? { code: "TOO_MANY", must: `at most ${MAX_SEGMENTS} segments` }
      : { value: items.map(readItem) };
  },
};

function readItem(body: unknown): Item {
  try {
    const item = bind(ITEM, { query: {}, body });
    return {
      input: {
        advertisableEid: item.advertiser_id,
        name: item.name,
        type: graphEnum(item.type),
        duration: item.duration,
        isConversion: item.is_conversion,
        conversionValue: item.conversion_value,
        ...item.data,
      },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { errors: ENVELOPES.audience.body(error) };
  }
}

interface Result {
  segment: AudienceSegmentData | null;
  failures: { code: string; message: string; path: string[] }[];
}

/** The result of one item; what was never sent to the graph has its errors already. */
function resultOf(item: Item, answer: Result | undefined): unknown {
  if ("errors" in item) return { result: "error", ...Object(item.errors) };
  const { segment, failures } = answer ?? { segment: null, failures: [] };
  if (segment !== null) return succeeded(segment);
  const violations = failures.flatMap((failure): Violation[] =>
    failure.path.length === 0 ? [] : [inOldWords(failure)],
  );
  const [first] = failures;
  const body = ENVELOPES.audience.body({ code: first?.code ?? "", message: first?.message ?? "", violations });
  return { result: "error", ...Object(body) };
}

function inOldWords({ code, message, path: [field = "", ...rest] }: Result["failures"][number]): Violation {
  const name = NAMES[field] ?? field;
  return { code, message: message.replaceAll(field, name), path: [name, ...rest] };
}

function bulkRoute(path: string, description: string): RestRoute {
  return defineRoute({
    area: "audience",
    method: "POST",
    path,
    permission: "segment.write",
    description,
    listBody: "segments",
    users: {},
    bodyLimit: USERS_BODY_LIMIT,
    deadlineMs: USERS_DEADLINE,
    parameters: { segments },
    operation: `mutation PutSegments($input: PutSegmentsInput!) { done: putSegments(input: $input) {
      results { segment { ...AudienceSegmentFields } failures { code message path } } } } ${AUDIENCE_SEGMENT_FIELDS}`,
    variables: (input) => ({
      input: { segments: input.segments.flatMap((item) => ("input" in item ? [item.input] : [])) },
    }),
    refused: ({ segments: items }) => {
      const errors = items.map((item) => ("errors" in item ? item.errors : null));
      return errors.every((each) => each === null) ? undefined : errors;
    },
    body: ({ done }: { done: { results: Result[] } | null }, { segments: items }) => {
      const answers = present(done).results.values();
      return items.map((item) => resultOf(item, "input" in item ? answers.next().value : undefined));
    },
  });
}

const PUT =
  "Changes the segments of the body, a JSON list, or creates them: an advertisable's segment of this name and type is changed, where there is none one is created. Users that are given replace those that a segment has. The answer has a result for each in their order, {result: success, segment} or {result: error, errors}; one that is refused is left out and the others are written.";

export const AUDIENCE_SEGMENT_BULK_ROUTES: readonly RestRoute[] = [
  bulkRoute("/audience/v1/segments_bulk/put", `${PUT} Document 3, part A; decisions, section 7.`),
  bulkRoute("/audience/v1/segments/bulk", `${PUT} The same as segments_bulk/put, and will go. Document 3, part A.`),
];
