import { type Html, html } from "../http/page.js";
import { clientName, sum } from "./usage-report.js";
import type { RecordedCalls } from "./usage.table.js";

const WIDTH = 900;
const HEIGHT = 220;
const LEFT = 60;
const BOTTOM = 24;
const LEGEND = 24;

/** Told apart by anybody, in this order; the last is for all others. */
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"] as const;
const OTHERS = "others";

/** Calls a day as stacked bars, one colour a client; the six clients that call most are told apart. */
export function usageChart(calls: readonly RecordedCalls[], days: readonly string[]): Html {
  const totals = [...Map.groupBy(calls, ({ client }) => clientName(client))]
    .map(([client, all]): [string, number] => [client, sum(all.map((each) => each.calls))])
    .toSorted((a, b) => b[1] - a[1]);
  const named = totals.slice(0, COLOURS.length - 1).map(([client]) => client);
  const shown = totals.length > named.length ? [...named, OTHERS] : named;
  const byDay = Map.groupBy(calls, ({ day }) => day);
  const bars = days.map((day) => {
    const ofDay = byDay.get(day) ?? [];
    return shown.map((client) =>
      sum(
        ofDay
          .filter((each) => (named.includes(clientName(each.client)) ? clientName(each.client) : OTHERS) === client)
          .map((each) => each.calls),
      ),
    );
  });
  const top = Math.max(1, ...bars.map(sum));
  const step = (WIDTH - LEFT) / Math.max(1, days.length);
  const plot = HEIGHT - BOTTOM - LEGEND;
  const rects = bars.flatMap((counts, at) => {
    let below = 0;
    return counts.flatMap((count, series) => {
      if (count === 0) return [];
      const height = (count / top) * plot;
      const y = LEGEND + plot - (below / top) * plot - height;
      below += count;
      const title = `${days[at]}: ${shown[series]} ${count.toLocaleString("en")}`;
      return [
        html`<rect
          x="${(LEFT + at * step).toFixed(1)}"
          y="${y.toFixed(1)}"
          width="${Math.max(1, step - 1).toFixed(1)}"
          height="${height.toFixed(1)}"
          fill="${colourOf(series, shown)}"
          ><title>${title}</title></rect
        >`,
      ];
    });
  });
  const legend = shown.map(
    (client, series) =>
      html`<g
        ><rect x="${LEFT + series * 120}" y="4" width="10" height="10" fill="${colourOf(series, shown)}" /><text
          x="${LEFT + series * 120 + 14}"
          y="13"
          >${client.slice(0, 16)}</text
        ></g
      >`,
  );
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Calls a day, by client">
    <line x1="${LEFT}" y1="${LEGEND + plot}" x2="${WIDTH}" y2="${LEGEND + plot}" stroke="currentColor" />
    <text x="${LEFT - 6}" y="${LEGEND + 10}" text-anchor="end">${top.toLocaleString("en")}</text>
    <text x="${LEFT - 6}" y="${LEGEND + plot}" text-anchor="end">0</text>
    <text x="${LEFT}" y="${HEIGHT - 8}">${days[0] ?? ""}</text>
    <text x="${WIDTH}" y="${HEIGHT - 8}" text-anchor="end">${days.at(-1) ?? ""}</text>
    ${rects} ${legend}
  </svg>`;
}

function colourOf(series: number, shown: readonly string[]): string {
  return (shown[series] === OTHERS ? COLOURS.at(-1) : COLOURS[series]) ?? "#999999";
}
