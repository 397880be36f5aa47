import { sqlStateOf } from "../../lib/database.js";
import { AppError } from "../../lib/errors.js";
import { nodeId } from "../../lib/node-type.js";
import { defineChildTable } from "./child.table.js";
import type { Flight } from "./flight.type.js";

/** A flight as its table keeps it. */
export type FlightRecord = Omit<Flight, "id">;

export const flights = defineChildTable<FlightRecord>({
  noun: "flight",
  table: "prospecting.flight",
  parent: "adGroupEid",
  order: "startDate",
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adGroupEid: "ad_group_eid",
    startDate: "start_date",
    endDate: "end_date",
    eventSource: "event_source",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toFlight(record: FlightRecord): Flight {
  return { ...record, id: nodeId("Flight", record.eid) };
}

const EXCLUSION_VIOLATION = "23P01";

/** Writes a flight; BAD_USER_INPUT where the table's constraint says that it overlaps another one. */
export async function withoutOverlap<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlStateOf(error) !== EXCLUSION_VIOLATION) throw error;
    const message = "The dates overlap another flight of the ad group.";
    throw new AppError("BAD_USER_INPUT", message, {
      violations: ["startDate", "endDate"].map((field) => ({ path: ["input", field], code: "OVERLAP", message })),
    });
  }
}
