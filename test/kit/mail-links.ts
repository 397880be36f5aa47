import { createMailLinks } from "../../lib/mail-links.js";

/** What the links of tests' mails are signed with, and where they lead. */
export const MAIL_SECRET = "a secret for the links of mails in tests";
export const MAIL_ORIGIN = "http://mail.test";
export const TEST_LINKS = createMailLinks(MAIL_SECRET, () => MAIL_ORIGIN);
