import type { FastifyReply } from "fastify";

/** Markup, in which every text that was put in is escaped. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** A template of markup: texts and numbers in it are escaped, other markup is put in as it is. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.map((text, at) => text + (at < parts.length ? markupOf(parts[at] ?? "") : "")).join("") };
}

function markupOf(part: Part): string {
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
pre { overflow-x: auto; padding: 1rem; background: var(--soft); border-radius: 4px; font-size: 0.9rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; } svg text { fill: currentColor; font-size: 11px; }
.note { padding: 0.5rem 1rem; border-left: 4px solid #d80; background: var(--soft); }
`;

/** Sends a page of markup and styles alone: there is no script that could run. */
export function sendPage(reply: FastifyReply, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .send(page.markup);
}

/** Whether a browser opens the address, and not a program. */
export function wantsPage(accept: string | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? "");
}
