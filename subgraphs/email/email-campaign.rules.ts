import { AppError, badInput, refuse, type Violation } from "../../lib/errors.js";
import { acceptsTerms } from "./email-settings.rules.js";
import { isComplete } from "./email.rules.js";
import { keysOf } from "../../lib/keys.js";
import { violation } from "../../lib/checks.js";
import { checkHeaderLine, checkSender, type SenderFields } from "./checks.js";
import type { EmailCampaignStatus } from "./email-campaign.type.js";

/** Services whose campaigns are theirs to edit: who edits one names the service (own; document 1, invalid campaign source). */
const MANAGING_SOURCES: readonly string[] = ["strategy"];

const SECOND = 1_000;

/** What of a campaign says when it sends. */
interface CampaignDates {
  startDate: Date | null;
  endDate: Date | null;
}

interface CampaignState extends CampaignDates {
  status: EmailCampaignStatus;
}

/** The fields of a campaign that a client may send; undefined and null are "nothing to check". */
interface EmailCampaignFields extends SenderFields {
  name?: string | null | undefined;
  source?: string | null | undefined;
}

export function checkEmailCampaign(fields: EmailCampaignFields): Violation[] {
  return [...checkHeaderLine("name", fields.name), ...checkHeaderLine("source", fields.source), ...checkSender(fields)];
}

/**
 * Dates of a campaign as they would be. What stays as it is may lie in the past; what is given may not,
 * to the second, since the old interface knows no smaller parts.
 */
export function checkCampaignDates(before: CampaignDates | null, after: CampaignDates, now: number): Violation[] {
  const { startDate, endDate } = after;
  const from = Math.floor(now / SECOND) * SECOND;
  const isNew = (field: keyof CampaignDates): boolean => after[field]?.getTime() !== before?.[field]?.getTime();
  const violations: Violation[] = [];
  if (startDate !== null && isNew("startDate") && startDate.getTime() < from)
    violations.push(violation("startDate", "IN_THE_PAST", "startDate must not be in the past."));
  if (endDate !== null && isNew("endDate") && endDate.getTime() < from)
    violations.push(violation("endDate", "IN_THE_PAST", "endDate must not be in the past."));
  if (startDate !== null && endDate !== null && startDate > endDate) {
    // The one that is given is the one to mend.
    const field = isNew("startDate") ? "startDate" : "endDate";
    violations.push(violation(field, "START_AFTER_END", "startDate must not be after endDate."));
  }
  return violations;
}

/** Whoever edits the campaign of a service that manages its own must be that service. */
export function checkEditor(source: string | null, editor: string | null | undefined): Violation[] {
  if (source === null || !MANAGING_SOURCES.includes(source) || editor === source) return [];
  return [
    violation("source", "NOT_ITS_SOURCE", `source must be ${source}: that service made the campaign and edits it.`),
  ];
}

/** Where a campaign stands: one whose end has passed is stopped, whether its row says so already or not. */
export function statusAt({ status, endDate }: CampaignState, now: number): EmailCampaignStatus {
  return endDate !== null && endDate.getTime() <= now ? "STOPPED" : status;
}

/** What a campaign and its advertisable's settings have of what a campaign needs to run. */
export interface LaunchFacts {
  campaign: { senderName: string | null; senderAddress: string | null; footerPostalAddress: string | null };
  settings: {
    country: string | null;
    senderName: string | null;
    senderAddress: string | null;
    footerPostalAddress: string | null;
    termsVersion: string | null;
  };
  emails: readonly { emailSubject: string | null; body: string | null }[];
}

/** Who the mails of a campaign come from: what it says itself, else what the settings say. */
export function senderOf({ campaign, settings }: Pick<LaunchFacts, "campaign" | "settings">) {
  return {
    senderName: campaign.senderName ?? settings.senderName,
    senderAddress: campaign.senderAddress ?? settings.senderAddress,
    footerPostalAddress: campaign.footerPostalAddress ?? settings.footerPostalAddress,
  };
}

/** What a campaign says of its sender, as it would be while it runs. */
export function checkRunningSender(facts: Pick<LaunchFacts, "campaign" | "settings">): Violation[] {
  const sender = senderOf(facts);
  return keysOf(sender)
    .filter((field) => sender[field] === null)
    .map((field) => violation(field, "NEEDED_TO_RUN", `${field} is needed while the campaign runs; pause it first.`));
}

/** What a campaign lacks to run (decisions, section 7). */
export function launchViolations(facts: LaunchFacts): Violation[] {
  const { settings, emails } = facts;
  const missing = (field: string, message: string): Violation => violation(field, "NOT_READY", message);
  const sender = senderOf(facts);
  return [
    ...(sender.senderName === null ? [missing("senderName", "The sender's name, senderName, is not set.")] : []),
    ...(sender.senderAddress === null
      ? [missing("senderAddress", "The sender's e-mail address, senderAddress, is not set.")]
      : []),
    ...(sender.footerPostalAddress === null
      ? [missing("footerPostalAddress", "The sender's mailing address, footerPostalAddress, is not set.")]
      : []),
    ...(settings.country === null ? [missing("country", "The sender's country is not set.")] : []),
    ...(emails.some(isComplete)
      ? []
      : [missing("emails", "At least one of the emails must have a subject and a body.")]),
    ...(acceptsTerms(settings.termsVersion)
      ? []
      : [
          missing(
            "termsAccepted",
            "The current terms of service are not accepted, termsAccepted; an admin of the organization accepts them with acceptEmailTerms in the graph.",
          ),
        ]),
  ];
}

/**
 * The status after somebody wants another one, in the order of document 1: SUSPENDED whatever is wanted,
 * ILLEGAL_TRANSITION for whatever is wanted of a stopped one, BAD_USER_INPUT for what can't be wanted
 * and for what lacks something to run.
 */
export function nextStatus(
  campaign: CampaignState,
  wanted: EmailCampaignStatus,
  { isSuspended, now, lacks }: { isSuspended: boolean; now: number; lacks: readonly Violation[] },
): EmailCampaignStatus {
  if (isSuspended) throw refused("SUSPENDED", "The advertisable is suspended; its campaigns keep their status.");
  if (statusAt(campaign, now) === "STOPPED")
    throw refused("ILLEGAL_TRANSITION", "The campaign is stopped and can't be started again; make a new one.");
  if (wanted === "STOPPED") throw badInput(["input", "status"], "NOT_A_TARGET", "status must be running or paused.");
  if (wanted === "RUNNING") refuse(lacks);
  return wanted;
}

function refused(code: "SUSPENDED" | "ILLEGAL_TRANSITION", message: string): AppError {
  return new AppError(code, message, { violations: [violation("status", code, message)] });
}
