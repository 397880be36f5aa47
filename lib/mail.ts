import type { MailLinks } from "./mail-links.js";

/** A mailbox as it stands in a header. */
export interface Mailbox {
  /** What a person reads; empty for none. */
  name: string;
  address: string;
}

/** One mail to one recipient, ready to be sent. */
export interface OutgoingMail {
  /** Without its angle brackets. A mail that is sent once more has the same, by which its recipient's server knows it. */
  messageId: string;
  from: Mailbox;
  to: string;
  subject: string;
  html: string;
  text: string;
  date: Date;
  /** Headers beyond these. */
  headers: Readonly<Record<string, string>>;
}

/**
 * What a failed try says. OUTAGE: no mail can be sent for the moment, this one is as good as before. TEMPORARY: this
 * mail was turned away, or nobody knows whether it was taken; it can be tried again. PERMANENT: it never will be taken.
 */
export type MailFailureKind = "OUTAGE" | "TEMPORARY" | "PERMANENT";

/** Why a mail was not taken. It says nothing that the other side wrote but its status codes. */
export class MailFailure extends Error {
  override readonly name = "MailFailure";
  readonly kind: MailFailureKind;
  /** Short and for clients: `SMTP_550_5.1.1`, `UNREACHABLE`. */
  readonly reason: string;

  constructor(kind: MailFailureKind, reason: string, options?: { cause?: unknown }) {
    super(reason, options);
    this.kind = kind;
    this.reason = reason;
  }
}

/** Hands mails to the server that delivers them. */
export interface MailTransport {
  /** Mails that it is worth sending at a time. */
  readonly parallel: number;
  /** Resolves once the server has taken the mail. Rejects with MailFailure, or the signal's reason when that fires. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Ends the connections. */
  close(): void;
}

/** What sending mails takes. */
export interface MailServices {
  transport: MailTransport;
  links: MailLinks;
}

function nowhere(): never {
  throw new TypeError("there is nowhere for the links of mails to lead");
}

/** Where there is no server to send to: no mail is taken, and there are no links. */
export const NO_MAIL: MailServices = {
  transport: {
    parallel: 1,
    send: () => Promise.reject(new MailFailure("OUTAGE", "NOT_CONFIGURED")),
    close: () => {},
  },
  links: { url: nowhere, read: () => null, host: nowhere },
};
