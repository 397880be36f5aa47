import type { FastifyInstance, FastifyReply } from "fastify";
import { escapeHtml } from "../../lib/escape-html.js";
import type { CatchAll, CaughtMail } from "./catch-all.js";

const PATH = "/dev/mail";

/** Mails on one page. */
const LISTED = 200;

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'";

/** What stands in a mail is shown and may load its images; it runs nothing and knows nothing of the page around it. */
const MAIL_POLICY =
  "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const VIEWS = ["html", "text", "source"] as const;
type View = (typeof VIEWS)[number];

interface Call {
  Params: { id: string };
  Querystring: { view?: string };
}

/** Shows in a browser, at /dev/mail, what the catch-all has caught. For the demo: whoever reaches it reads everything. */
export function registerMailbox(app: FastifyInstance, catchAll: CatchAll): void {
  app.get(PATH, (_request, reply) => sendHtml(reply, mailboxPage(catchAll.mails(), null, "html"), PAGE_POLICY));
  app.get<Call>(`${PATH}/:id`, async ({ params, query }, reply) => {
    const mail = mailOf(catchAll, params.id);
    const view = VIEWS.find((each) => each === query.view) ?? "html";
    return await sendHtml(
      reply.code(mail === null ? 404 : 200),
      mailboxPage(catchAll.mails(), mail, view),
      PAGE_POLICY,
    );
  });
  app.get<Call>(`${PATH}/:id/html`, async ({ params }, reply) => {
    const html = mailOf(catchAll, params.id)?.content.html;
    // Its links would open in the frame.
    const shown = `<!DOCTYPE html><base target="_blank">${html ?? "There is no such mail."}`;
    return await sendHtml(reply.code(html === undefined ? 404 : 200), shown, MAIL_POLICY);
  });
}

function mailOf(catchAll: CatchAll, id: string): CaughtMail | null {
  return catchAll.mails().find((mail) => String(mail.id) === id) ?? null;
}

async function sendHtml(reply: FastifyReply, html: string, policy: string): Promise<FastifyReply> {
  return await reply
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(html);
}

function mailboxPage(mails: readonly CaughtMail[], open: CaughtMail | null, view: View): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${open === null ? "Mails" : escapeHtml(open.content.subject ?? "Mail")}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1><a href="${PATH}">Mails of the demo</a></h1><p>${counted(mails.length)} caught here; none has left this machine.</p></header>
<main>
<nav aria-label="Mails">${listOf(mails, open)}</nav>
<section>${open === null ? `<p class="hint">${mails.length === 0 ? "No mail yet. Set an e-mail campaign to running, then reload this page." : "Choose a mail."}</p>` : mailView(open, view)}</section>
</main>
</body>
</html>
`;
}

function listOf(mails: readonly CaughtMail[], open: CaughtMail | null): string {
  const items = mails.slice(0, LISTED).map((mail) => {
    const current = mail.id === open?.id ? ' aria-current="true"' : "";
    return `<li><a href="${PATH}/${mail.id}"${current}><b>${escapeHtml(mail.content.subject ?? "(no subject)")}</b><span>${escapeHtml(mail.recipients.join(", "))}</span><time>${timeOf(mail)}</time></a></li>`;
  });
  return `<ol>${items.join("\n")}</ol>`;
}

function mailView(mail: CaughtMail, view: View): string {
  const { content, id } = mail;
  const from = content.from === undefined ? "" : `${content.from.name} <${content.from.address ?? ""}>`;
  const facts = [
    ["From", from],
    ["To", mail.recipients.join(", ")],
    ["Subject", content.subject ?? ""],
    ["Received", timeOf(mail)],
    ["List-Unsubscribe", headerOf(mail, "list-unsubscribe")],
  ];
  const tabs = VIEWS.map(
    (each) => `<a href="${PATH}/${id}?view=${each}"${each === view ? ' aria-current="true"' : ""}>${TABS[each]}</a>`,
  );
  return `<h2>${escapeHtml(content.subject ?? "(no subject)")}</h2>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value ?? "")}</dd></div>`).join("")}</dl>
<p class="tabs">${tabs.join("")}</p>
${bodyOf(mail, view)}`;
}

const TABS: Readonly<Record<View, string>> = { html: "As seen", text: "Plain text", source: "Source" };

function bodyOf({ content, id, source }: CaughtMail, view: View): string {
  if (view === "source") return `<pre>${escapeHtml(source)}</pre>`;
  if (view === "text" || content.html === undefined) return `<pre>${escapeHtml(content.text ?? "")}</pre>`;
  return `<iframe src="${PATH}/${id}/html" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

function headerOf({ content }: CaughtMail, key: string): string {
  return content.headers.find((header) => header.key === key)?.value ?? "";
}

function timeOf({ receivedAt }: CaughtMail): string {
  return `${receivedAt.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function counted(count: number): string {
  return count === 1 ? "1 mail" : `${count} mails`;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; display: flex; flex-direction: column; height: 100vh; }
header { display: flex; gap: 1rem; align-items: baseline; padding: .6rem 1rem; border-bottom: 1px solid #8886; }
header h1 { font-size: 1.1rem; margin: 0; } header p { margin: 0; opacity: .7; } header a { color: inherit; text-decoration: none; }
main { flex: 1; display: flex; min-height: 0; }
nav { width: 22rem; overflow-y: auto; border-right: 1px solid #8886; }
nav ol { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .55rem 1rem; border-bottom: 1px solid #8883; color: inherit; text-decoration: none; }
nav li a:hover, nav li a:focus-visible { background: #8882; } nav li a[aria-current] { background: #1a56db22; }
nav b, nav span, nav time { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav span, nav time { font-size: .85rem; opacity: .75; }
section { flex: 1; min-width: 0; display: flex; flex-direction: column; padding: 1rem; overflow: auto; }
section h2 { margin: 0 0 .5rem; font-size: 1.25rem; }
dl { margin: 0 0 .75rem; font-size: .9rem; } dl div { display: flex; gap: .5rem; } dt { width: 8.5rem; flex: none; opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.tabs { margin: 0 0 .5rem; display: flex; gap: .25rem; } .tabs a { padding: .25rem .75rem; border: 1px solid #8886; border-radius: 4px; color: inherit; text-decoration: none; } .tabs a[aria-current] { background: #1a56db; color: #fff; }
iframe { flex: 1; min-height: 24rem; width: 100%; border: 1px solid #8886; background: #fff; }
pre { margin: 0; padding: 1rem; border: 1px solid #8886; white-space: pre-wrap; overflow-wrap: anywhere; }
.hint { opacity: .7; }
@media (max-width: 45rem) { body { height: auto; } main { flex-direction: column; } nav { width: auto; max-height: 14rem; border-right: 0; } }
`;
