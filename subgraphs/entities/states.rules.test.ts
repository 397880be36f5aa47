import { describe, expect, test } from "vitest";
import { nextState, type StateTable } from "../../lib/state-table.js";
import { AD_STATES } from "./ad.rules.js";
import { AD_GROUP_AD_STATES } from "./ad-group-ad.rules.js";
import { AD_GROUP_STATES, checkAdGroup, statusAfterEdit } from "./ad-group.rules.js";
import type { AdGroupStatus } from "./ad-group.type.js";
import { ADVERTISABLE_STATES } from "./advertisable.rules.js";
import { CAMPAIGN_STATES } from "./campaign.rules.js";
import type { EntityEvent } from "./entity-event.js";

const EVENTS: readonly EntityEvent[] = ["PAUSE", "RESUME", "APPROVE", "REJECT"];

/** Every status by every event; a dash is ILLEGAL_TRANSITION. */
function cells<S extends string>(table: StateTable<S, EntityEvent>): Record<string, string> {
  return Object.fromEntries(
    (Object.keys(table) as S[]).map((state) => [
      state,
      EVENTS.map((event) => {
        try {
          return nextState(table, state, event, "It");
        } catch (error) {
          expect(error).toMatchObject({ code: "ILLEGAL_TRANSITION" });
          return "-";
        }
      }).join(" "),
    ]),
  );
}

// The columns are: PAUSE RESUME APPROVE REJECT.
describe("status by event", () => {
  test("an advertisable", () => {
    expect(cells(ADVERTISABLE_STATES)).toEqual({
      ADMIN_REVIEW: "- - APPROVED REJECTED",
      APPROVED: "PAUSED APPROVED APPROVED REJECTED",
      PAUSED: "PAUSED APPROVED - REJECTED",
      REJECTED: "- - APPROVED REJECTED",
    });
  });

  test("a campaign", () => {
    expect(cells(CAMPAIGN_STATES)).toEqual({
      ADMIN_REVIEW: "- - APPROVED REJECTED",
      APPROVED: "PAUSED APPROVED APPROVED REJECTED",
      PAUSED: "PAUSED APPROVED - REJECTED",
      REJECTED: "- - APPROVED REJECTED",
      CANCELLED: "- - - -",
      COMPLETED: "- - - -",
    });
  });

  test("an ad group: what a platform administrator stopped, only one lets go on", () => {
    expect(cells(AD_GROUP_STATES)).toEqual({
      ADMIN_REVIEW: "- - APPROVED ADMIN_PAUSED",
      APPROVED: "PAUSED APPROVED APPROVED ADMIN_PAUSED",
      PAUSED: "PAUSED APPROVED - ADMIN_PAUSED",
      ADMIN_PAUSED: "- - APPROVED ADMIN_PAUSED",
    });
  });

  test("an ad in one ad group: nothing there waits for anybody", () => {
    const row = (state: "APPROVED" | "PAUSED"): string[] =>
      (["PAUSE", "RESUME"] as const).map((event) => nextState(AD_GROUP_AD_STATES, state, event, "It"));
    expect(row("APPROVED")).toEqual(["PAUSED", "APPROVED"]);
    expect(row("PAUSED")).toEqual(["PAUSED", "APPROVED"]);
  });

  test("the status of an edit: approved resumes, paused pauses, and nothing else can be asked for", () => {
    const after = (wanted: AdGroupStatus): string[] =>
      (["ADMIN_REVIEW", "APPROVED", "PAUSED", "ADMIN_PAUSED"] as const).map((before) => {
        try {
          return statusAfterEdit(before, wanted);
        } catch (error) {
          expect(error).toMatchObject({ code: "ILLEGAL_TRANSITION" });
          return "-";
        }
      });
    expect(after("APPROVED")).toEqual(["-", "APPROVED", "APPROVED", "-"]);
    expect(after("PAUSED")).toEqual(["-", "PAUSED", "PAUSED", "-"]);
    expect(checkAdGroup({ status: "APPROVED" })).toEqual([]);
    for (const status of ["ADMIN_REVIEW", "ADMIN_PAUSED"] as const)
      expect(checkAdGroup({ status })).toMatchObject([{ path: ["input", "status"], code: "NOT_SETTABLE" }]);
  });

  test("an ad", () => {
    expect(cells(AD_STATES)).toEqual({
      ADMIN_REVIEW: "- - APPROVED REJECTED",
      APPROVED: "PAUSED APPROVED APPROVED REJECTED",
      PAUSED: "PAUSED APPROVED - REJECTED",
      REJECTED: "- - APPROVED REJECTED",
    });
  });
});
