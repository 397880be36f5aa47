import type { Permission } from "../../../lib/viewer.js";
import type { Area } from "../envelope.js";

/** The one operation of the old interface that is no route of `ROUTES`: its answer has the shape that the client asks for. */
export const REPORTING_QUERY: { area: Area; method: "POST"; path: string; permission: Permission } = {
  area: "reporting",
  method: "POST",
  path: "/reporting/api/v1/query",
  permission: "report.read",
};
