import type { Clock } from "../../lib/clock.js";
import type { Config } from "../../lib/config.js";
import { type MailServices, NO_MAIL } from "../../lib/mail.js";
import { createMailLinks } from "../../lib/mail-links.js";
import { createSmtpTransport } from "../../lib/smtp-transport.js";
import { mailLinkSecretFrom } from "../own-contact-keys.js";
import type { Shutdown } from "../shutdown.js";
import { type CatchAll, startCatchAll } from "./catch-all.js";

interface MailOptions {
  config: Pick<Config, "smtpUrl" | "publicUrl" | "contactKeys" | "databaseUrl" | "dataDir">;
  /** Whether mails are kept here where there is no server to send them over. */
  demo: boolean;
  clock: Clock;
  /** Where the service listens, once it does. */
  address: () => string;
  shutdown: Pick<Shutdown, "add">;
}

/** What sends mails, and what keeps them on the demo. */
export async function startMail(options: MailOptions): Promise<{ mail: MailServices; catchAll: CatchAll | null }> {
  const { config, shutdown } = options;
  const secret = mailLinkSecretFrom(config);
  const links = secret === null ? NO_MAIL.links : createMailLinks(secret, () => config.publicUrl ?? options.address());
  const catchAll = config.smtpUrl === null && options.demo ? await startCatchAll(options.clock) : null;
  if (catchAll !== null) shutdown.add(() => catchAll.close());
  const url = config.smtpUrl ?? catchAll?.url;
  if (url === undefined) return { mail: { ...NO_MAIL, links }, catchAll };
  const transport = createSmtpTransport(url);
  shutdown.add(async () => transport.close());
  return { mail: { transport, links }, catchAll };
}
