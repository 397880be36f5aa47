import { decimal, plain, rounded } from "../../lib/decimal.js";

/** A touchpoint of a user. */
export interface Touch {
  cookie: string;
  id: string;
  at: number;
  kind: "IMPRESSION" | "CLICK";
  product: "RT" | "PR" | "SR";
}

export interface Conversion {
  cookie: string;
  id: string;
  at: number;
  value: string;
  weight: string;
}

/** Days of an advertisable's windows. */
export interface Windows {
  click: number;
  view: number;
}

export interface Credit {
  conversion: string;
  kind: string;
  touch: string;
  counted: number;
  credit: string;
}

const DAY = 86_400_000;

/** The credits of conversions by the words of the rule: for each conversion, look at all that came before it. */
export function creditsOf(conversions: readonly Conversion[], touches: readonly Touch[], windows: Windows): Credit[] {
  return conversions.flatMap((conversion) =>
    creditsOfOne(
      conversion,
      touches.filter((touch) => touch.cookie === conversion.cookie && touch.at <= conversion.at),
      windows,
    ),
  );
}

function creditsOfOne(conversion: Conversion, before: readonly Touch[], windows: Windows): Credit[] {
  const winners = lastWithin(conversion, before, windows);
  const [winner] = winners;
  if (winner === undefined) return [];
  const outcome = winner.kind === "CLICK" ? "CLICK_THROUGH" : "VIEW_THROUGH";
  const credits = shared(conversion, outcome, winners);
  for (const product of ["RT", "PR", "SR"]) {
    if (winners.some((touch) => touch.product === product)) continue;
    const earlier = before.filter((touch) => touch.product === product && touch.at < winner.at);
    credits.push(...shared(conversion, "ASSIST", lastWithin(conversion, earlier, windows)));
  }
  return credits;
}

/** The touchpoints at the moment of the last click, when its window reaches back to it; else those of the last impression. */
function lastWithin(conversion: Conversion, touches: readonly Touch[], windows: Windows): Touch[] {
  for (const [kind, days] of [
    ["CLICK", windows.click],
    ["IMPRESSION", windows.view],
  ] as const) {
    const ofKind = touches.filter((touch) => touch.kind === kind);
    const last = Math.max(...ofKind.map((touch) => touch.at));
    if (conversion.at - last <= days * DAY) return ofKind.filter((touch) => touch.at === last);
  }
  return [];
}

function shared(conversion: Conversion, kind: string, touches: readonly Touch[]): Credit[] {
  const share = decimal(rounded(decimal(1).div(touches.length || 1), 6));
  return touches
    .map((touch) => touch.id)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((touch, index) => ({
      conversion: conversion.id,
      kind,
      touch,
      counted: index === 0 ? 1 : 0,
      credit: plain(index === 0 ? decimal(1).minus(share.times(touches.length - 1)) : share),
    }));
}
