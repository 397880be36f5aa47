import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { UsageError } from "./usage-error.js";

/** Calls of one API client on one day. */
const CALLS = {
  client: Type.String(),
  day: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
  count: Type.Integer({ minimum: 0 }),
  errors: Type.Integer({ minimum: 0 }),
  lastSeen: Type.String(),
};

const USAGE = Type.Object({
  operations: Type.Array(Type.Object({ document: Type.String(), ...CALLS })),
  /** `GET /api/v1/campaign/get` as the route is documented. */
  routes: Type.Array(Type.Object({ route: Type.String(), ...CALLS })),
});

/** Who asked for what: per operation or route, API client and day. */
export type RecordedUsage = Static<typeof USAGE>;

export function readUsageFile(text: string, file: string): RecordedUsage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON.`);
  }
  if (Value.Check(USAGE, value)) return value;
  const [error] = Value.Errors(USAGE, value);
  throw new UsageError(`${file} is no usage file: ${error?.instancePath ?? ""} ${error?.message ?? ""}`);
}
