import type { Violation } from "../../lib/errors.js";
import type { AdTemplate, AdTemplateName } from "./ad-template.type.js";
import { checkText, checkUrl } from "../../lib/checks.js";

interface Size {
  width: number;
  height: number;
}

/** The sizes of each template, by width and height. */
export const TEMPLATE_SIZES: Readonly<Record<AdTemplateName, readonly Size[]>> = {
  STANDARD: [
    { width: 160, height: 600 },
    { width: 300, height: 250 },
    { width: 300, height: 600 },
    { width: 320, height: 50 },
    { width: 728, height: 90 },
    { width: 970, height: 250 },
  ],
  MOBILE: [
    { width: 300, height: 250 },
    { width: 320, height: 50 },
    { width: 320, height: 480 },
  ],
};

const MAX_TRACKING_LENGTH = 1_024;

/** Names and values as a browser sends them, joined by &. */
const TRACKING =
  /^[A-Za-z0-9._~%+*-]+=[A-Za-z0-9._~%+*:/,@{}[\]-]*(&[A-Za-z0-9._~%+*-]+=[A-Za-z0-9._~%+*:/,@{}[\]-]*)*$/;

export function checkTemplate(fields: Omit<AdTemplate, "name"> & { name: string }): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 200),
    ...(colorOf(fields.themeColor) === null
      ? [violation("themeColor", "NOT_A_COLOR", "themeColor must be six hexadecimal digits, such as #1A2B3C.")]
      : []),
    ...checkText("textCta", fields.textCta, 1, 255),
    ...checkText("textPromo", fields.textPromo, 1, 255),
    ...(fields.prefix === "" ? [] : checkUrl("prefix", fields.prefix)),
    ...(fields.tracking === "" || (fields.tracking.length <= MAX_TRACKING_LENGTH && TRACKING.test(fields.tracking))
      ? []
      : [
          violation(
            "tracking",
            "NOT_PARAMETERS",
            `tracking must be query parameters such as utm_source=ads&utm_medium=web, at most ${MAX_TRACKING_LENGTH} characters.`,
          ),
        ]),
  ];
}

/** Templates show the logo, so there must be one. */
export function checkLogo(hasLogo: boolean): Violation[] {
  if (hasLogo) return [];
  return [violation("advertisableEid", "MISSING", "advertisableEid needs a logo; upload one for it first.")];
}

/** A colour as #RRGGBB, or null where it is none. */
export function colorOf(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? [];
  return digits === undefined ? null : `#${digits.toUpperCase()}`;
}

/** `Dynamic_300x250_2026-01-31_Name`. */
export function templatedName({ width, height }: Size, day: string, name: string): string {
  return `Dynamic_${width}x${height}_${day}_${name}`;
}

function violation(field: string, code: string, message: string): Violation {
  return { path: ["input", field], code, message };
}
