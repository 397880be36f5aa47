import { isoDateTime } from "./iso-date-time.js";
import { isFields } from "./json-parameters.js";
import { eid, type Parameter, single } from "./parameter.js";
import { orNull, textOrNull } from "./social-parameters.js";

/** Bytes of a body with e-mails or addresses: 10,000 addresses of any length fit. */
export const MAIL_BODY_LIMIT = 4 * 2 ** 20;

export const advertisableKey = { advertisable_eid: eid("EID of the advertisable.") };
export const campaignKey = { campaign_eid: eid("EID of the e-mail campaign.") };

/** A date-time; null takes it away. */
export function dateTime(description: string): Parameter<string | null | undefined> {
  return orNull(
    single<string | undefined>(
      `${description} ISO 8601, with or without a time; UTC without a zone.`,
      false,
      undefined,
      "a date-time, such as 2026-01-31T12:00:00",
      isoDateTime,
    ),
  );
}

/** A date-time as /mailer writes it: UTC, without zone and parts of a second (decisions, section 3). */
export function mailerDateTime(iso: string): string {
  return iso.slice(0, 19);
}

/** Who sends, as create, update and sender_info have it. */
export const senderParameters = {
  sender_name: textOrNull("Name of the sender, 1 to 255 characters."),
  sender_address: textOrNull("E-mail address of the sender."),
  footer_postal_address: textOrNull("Legal mailing address of the sender, 1 to 1,000 characters."),
};

/** Texts of an e-mail by the names that the old interface has for them; those from preview_text on are own. */
const TEXTS = {
  body: "body",
  headline: "headline",
  cta_destination: "ctaDestination",
  cta_label: "ctaLabel",
  hero_image_url: "heroImageUrl",
  email_subject: "emailSubject",
  preview_text: "previewText",
  utm_campaign: "utmCampaign",
  utm_source: "utmSource",
  utm_medium: "utmMedium",
} as const;

const MUST =
  "a list of objects with body, headline, cta_destination, cta_label, hero_image_url, email_subject (texts) and delay_hours (a whole number)";

/** E-mails in a body, in the order of their positions; undefined when not given. */
export function emailList(
  description: string,
  required = false,
): Parameter<Readonly<Record<string, unknown>>[] | undefined> {
  return {
    description,
    required,
    readsEmpty: required,
    absent: undefined,
    read: (raw) => {
      const emails: Readonly<Record<string, unknown>>[] = [];
      for (const item of raw) {
        const email = emailOf(item);
        if (email === undefined) return { code: "INVALID", must: MUST };
        emails.push(email);
      }
      return { value: emails };
    },
  };
}

function emailOf(item: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isFields(item)) return undefined;
  const email: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(TEXTS)) {
    const value = item[name];
    if (value === undefined) continue;
    if (value !== null && typeof value !== "string") return undefined;
    email[field] = value;
  }
  const hours = item["delay_hours"];
  if (hours === undefined || hours === null) return email;
  return Number.isInteger(hours) && Math.abs(Number(hours)) < 2 ** 31 ? { ...email, delayHours: hours } : undefined;
}
