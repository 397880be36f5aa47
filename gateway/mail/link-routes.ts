import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type GraphQLSchema, parse, validate } from "graphql";
import { escapeHtml } from "../../lib/escape-html.js";
import type { Log } from "../../lib/log.js";
import { MAIL_LINKS_PATH, type MailLinkKind, type MailLinks, type MailLinkSubject } from "../../lib/mail-links.js";
import { serviceViewer } from "../../lib/viewer.js";
import type { Gateway } from "../gateway.js";

export interface LinkRouteOptions {
  gateway: Pick<Gateway, "ask" | "ownSchema">;
  links: MailLinks;
  log: Log;
}

const RECORD = `
  mutation RecordEmailEvent($sendEid: ID!, $kind: String!) {
    recordEmailEvent(sendEid: $sendEid, kind: $kind)
  }
`;

const IMAGE = `
  query HeroImage($eid: ID!) {
    emailHeroImage(eid: $eid) { mediaType base64 }
  }
`;

interface Call {
  Params: { token: string };
  Querystring: { to?: string | string[] };
}

/** A transparent image of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * What the links of mails lead to. Whoever has a mail may follow them, without signing in: each carries a signature
 * of ours. They ask the graph as the service itself, by fields that clients can't see.
 */
export async function registerMailLinks(app: FastifyInstance, options: LinkRouteOptions): Promise<void> {
  for (const operation of [RECORD, IMAGE]) refuseMisfit(options.gateway.ownSchema, operation);
  await app.register((scope, _options, done) => {
    // A mail program says List-Unsubscribe=One-Click in a form of either kind; that it posts is enough.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, parsed) => {
      body.resume();
      parsed(null);
    });
    registerImage(scope, options);
    registerCounts(scope, options);
    registerUnsubscribe(scope, options);
    done();
  });
}

function refuseMisfit(schema: GraphQLSchema, operation: string): void {
  const [error] = validate(schema, parse(operation));
  if (error !== undefined) throw new Error(`An operation of mails' links does not fit the graph: ${error.message}`);
}

function registerImage(scope: FastifyInstance, { gateway, links }: LinkRouteOptions): void {
  scope.get<Call>(pathOf("image"), async (request, reply) => {
    const subject = links.read("image", request.params.token);
    const image = subject === null ? null : await imageOf(gateway, subject, request);
    if (image === null) return await sendPage(reply.code(404), "There is nothing here.", "");
    return await reply
      .header("content-type", image.mediaType)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "cross-origin")
      // An image that is captured anew has another address.
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(image.bytes);
  });
}

async function imageOf(
  gateway: LinkRouteOptions["gateway"],
  subject: MailLinkSubject,
  request: FastifyRequest,
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  const { data } = await gateway.ask(IMAGE, { eid: subject.eid }, askerOf(subject, request));
  const image: unknown = Object(data)["emailHeroImage"];
  if (typeof image !== "object" || image === null || !("mediaType" in image) || !("base64" in image)) return null;
  return { mediaType: String(image.mediaType), bytes: Buffer.from(String(image.base64), "base64") };
}

function registerCounts(scope: FastifyInstance, options: LinkRouteOptions): void {
  const { links, log } = options;
  async function count(kind: "OPEN" | "CLICK", subject: MailLinkSubject, request: FastifyRequest): Promise<void> {
    const failure = await record(options, kind, subject, request);
    if (failure !== null) log.warn({ requestId: request.id, failure }, "an opened or clicked mail was not counted");
  }
  // A program that only asks whether a link is alive is not a person who follows it.
  scope.get<Call>(pathOf("open"), { exposeHeadRoute: false }, async (request, reply) => {
    const subject = links.read("open", request.params.token);
    if (subject !== null) await count("OPEN", subject, request);
    return await reply
      .code(subject === null ? 404 : 200)
      .header("content-type", "image/gif")
      .header("x-content-type-options", "nosniff")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("cache-control", "no-store")
      .send(PIXEL);
  });
  scope.get<Call>(pathOf("click"), { exposeHeadRoute: false }, async (request, reply) => {
    const { to } = request.query;
    const subject = typeof to === "string" ? links.read("click", request.params.token, to) : null;
    if (subject === null || typeof to !== "string")
      return await sendPage(reply.code(404), "This link is not one of ours.", "It may have been cut off or changed.");
    await count("CLICK", subject, request);
    return await reply.header("cache-control", "no-store").redirect(to, 302);
  });
}

function registerUnsubscribe(scope: FastifyInstance, options: LinkRouteOptions): void {
  const read = ({ params }: FastifyRequest<Call>) => options.links.read("unsubscribe", params.token);
  // By itself it changes nothing: programs that look through mails follow their links (RFC 8058).
  scope.get<Call>(pathOf("unsubscribe"), async (request, reply) => {
    if (read(request) === null) return await sendUnknown(reply);
    return await sendPage(
      reply,
      "Unsubscribe?",
      "You will get no more of this sender's mails.",
      '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>',
    );
  });
  scope.post<Call>(pathOf("unsubscribe"), async (request, reply) => {
    const subject = read(request);
    if (subject === null) return await sendUnknown(reply);
    const failure = await record(options, "UNSUBSCRIBE", subject, request);
    if (failure === null)
      return await sendPage(reply, "You are unsubscribed.", "You will get no more of this sender's mails.");
    options.log.error({ requestId: request.id, failure }, "somebody could not be unsubscribed");
    const answer = reply.code(503).header("retry-after", "60");
    return await sendPage(answer, "That did not work.", "Please try again in a minute.");
  });
}

async function sendUnknown(reply: FastifyReply): Promise<FastifyReply> {
  return await sendPage(reply.code(404), "This link is not one of ours.", "Please follow the one in the mail itself.");
}

/** @returns what went wrong, or null. */
async function record(
  { gateway }: LinkRouteOptions,
  kind: "OPEN" | "CLICK" | "UNSUBSCRIBE",
  subject: MailLinkSubject,
  request: FastifyRequest,
): Promise<string | null> {
  const { errors } = await gateway.ask(RECORD, { sendEid: subject.eid, kind }, askerOf(subject, request));
  return errors?.[0]?.message ?? null;
}

function askerOf({ advertisableEid }: MailLinkSubject, { id }: FastifyRequest) {
  return { viewer: serviceViewer(advertisableEid), requestId: id };
}

function pathOf(kind: MailLinkKind): string {
  return `${MAIL_LINKS_PATH}/${kind}/:token`;
}

async function sendPage(reply: FastifyReply, heading: string, text: string, more = ""): Promise<FastifyReply> {
  return await reply
    .header("content-type", "text/html; charset=utf-8")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header("cache-control", "no-store").send(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<style>:root { color-scheme: light dark; } body { font: 18px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 15vh auto; padding: 0 1rem; } button { font: inherit; padding: .5rem 1.25rem; }</style>
</head>
<body>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${more}
</body>
</html>
`);
}
