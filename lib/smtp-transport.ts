import { createTransport } from "nodemailer";
import { MailFailure, type MailTransport } from "./mail.js";

/** Milliseconds until a connection stands, the server greets, and its silence on a command ends. */
const CONNECT_TIMEOUT = 10_000;
const GREETING_TIMEOUT = 10_000;
const SILENCE_TIMEOUT = 20_000;

/** Milliseconds that one mail may take in all, also when the server says something now and then. */
const MAIL_TIMEOUT = 60_000;

/** Something before an @ and after it, and nothing by which an address ends or another begins. */
const ONE_ADDRESS = /^[^\s<>,;:()[\]\\"@\p{Cc}]+@[^\s<>,;:()[\]\\"@\p{Cc}]+$/u;

/** Mails over one connection: servers turn those away that never end. */
const MAILS_A_CONNECTION = 1_000;

export interface SmtpOptions {
  /** Default 5. */
  connections?: number;
  /** Milliseconds, for each of the waits above and for a mail in all; for tests. */
  silenceTimeout?: number;
  mailTimeout?: number;
}

/** Sends over SMTP, by connections that stay open; `url` as `smtp://user:password@host:587` or `smtps://…`. */
export function createSmtpTransport(url: string, options: SmtpOptions = {}): MailTransport {
  const connections = options.connections ?? 5;
  const silence = options.silenceTimeout ?? SILENCE_TIMEOUT;
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: MAILS_A_CONNECTION,
    // It would send a mail again of which nobody knows whether it was taken; that is decided elsewhere.
    maxRequeues: 1,
    connectionTimeout: Math.min(CONNECT_TIMEOUT, silence),
    greetingTimeout: Math.min(GREETING_TIMEOUT, silence),
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    // One more waits for each connection, so that none is idle between two mails.
    parallel: connections * 2,
    send: async (mail, signal) => {
      // Whoever reads an address as text might read two.
      if (!ONE_ADDRESS.test(mail.to)) throw new MailFailure("PERMANENT", "REFUSED_ADDRESS");
      const deadline = AbortSignal.timeout(options.mailTimeout ?? MAIL_TIMEOUT);
      try {
        await pool.sendMail({
          messageId: `<${mail.messageId}>`,
          from: mail.from,
          to: { name: "", address: mail.to },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          date: mail.date,
          headers: { ...mail.headers },
          signal: AbortSignal.any([signal, deadline]),
        });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (deadline.aborted) throw new MailFailure("TEMPORARY", "TIMEOUT", { cause: error });
        throw failureOf(error);
      }
    },
    close: () => pool.close({ force: true }),
  };
}

function failureOf(error: unknown): MailFailure {
  const { code, responseCode, response, command } = factsOf(error);
  if (responseCode !== null) {
    const reason = `SMTP_${responseCode}${enhancedCodeOf(response)}`;
    // What the server says of a recipient or of a mail's content; all else it would say of every mail.
    const concernsMail = (command === "RCPT TO" || command === "DATA") && responseCode !== 421;
    if (!concernsMail) return new MailFailure("OUTAGE", reason, { cause: error });
    return new MailFailure(responseCode >= 500 ? "PERMANENT" : "TEMPORARY", reason, { cause: error });
  }
  // Refused before anything was sent, such as an address that the server has no characters for.
  if (code === "EENVELOPE" || code === "EMESSAGE")
    return new MailFailure("PERMANENT", "REFUSED_ADDRESS", { cause: error });
  if (code === "ETIMEDOUT") return new MailFailure("OUTAGE", "TIMEOUT", { cause: error });
  if (code === "EAUTH") return new MailFailure("OUTAGE", "SIGN_IN_REFUSED", { cause: error });
  return new MailFailure("OUTAGE", "UNREACHABLE", { cause: error });
}

interface SmtpFacts {
  code: string;
  responseCode: number | null;
  response: string;
  command: string;
}

function factsOf(error: unknown): SmtpFacts {
  const of = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const textOf = (name: string): string => {
    const value = of(name);
    return typeof value === "string" ? value : "";
  };
  const responseCode = Number(of("responseCode"));
  return {
    code: textOf("code"),
    responseCode: responseCode >= 400 && responseCode <= 599 ? responseCode : null,
    response: textOf("response"),
    command: textOf("command"),
  };
}

/** `_5.1.1` of an answer that has such a code (RFC 3463), which is all that is safe to repeat of it. */
function enhancedCodeOf(response: string): string {
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return enhanced === undefined ? "" : `_${enhanced}`;
}
