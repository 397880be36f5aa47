import {
  campaignKey,
  advertisableKey,
  dateTime,
  emailList,
  MAIL_BODY_LIMIT,
  senderParameters,
} from "./email-parameters.js";
import { present } from "./entities.js";
import { optionalText, type Parameter } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { textOrNull } from "./social-parameters.js";
import { lasting } from "./write-parameters.js";

/** Asks whether an advertisable or campaign exists, be it foreign. */
export const EXISTENCE = "query Exists($eid: ID!) { exists: emailObjectExists(eid: $eid) }";

/** What document 1 calls SuccessfulActionResponse. */
export const SUCCESS = { success: true };

const FACTS = { area: "email", permission: "email.write" } as const;

const dates = {
  start_date: dateTime("When sending starts, not in the past nor after end_date; at once when not given."),
  end_date: dateTime("When sending stops, not before start_date; never when not given."),
};

/**
 * The status that is wanted. Whatever is none is refused by the graph, as document 1 wants it: not before the
 * campaign is found, its advertisable is not suspended and it has not stopped.
 */
const status: Parameter<"RUNNING" | "PAUSED" | "STOPPED"> = {
  description: "paused or running; required. Anything else is refused once the campaign could take one.",
  required: false,
  absent: "STOPPED",
  readsEmpty: true,
  read: (raw) => {
    const [wanted, ...others] = raw;
    if (others.length > 0) return { value: "STOPPED" };
    return { value: wanted === "running" ? "RUNNING" : wanted === "paused" ? "PAUSED" : "STOPPED" };
  },
};

interface EmailData {
  eid: string;
  content: string;
  emailSubject: string | null;
  previewText: string | null;
  utmCampaign: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  delayHours: number;
}

/** A campaign email in its result form (document 1, part A). */
function emailRecord(email: EmailData) {
  return {
    eid: email.eid,
    content: email.content,
    email_subject: email.emailSubject,
    preview_text: email.previewText,
    utm_campaign: email.utmCampaign,
    utm_source: email.utmSource,
    utm_medium: email.utmMedium,
    delay_hours: email.delayHours,
  };
}

export const EMAIL_CAMPAIGN_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...FACTS,
    method: "POST",
    path: "/mailer/api/v1/advertisables/{advertisable_eid}/campaign",
    description: "Creates a campaign, paused; its eid. Nothing of the body is required. Document 1, part A, 1.",
    bodyLimit: MAIL_BODY_LIMIT,
    parameters: {
      ...advertisableKey,
      emails: emailList("Its e-mails in the order in which they are sent, at most 50."),
      name: textOrNull("Name, 1 to 255 characters. Own: document 1 has it in the update only."),
      source: textOrNull("Which service creates it, 1 to 255 characters."),
      ...senderParameters,
      ...dates,
    },
    operation: `mutation Create($input: CreateEmailCampaignInput!) {
      done: createEmailCampaign(input: $input) { emailCampaign { eid } } }`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable_eid,
        emails: input.emails,
        name: input.name,
        source: input.source,
        senderName: input.sender_name,
        senderAddress: input.sender_address,
        footerPostalAddress: input.footer_postal_address,
        startDate: input.start_date,
        endDate: input.end_date,
      },
    }),
    body: ({ done }: { done: { emailCampaign: { eid: string } } | null }) => ({ eid: present(done).emailCampaign.eid }),
  }),
  defineRoute({
    ...FACTS,
    method: "PATCH",
    path: "/mailer/api/v1/campaigns/{campaign_eid}/",
    description:
      "Changes a campaign; what is not given stays. One that the service strategy made is changed with source=strategy alone, 400 otherwise. Document 1, part A, 10.",
    parameters: {
      ...campaignKey,
      name: lasting(textOrNull("Name, 1 to 255 characters.")),
      source: optionalText("Which service changes it. Own: document 1 names the error only."),
      ...senderParameters,
      ...dates,
    },
    operation: `mutation Edit($input: EditEmailCampaignInput!) {
      done: editEmailCampaign(input: $input) { emailCampaign { eid } } }`,
    variables: (input) => ({
      input: {
        eid: input.campaign_eid,
        name: input.name,
        source: input.source,
        senderName: input.sender_name,
        senderAddress: input.sender_address,
        footerPostalAddress: input.footer_postal_address,
        startDate: input.start_date,
        endDate: input.end_date,
      },
    }),
    body: () => SUCCESS,
  }),
  defineRoute({
    ...FACTS,
    method: "PUT",
    path: "/mailer/api/v1/campaigns/{campaign_eid}/status",
    envelope: "knownEmail",
    existence: EXISTENCE,
    subject: (input) => input.campaign_eid,
    description:
      "Sets a campaign to running or paused: 404 when there is none, 403 when it is foreign, 423 when its advertisable is suspended, 422 when it is stopped, 400 for another status or when it lacks something to run. Document 1, states; part A, 13.",
    parameters: { ...campaignKey, status },
    operation: `mutation Status($input: SetEmailCampaignStatusInput!) {
      done: setEmailCampaignStatus(input: $input) { emailCampaign { eid } } }`,
    variables: (input) => ({ input: { eid: input.campaign_eid, status: input.status } }),
    body: () => SUCCESS,
  }),
  defineRoute({
    ...FACTS,
    method: "GET",
    path: "/mailer/api/v1/campaigns/{campaign_eid}/emails",
    permission: "email.read",
    description: "The e-mails of a campaign in the order in which they are sent. Document 1, part A, 11.",
    parameters: campaignKey,
    operation: `query Emails($eid: ID!) { emailCampaign(eid: $eid) { emails(first: 100) { nodes {
      eid content emailSubject previewText utmCampaign utmSource utmMedium delayHours } } } }`,
    variables: (input) => ({ eid: input.campaign_eid }),
    body: ({ emailCampaign }: { emailCampaign: { emails: { nodes: EmailData[] } } | null }) => ({
      emails: present(emailCampaign).emails.nodes.map(emailRecord),
    }),
  }),
  defineRoute({
    ...FACTS,
    method: "PATCH",
    path: "/mailer/api/v1/campaigns/{campaign_eid}/emails",
    description:
      "Changes the e-mails of a campaign by their positions, all or none: 413 for more than it has. What is not given of one stays, null takes it away. The body is a bare array, or has one as emails. Document 1, part A, 12.",
    bodyLimit: MAIL_BODY_LIMIT,
    listBody: "emails",
    parameters: {
      ...campaignKey,
      emails: emailList("The changes of the first e-mail, of the second, and so on.", true),
    },
    operation: `mutation Edit($input: EditEmailsInput!) { done: editEmails(input: $input) { emailCampaign { eid } } }`,
    variables: (input) => ({ input: { campaignEid: input.campaign_eid, emails: input.emails ?? [] } }),
    body: () => SUCCESS,
  }),
];
