import { Type } from "typebox";
import type { Format } from "./format.js";

/** The JSON Schema of the report. */
export const REPORT_SCHEMA = Type.Object(
  {
    baseline: Type.String(),
    exitCode: Type.Integer({ minimum: 0, maximum: 3 }),
    rows: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(["composition", "change", "lint", "exception", "cost"]),
          level: Type.Enum(["breaking", "dangerous", "safe"]),
          refuses: Type.Boolean(),
          code: Type.String(),
          coordinate: Type.Union([Type.String(), Type.Null()]),
          subgraph: Type.Union([Type.String(), Type.Null()]),
          message: Type.String(),
          reason: Type.Union([Type.String(), Type.Null()]),
          remedy: Type.Union([Type.String(), Type.Null()]),
          related: Type.Array(Type.String()),
          uses: Type.Array(
            Type.Object({
              operation: Type.String(),
              source: Type.String(),
              at: Type.String(),
              clients: Type.Array(Type.String()),
            }),
          ),
          location: Type.Union([Type.Object({ file: Type.String(), line: Type.Integer({ minimum: 1 }) }), Type.Null()]),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export const json: Format = ({ baseline, exitCode, rows }) => ({
  text: `${JSON.stringify({ baseline, exitCode, rows }, null, 2)}\n`,
});
