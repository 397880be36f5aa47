import { EXISTENCE, SUCCESS } from "./email-campaigns.js";
import { advertisableKey, dateTime, MAIL_BODY_LIMIT, mailerDateTime, senderParameters } from "./email-parameters.js";
import { paged, pageParameters, present } from "./entities.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import { type Parameter, requiredText } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { textOrNull } from "./social-parameters.js";
import { lasting, oneOf } from "./write-parameters.js";

const ADVERTISABLE = "/mailer/api/v1/advertisables/{advertisable_eid}";

const READ = { area: "email", permission: "email.read" } as const;
const WRITE = { area: "email", permission: "email.write" } as const;

/** Of operations that document 1 gives both 403 and 404. */
const KNOWN = {
  envelope: "knownEmail",
  existence: EXISTENCE,
  subject: (input: { advertisable_eid: string }) => input.advertisable_eid,
} as const;

const MESSAGE_TYPES = [
  "email_unsubscriber",
  "email_pixel",
  "email_forms_new",
  "email_forms_blocked",
  "email_forms_missing",
] as const;

interface MessagesData {
  messages: { type: string; createdAt: string }[] | null;
}

/** Every message that is listed is active, which document 1 calls viewed. */
function messageResults(advertisable: MessagesData) {
  return {
    results: present(advertisable.messages).map(({ type, createdAt }) => ({
      type: legacyEnum(type),
      viewed: true,
      created_date: mailerDateTime(createdAt),
    })),
  };
}

/** Texts of a list in a JSON body, whatever they are. */
const addresses: Parameter<string[]> = {
  description: "E-mail addresses, at most 10,000; those that are none come back as ignored.",
  required: true,
  absent: [],
  readsEmpty: true,
  read: (raw) => {
    const texts = raw.filter((item) => typeof item === "string");
    return texts.length === raw.length ? { value: texts } : { code: "INVALID", must: "a list of texts" };
  },
};

interface SettingsData {
  country: string | null;
  senderName: string | null;
  senderAddress: string | null;
  footerPostalAddress: string | null;
}

interface UnsubscribersData {
  unsubscribers: { nodes: { emailAddress: string | null; createdAt: string }[] } | null;
}

const EDIT_SETTINGS = `mutation Edit($input: EditEmailSettingsInput!) {
  done: editEmailSettings(input: $input) { emailSettings { eid } } }`;

export const EMAIL_ADVERTISABLE_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...READ,
    method: "GET",
    path: `${ADVERTISABLE}/messages`,
    description: "The messages that hold and that nobody has viewed. Document 1, part A, 2.",
    parameters: advertisableKey,
    operation: "query Messages($eid: ID!) { advertisable(eid: $eid) { messages { type createdAt } } }",
    variables: (input) => ({ eid: input.advertisable_eid }),
    body: ({ advertisable }: { advertisable: MessagesData | null }) => messageResults(present(advertisable)),
  }),
  defineRoute({
    ...WRITE,
    method: "POST",
    path: `${ADVERTISABLE}/messages`,
    description:
      "Marks a message as viewed: it goes until there is a newer reason; the messages that remain. Decisions, section 7; document 1, part A, 3.",
    parameters: { ...advertisableKey, type: oneOf("The message's type.", MESSAGE_TYPES) },
    operation: `mutation View($input: MarkMessageViewedInput!) {
      done: markMessageViewed(input: $input) { advertisable { messages { type createdAt } } } }`,
    variables: (input) => ({ input: { advertisableEid: input.advertisable_eid, type: graphEnum(input.type) } }),
    body: ({ done }: { done: { advertisable: MessagesData } | null }) => messageResults(present(done).advertisable),
  }),
  defineRoute({
    ...WRITE,
    method: "POST",
    path: `${ADVERTISABLE}/opt-out`,
    permission: "email.terms",
    description:
      "Opts an advertisable out of e-mail: it joins the beta programme, rejects the terms of service, and its campaigns are stopped. For its owner and platform administrators. Document 1, part A, 4.",
    parameters: { ...advertisableKey, agent: requiredText("Which service tells so, 1 to 255 characters.") },
    operation: `mutation OptOut($input: OptOutOfEmailInput!) {
      done: optOutOfEmail(input: $input) { emailSettings { eid } } }`,
    variables: (input) => ({ input: { advertisableEid: input.advertisable_eid, agent: input.agent } }),
    body: () => SUCCESS,
  }),
  defineRoute({
    ...WRITE,
    method: "PATCH",
    path: `${ADVERTISABLE}/sender_info`,
    description: "Sets who sends an advertisable's e-mails; what is not given stays. Document 1, part A, 5.",
    parameters: {
      ...advertisableKey,
      sender_name: lasting(senderParameters.sender_name),
      sender_address: lasting(senderParameters.sender_address),
      footer_postal_address: lasting(senderParameters.footer_postal_address),
    },
    operation: EDIT_SETTINGS,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable_eid,
        senderName: input.sender_name,
        senderAddress: input.sender_address,
        footerPostalAddress: input.footer_postal_address,
      },
    }),
    body: () => SUCCESS,
  }),
  defineRoute({
    ...READ,
    ...KNOWN,
    method: "GET",
    path: `${ADVERTISABLE}/settings`,
    description: "Country and sender of an advertisable's e-mails; null where they are not set. Document 1, part A, 6.",
    parameters: advertisableKey,
    operation: `query Settings($eid: ID!) { emailSettings(advertisableEid: $eid) {
      country senderName senderAddress footerPostalAddress } }`,
    variables: (input) => ({ eid: input.advertisable_eid }),
    body: ({ emailSettings }: { emailSettings: SettingsData | null }) => {
      const settings = present(emailSettings);
      return {
        country: settings.country,
        sender_name: settings.senderName,
        sender_address: settings.senderAddress,
        footer_postal_address: settings.footerPostalAddress,
      };
    },
  }),
  defineRoute({
    ...WRITE,
    ...KNOWN,
    method: "PATCH",
    path: `${ADVERTISABLE}/settings`,
    description: "Sets the country of an advertisable's e-mails. Document 1, part A, 7.",
    parameters: { ...advertisableKey, country: lasting(textOrNull("Two letters of ISO 3166-1, such as US.")) },
    operation: EDIT_SETTINGS,
    variables: (input) => ({ input: { advertisableEid: input.advertisable_eid, country: input.country } }),
    body: () => SUCCESS,
  }),
  defineRoute({
    ...READ,
    method: "GET",
    path: `${ADVERTISABLE}/unsubscribers`,
    description:
      "Who wants no e-mail of an advertisable, the oldest first; what staff reads is written to the audit. Document 1, part A, 8.",
    parameters: {
      ...advertisableKey,
      since: dateTime("Only those who unsubscribed after this instant, and not at it."),
      ...pageParameters,
    },
    operation: `query Unsubscribers($eid: ID!, $from: DateTime, $after: String) { advertisable(eid: $eid) {
      unsubscribers(first: 1000, after: $after, filter: { createdAt: { from: $from } }) {
        nodes { emailAddress createdAt } pageInfo { hasNextPage endCursor } } } }`,
    connection: "advertisable.unsubscribers",
    variables: (input) => ({ eid: input.advertisable_eid, from: input.since == null ? null : justAfter(input.since) }),
    body: ({ advertisable }: { advertisable: UnsubscribersData | null }, input) => {
      const { nodes } = present(present(advertisable).unsubscribers);
      const people = nodes.flatMap(({ emailAddress, createdAt }) =>
        // One whose address nobody knows any more can't be named here.
        emailAddress === null ? [] : [{ date: mailerDateTime(createdAt), email_address: emailAddress }],
      );
      return { unsubscribers: paged(people, input) };
    },
  }),
  defineRoute({
    ...WRITE,
    method: "POST",
    path: `${ADVERTISABLE}/unsubscribers`,
    description:
      "Unsubscribes people, of which one who has unsubscribed before is none of an error; the texts that are no addresses. 413 for more than 10,000. The body is a bare array, or has one as unsubscribers. Document 1, part A, 9; decisions, section 7.",
    bodyLimit: MAIL_BODY_LIMIT,
    listBody: "unsubscribers",
    names: { emailAddresses: "unsubscribers" },
    parameters: { ...advertisableKey, unsubscribers: addresses },
    operation: `mutation Unsubscribe($input: AddUnsubscribersInput!) {
      done: addUnsubscribers(input: $input) { ignored } }`,
    variables: (input) => ({ input: { advertisableEid: input.advertisable_eid, emailAddresses: input.unsubscribers } }),
    body: ({ done }: { done: { ignored: string[] } | null }) => ({ ignored: present(done).ignored }),
  }),
  defineRoute({
    ...READ,
    method: "GET",
    path: "/mailer/api/v1/{advertisable_eid}/activation_status",
    description: "Whether an advertisable has accepted the current terms of service. Document 1, part A, 14.",
    parameters: advertisableKey,
    operation: "query Activation($eid: ID!) { emailSettings(advertisableEid: $eid) { termsAccepted } }",
    variables: (input) => ({ eid: input.advertisable_eid }),
    body: ({ emailSettings }: { emailSettings: { termsAccepted: boolean } | null }) => ({
      terms_accepted: present(emailSettings).termsAccepted,
    }),
  }),
];

/** The first instant after one; tables keep milliseconds. */
function justAfter(iso: string): string {
  return new Date(Date.parse(iso) + 1).toISOString();
}
