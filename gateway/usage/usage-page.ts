import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.js";
import type { Sql } from "../../lib/database.js";
import { badInput } from "../../lib/errors.js";
import { authorise, type Viewer } from "../../lib/viewer.js";
import { Unauthenticated } from "../auth/unauthenticated.js";
import { type Html, html, sendPage, wantsPage } from "../http/page.js";
import { usageChart } from "./usage-chart.js";
import { clientName, summarise, type UsageRow } from "./usage-report.js";
import { readCalls, type RecordedCalls } from "./usage.table.js";

export interface UsagePageOptions {
  sql: Pick<Sql, "rows">;
  clock: Clock;
  /** Every route that is served: `GET /api/v1/campaign/get`. */
  routes: readonly string[];
  authenticate(request: FastifyRequest): Promise<Viewer>;
}

const DAY = 86_400_000;
const DAYS = 90;
const MAX_DAYS = 366;

/** What the page is asked for. */
interface Asked {
  days: number;
  /** The name of one client; all when not given. */
  client: string | undefined;
  /** One route or operation; all when not given. */
  subject: string | undefined;
}

/** `/usage`, for platform administrators: who still calls which old route and asks which operation, and when last. */
export function registerUsagePage(app: FastifyInstance, options: UsagePageOptions): void {
  app.get("/usage", async (request, reply) => {
    const isBrowser = wantsPage(request.headers.accept);
    let viewer: Viewer;
    try {
      viewer = await options.authenticate(request);
    } catch (error) {
      if (isBrowser && error instanceof Unauthenticated) return askToSignIn(reply);
      throw error;
    }
    authorise(viewer, "usage.read");
    const asked = askedOf(request.query);
    const today = Math.floor(options.clock.now() / DAY);
    const days = Array.from({ length: asked.days }, (_, at) => dayOf(today - asked.days + 1 + at));
    const all = await readCalls(options.sql, days[0] ?? dayOf(today));
    const calls = all.filter(
      ({ client, subject }) =>
        (asked.client ?? clientName(client)) === clientName(client) && (asked.subject ?? subject) === subject,
    );
    const rows = summarise(calls);
    const called = new Set(all.map(({ subject }) => subject));
    const uncalled = options.routes.filter((route) => !called.has(route));
    void reply.header("vary", "accept").header("cache-control", "no-store");
    return isBrowser
      ? sendUsage(reply, { request, asked, days, calls, rows, uncalled })
      : reply.send({ since: days[0], rows, uncalled });
  });
}

function dayOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Browsers then ask their user for name and password. */
function askToSignIn(reply: FastifyReply): FastifyReply {
  void reply.code(401).header("www-authenticate", 'Basic realm="adgraph", charset="UTF-8"');
  return sendPage(
    reply,
    "Sign in",
    html`<h1>Sign in</h1>
      <p>Open <code>/usage?apikey=…</code> with your client's key, and sign in as a platform administrator.</p>`,
  );
}

/** Throws BAD_USER_INPUT. */
function askedOf(query: unknown): Asked {
  const { days, client, subject }: Record<string, unknown> = { ...Object(query) };
  const count = typeof days === "string" && /^\d{1,3}$/.test(days) ? Number(days) : days === undefined ? DAYS : 0;
  if (count < 1 || count > MAX_DAYS)
    throw badInput(["days"], "OUT_OF_RANGE", `days must be a whole number from 1 to ${MAX_DAYS}.`);
  return { days: count, client: oneText("client", client), subject: oneText("subject", subject) };
}

function oneText(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw badInput([name], "REPEATED", `Send the parameter ${name} once.`);
}

interface Shown {
  request: FastifyRequest;
  asked: Asked;
  days: readonly string[];
  calls: readonly RecordedCalls[];
  rows: readonly UsageRow[];
  uncalled: readonly string[];
}

function sendUsage(reply: FastifyReply, { request, asked, days, calls, rows, uncalled }: Shown): FastifyReply {
  const linkTo = (change: Readonly<Record<string, string>>): string => {
    const query = new URLSearchParams({ ...Object(request.query) });
    for (const [name, value] of Object.entries(change)) query.set(name, value);
    return `?${query.toString()}`;
  };
  const ofKind = (kind: UsageRow["kind"]): UsageRow[] => rows.filter((row) => row.kind === kind);
  const all = new URLSearchParams({ ...Object(request.query) });
  all.delete("client");
  all.delete("subject");
  const filter = [asked.client, asked.subject].filter((each) => each !== undefined);
  const routeCalls = calls.filter(({ kind }) => kind === "ROUTE");
  return sendPage(
    reply,
    "Who still calls what",
    html`<h1>Who still calls what</h1>
      <p>
        The last ${asked.days} days, from ${days[0] ?? ""}, in UTC.
        ${filter.length === 0 ? "" : html`Only ${filter.join(", ")}. <a href="?${all.toString()}">Show all</a>`}
      </p>
      <h2>Calls of the old routes a day</h2>
      ${usageChart(routeCalls, days)}
      <h2>Old routes</h2>
      ${usageTable("routes", ofKind("ROUTE"), linkTo)}
      <details>
        <summary>${uncalled.length} old routes that nobody called in these days</summary>
        <ul id="uncalled">
          ${uncalled.map((route) => html`<li><code>${route}</code></li>`)}
        </ul>
      </details>
      <h2>Operations of the graph</h2>
      ${usageTable("operations", ofKind("OPERATION"), linkTo)}`,
  );
}

function usageTable(
  id: string,
  rows: readonly UsageRow[],
  linkTo: (change: Readonly<Record<string, string>>) => string,
): Html {
  if (rows.length === 0) return html`<p>None was called.</p>`;
  const lines = rows.map(
    (row) =>
      html`<tr>
        <td>
          <a href="${linkTo({ subject: row.subject })}"><code>${row.name}</code></a>
        </td>
        <td><a href="${linkTo({ client: row.client })}">${row.client}</a></td>
        <td class="number">${row.calls.toLocaleString("en")}</td>
        <td class="number">${row.errors.toLocaleString("en")}</td>
        <td>${row.lastSeen.slice(0, 16).replace("T", " ")}</td>
      </tr>`,
  );
  return html`<table id="${id}">
    <thead>
      <tr>
        <th>What</th>
        <th>Client</th>
        <th class="number">Calls</th>
        <th class="number">Errors</th>
        <th>Last call</th>
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`;
}
