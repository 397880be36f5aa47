import { convert } from "html-to-text";
import sanitizeHtml from "sanitize-html";
import { escapeHtml } from "../../lib/escape-html.js";

/** What a mail of a campaign is made of; null is nothing. */
export interface MailContent {
  subject: string;
  previewText: string | null;
  headline: string | null;
  /** Text, or HTML of which only what is harmless is kept. */
  body: string | null;
  ctaLabel: string | null;
  /** http or https; anything else is no button. */
  ctaDestination: string | null;
  /** Where our own copy of the image is. */
  heroImageUrl: string | null;
  utm: Utm;
  senderName: string;
  footerPostalAddress: string;
}

/** What is added to the addresses of links, so that the site's own statistics know where visitors come from. */
export interface Utm {
  campaign: string | null;
  source: string | null;
  medium: string | null;
}

/** What an address in a mail is: one of the mail's links, or one that each recipient has of their own. */
export type MailSlot = number | "unsubscribe" | "open";

/** A mail before anybody is its recipient: texts with the places of addresses between them. */
export interface MailTemplate {
  subject: string;
  /** Where the mail's links lead, with their UTM parameters. */
  links: readonly string[];
  html: readonly (string | { slot: MailSlot })[];
  text: readonly (string | { slot: MailSlot })[];
}

const TAGS = ["p", "br", "div", "span", "b", "strong", "i", "em", "u", "s", "small", "a", "ul", "ol", "li", "h2", "h3"];
const MORE_TAGS = ["blockquote", "hr", "table", "thead", "tbody", "tr", "td", "th"];

/** Makes the mail of its contents. Whatever they hold, nothing but text, simple HTML and http links comes out. */
export function composeMail(content: MailContent): MailTemplate {
  const clean = paragraphs(sanitizeBody(content.body ?? "", (href) => href));
  const shown = [clean, content.headline, content.ctaLabel, content.senderName, content.footerPostalAddress];
  const mark = markBeside([...shown, content.subject, content.previewText, content.heroImageUrl].join("\n"));
  const links: string[] = [];
  const addressOf = (slot: MailSlot): string => `https://${mark}.invalid/${slot}/`;
  const linkTo = (url: string): string => addressOf(links.push(withUtm(url, content.utm)) - 1);

  const cta = httpUrl(content.ctaDestination ?? "");
  const body = sanitizeBody(clean, (href) => {
    const url = httpUrl(href);
    return url === null ? href : linkTo(url);
  });
  const parts: Parts = {
    content,
    body,
    cta: cta === null ? null : { url: linkTo(cta), label: oneLine(content.ctaLabel ?? "") || cta },
    unsubscribeUrl: addressOf("unsubscribe"),
    openUrl: addressOf("open"),
  };
  return {
    subject: oneLine(content.subject),
    links,
    html: pieces(htmlOf(parts), mark),
    text: pieces(textOf(parts), mark),
  };
}

/** The mail of one recipient: each place of an address filled with what `urlOf` gives for it. */
export function fillMail(template: MailTemplate, urlOf: (slot: MailSlot) => string): { html: string; text: string } {
  const urls = new Map<MailSlot, string>();
  const filled = (piece: string | { slot: MailSlot }): string => {
    if (typeof piece === "string") return piece;
    const known = urls.get(piece.slot);
    if (known !== undefined) return known;
    const url = urlOf(piece.slot);
    urls.set(piece.slot, url);
    return url;
  };
  return {
    html: template.html.map((piece) => (typeof piece === "string" ? piece : escapeHtml(filled(piece)))).join(""),
    text: template.text.map(filled).join(""),
  };
}

/** An http or https address in its normal form; null for any other text. */
export function httpUrl(text: string): string | null {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : null;
}

/** A text as it may stand in a header: no control characters, no ends of lines, nothing around it. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}

/** The address with those UTM parameters that it does not have already, and otherwise as it was. */
export function withUtm(address: string, utm: Utm): string {
  const url = new URL(address);
  for (const name of ["source", "medium", "campaign"] as const) {
    const value = utm[name];
    if (value === null || value === "" || url.searchParams.has(`utm_${name}`)) continue;
    url.search += `${url.search === "" ? "?" : "&"}utm_${name}=${encodeURIComponent(value)}`;
  }
  return url.href;
}

function sanitizeBody(html: string, hrefOf: (href: string) => string): string {
  return sanitizeHtml(html, {
    allowedTags: [...TAGS, ...MORE_TAGS],
    allowedAttributes: { a: ["href"], td: ["colspan", "rowspan"], th: ["colspan", "rowspan"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    // One that leads nowhere is no link: a relative address has no page to be relative to.
    transformTags: {
      a: (_tag, { href = "" }) => {
        const attribs: Record<string, string> = {};
        const address = href.trim();
        const isWeb = /^https?:/i.test(address) && httpUrl(address) !== null;
        if (isWeb || /^(mailto|tel):/i.test(address)) attribs["href"] = hrefOf(address);
        return { tagName: "a", attribs };
      },
    },
    disallowedTagsMode: "discard",
    nestingLimit: 50,
  });
}

/** Text that has no HTML of its own to part it, in paragraphs and lines as it was written. */
function paragraphs(html: string): string {
  if (/<(p|br|div|ul|ol|h2|h3|table|blockquote)\b/i.test(html)) return html;
  return html
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .filter((each) => each.trim() !== "")
    .map((each) => `<p>${each.trim().replaceAll(/\r?\n/g, "<br />")}</p>`)
    .join("");
}

/** A word that stands nowhere in the text, to mark the places of addresses with. */
function markBeside(text: string): string {
  let mark = "link";
  while (text.includes(mark)) mark += "k";
  return mark;
}

function pieces(text: string, mark: string): (string | { slot: MailSlot })[] {
  // Every second part is what the bracket holds.
  return text.split(new RegExp(`https://${mark}\\.invalid/(\\d+|unsubscribe|open)/`)).map((part, index) => {
    if (index % 2 === 0) return part;
    return { slot: part === "unsubscribe" || part === "open" ? part : Number(part) };
  });
}

interface Parts {
  content: MailContent;
  body: string;
  cta: { url: string; label: string } | null;
  unsubscribeUrl: string;
  openUrl: string;
}

const FONT = "font-family:Helvetica,Arial,sans-serif;";
const CELL = `style="padding:0 32px 20px;${FONT}font-size:16px;line-height:1.5;color:#222222"`;
const BUTTON = `style="display:inline-block;padding:12px 24px;border-radius:4px;background:#1a56db;color:#ffffff;${FONT}font-size:16px;font-weight:bold;text-decoration:none"`;

function htmlOf({ content, body, cta, unsubscribeUrl, openUrl }: Parts): string {
  const { headline, heroImageUrl, previewText } = content;
  const rows = [
    heroImageUrl === null
      ? `<tr><td style="height:32px;line-height:32px;font-size:1px">&nbsp;</td></tr>`
      : `<tr><td style="padding:0 0 24px"><img src="${escapeHtml(heroImageUrl)}" alt="${escapeHtml(headline ?? "")}" width="600" style="display:block;width:100%;height:auto;border:0"></td></tr>`,
    filledText(headline) &&
      `<tr><td ${CELL}><h1 style="margin:0;font-size:26px;line-height:1.25">${escapeHtml(headline ?? "")}</h1></td></tr>`,
    body !== "" && `<tr><td ${CELL}>${body}</td></tr>`,
    cta !== null &&
      `<tr><td style="padding:4px 32px 32px"><a href="${cta.url}" ${BUTTON}>${escapeHtml(cta.label)}</a></td></tr>`,
  ];
  const preview = filledText(previewText)
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewText ?? "")}</div>\n`
    : "";
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(oneLine(content.subject))}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
${preview}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff">
${rows.filter((row) => row !== false).join("\n")}
</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px"><tr><td align="center" style="padding:20px 32px;${FONT}font-size:12px;line-height:1.5;color:#6b7280">
${escapeHtml(content.senderName)}<br>
${escapeHtml(content.footerPostalAddress).replaceAll(/\r?\n/g, "<br>")}<br>
<a href="${unsubscribeUrl}" style="color:#6b7280">Unsubscribe</a>
</td></tr></table>
</td></tr></table>
<img src="${openUrl}" width="1" height="1" alt="" style="display:block;border:0">
</body>
</html>
`;
}

function textOf({ content, body, cta, unsubscribeUrl }: Parts): string {
  const plain = convert(body, {
    wordwrap: false,
    selectors: [
      { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: false } },
      ...["h2", "h3"].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  return [
    content.headline ?? "",
    plain,
    cta === null ? "" : `${cta.label}:\n${cta.url}`,
    `--\n${content.senderName}\n${content.footerPostalAddress}`,
    `Unsubscribe: ${unsubscribeUrl}`,
  ]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function filledText(text: string | null): boolean {
  return text !== null && text.trim() !== "";
}
