import { legacyAmount, legacyEnum } from "./legacy-format.js";
import { choices } from "./parameter.js";

/** The types as the documents name them (document 3, part A). */
export const SEGMENT_TYPES = ["crm", "user_events", "user_attributes", "impression", "custom"] as const;

export const AUDIENCE_SEGMENT_FIELDS = `fragment AudienceSegmentFields on Segment {
  eid advertisableEid name type duration isActive isConversion conversionValue { amount } createdAt emails ids
}`;

export interface AudienceSegmentData {
  eid: string;
  advertisableEid: string;
  name: string;
  type: string;
  duration: number;
  isActive: boolean;
  isConversion: boolean;
  conversionValue: { amount: string } | null;
  createdAt: string;
  emails: number;
  ids: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The record of decisions, section 7; `source` is our own: upload where users were uploaded, pixel where visitors come in by what they did, else null. */
export function audienceSegment(data: AudienceSegmentData): Fields {
  const isCrm = data.type === "CRM";
  const isUploaded = isCrm || data.ids > 0;
  return {
    segment_id: data.eid,
    advertiser_id: data.advertisableEid,
    name: data.name,
    type: legacyEnum(data.type),
    duration: data.duration,
    is_active: data.isActive,
    is_conversion: data.isConversion,
    conversion_value: legacyAmount(data.conversionValue),
    created_date: Date.parse(data.createdAt),
    source: isUploaded ? "upload" : data.type === "USER_EVENTS" ? "pixel" : null,
    ...(isCrm ? { emails: data.emails } : { ids: data.ids }),
  };
}

const FIELDS = [
  "segment_id",
  "advertiser_id",
  "name",
  "type",
  "duration",
  "is_active",
  "is_conversion",
  "conversion_value",
  "created_date",
  "source",
  "emails",
  "ids",
] as const;

export const omitFields = choices("Fields that the records are to lack, joined by commas.", FIELDS);

/** A record without some of its fields. */
export function without(record: Fields, omitted: readonly string[] | undefined): Fields {
  if (omitted === undefined) return record;
  return Object.fromEntries(Object.entries(record).filter(([field]) => !omitted.includes(field)));
}

/** The answer about one segment. */
export function succeeded(data: AudienceSegmentData) {
  return { result: "success", segment: audienceSegment(data) };
}
