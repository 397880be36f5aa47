import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { callUniversal, dataOf } from "../kit/universal.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

const EID = expect.stringMatching(/^[A-Z2-7]{22}$/);

describe("campaigns", () => {
  test("are created as drafts, whatever eid, status and created_at their client sends", async () => {
    const { advertisable } = service.world.granted;
    const answer = await callUniversal(
      service,
      "POST",
      "campaign",
      { advertisable_eid: advertisable },
      {
        advertisable_eid: advertisable,
        name: "Spring",
        budget: 20.5,
        budget_settings: { budget_type: "daily" },
        currency: "EUR",
        objective: "awareness",
        eid: "A".repeat(22),
        created_at: "2001-01-01T00:00:00",
        status: "live",
        end_date: "2023-12-31T12:30:00+02:00",
      },
    );
    expect(dataOf(answer)).toEqual({
      eid: EID,
      advertisable_eid: advertisable,
      name: "Spring",
      status: "draft",
      currency: "EUR",
      objective: "awareness",
      start_date: null,
      end_date: "2023-12-31T10:30:00.000000",
      created_at: "2023-09-01T12:00:00.000000",
      budget: 20.5,
      budget_settings: { budget_type: "daily", goal: null },
    });
  });
});
