import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";
import { isEid } from "./eid.js";

/** What a link in a mail does: shows an image, counts, leads on, or ends the mails. */
export type MailLinkKind = "image" | "open" | "click" | "unsubscribe";

/** What a link is about: an image, or one mail to one recipient. */
export interface MailLinkSubject {
  advertisableEid: string;
  eid: string;
}

/** Makes and reads the links of mails. Nobody can make one of their own, or lead one elsewhere. */
export interface MailLinks {
  /** Its address; `to` is where a click leads, an absolute URL. */
  url(kind: MailLinkKind, subject: MailLinkSubject, to?: string): string;
  /** What the token in an address is about, or null where we have not made it, for this kind and this `to`. */
  read(kind: MailLinkKind, token: string, to?: string): MailLinkSubject | null;
  /** The host that they lead to, by which mails are named too. */
  host(): string;
}

/** Where the service answers them; a kind and a token follow. */
export const MAIL_LINKS_PATH = "/mail";

const TOKEN = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})$/;

/** Bytes of a signature: 128 bits, so that a link stays short enough for old mail programs. */
const SIGNATURE_LENGTH = 16;

/** `secret` is any secret of the service's; what signs links is a key of its own made of it. */
export function createMailLinks(secret: string, publicUrl: () => string): MailLinks {
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "adgraph mail links 1", 32)));
  function signature(kind: MailLinkKind, { advertisableEid, eid }: MailLinkSubject, to: string): string {
    const message = `${kind}\n${advertisableEid}\n${eid}\n${to}`;
    return createHmac("sha256", key).update(message).digest().subarray(0, SIGNATURE_LENGTH).toString("base64url");
  }
  return {
    url: (kind, subject, to = "") => {
      const { advertisableEid, eid } = subject;
      if (!isEid(advertisableEid) || !isEid(eid)) throw new TypeError("a link is about an EID");
      const token = advertisableEid + eid + signature(kind, subject, to);
      const query = to === "" ? "" : `?to=${encodeURIComponent(to)}`;
      return `${publicUrl()}${MAIL_LINKS_PATH}/${kind}/${token}${query}`;
    },
    read: (kind, token, to = "") => {
      const [, advertisableEid, eid, sent] = TOKEN.exec(token) ?? [];
      if (advertisableEid === undefined || eid === undefined || sent === undefined) return null;
      const subject = { advertisableEid, eid };
      // As texts, since several texts are the same bytes.
      return timingSafeEqual(Buffer.from(sent), Buffer.from(signature(kind, subject, to))) ? subject : null;
    },
    host: () => new URL(publicUrl()).hostname,
  };
}
