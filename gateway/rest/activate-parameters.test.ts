import { describe, expect, test } from "vitest";
import { AppError } from "../../lib/errors.js";
import {
  jsonAmount,
  jsonChoice,
  jsonChoices,
  jsonDateTime,
  jsonEid,
  jsonEids,
  jsonFlag,
  jsonInteger,
  jsonObject,
  jsonObjects,
  jsonText,
  jsonTexts,
  notNull,
  toBeGiven,
} from "./activate-parameters.js";
import { activateDateTime, activateMutation } from "./activate-route.js";
import { bind } from "./bind.js";
import { ENVELOPES } from "./envelope.js";
import type { Parameter } from "./parameter.js";

const EID = "A".repeat(22);

function read(parameter: Parameter<unknown>, body: object): unknown {
  return bind({ field: parameter }, { query: {}, body }).field;
}

/** What a body is refused for: the names and codes. */
function refused(parameter: Parameter<unknown>, body: object): string[] {
  try {
    return [`accepted ${JSON.stringify(read(parameter, body))}`];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.violations.map(({ path, code }) => `${path.join(".")} ${code}`);
  }
}

const KINDS: readonly [string, Parameter<unknown>, readonly [unknown, unknown][], readonly unknown[]][] = [
  [
    "text",
    jsonText(""),
    [
      ["a", "a"],
      ["", ""],
    ],
    [1, true, {}, ["a"], ["a", "b"], "\0"],
  ],
  ["EID", jsonEid(""), [[EID, EID]], ["", "A", `${EID}A`, 1, { $ne: 1 }]],
  [
    "flag",
    jsonFlag(""),
    [
      [true, true],
      [false, false],
    ],
    ["true", 1, 0, "", [], [true]],
  ],
  [
    "integer",
    jsonInteger("", 1, 9),
    [
      [1, 1],
      [9, 9],
    ],
    [0, 10, 1.5, "1"],
  ],
  [
    "amount",
    jsonAmount(""),
    [
      [0, "0"],
      [12.5, "12.5"],
      [0.01, "0.01"],
    ],
    [-1, 0.001, 1e-7, 1e308, "10", 1e13, "", [12.5]],
  ],
  ["choice", jsonChoice("", ["a", "b"]), [["a", "a"]], ["A", "c", "", 1, {}]],
  [
    "date-time",
    jsonDateTime(""),
    [
      ["2026-01-31", "2026-01-31T00:00:00.000Z"],
      ["2026-01-31T12:00:00", "2026-01-31T12:00:00.000Z"],
      ["2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"],
      // The hour that summer time leaves out, and the one that its end repeats: the offset says which instant is meant.
      ["2026-03-29T02:30:00+01:00", "2026-03-29T01:30:00.000Z"],
      ["2026-10-25T02:30:00+02:00", "2026-10-25T00:30:00.000Z"],
      ["2026-10-25T02:30:00+0100", "2026-10-25T01:30:00.000Z"],
      ["9998-12-31", "9998-12-31T00:00:00.000Z"],
      ["2026-01-31T12:00:00.123456Z", "2026-01-31T12:00:00.123Z"],
    ],
    [
      "2026-02-30",
      "2026-02-30T00:00:00",
      "2026-13-01",
      "300000-01-01",
      "9999-12-31",
      "01-31-2026",
      "now",
      "",
      5,
      "2026-01-31T23:59:60",
    ],
  ],
  [
    "EIDs",
    jsonEids(""),
    [
      [[EID], [EID]],
      [[], []],
    ],
    [["A"], [1], [[EID]], [null], "", EID, Array.from({ length: 1_001 }, () => EID)],
  ],
  [
    "texts",
    jsonTexts(""),
    [
      [
        ["a", "b,c"],
        ["a", "b,c"],
      ],
      [[], []],
    ],
    [[1], ["a", null], {}, "a"],
  ],
  [
    "choices",
    jsonChoices("", ["a", "b"]),
    [
      [
        ["b", "a"],
        ["b", "a"],
      ],
    ],
    [["c"], [{}], "a"],
  ],
];

describe.each(KINDS)("a JSON %s", (_, parameter, accepted, unaccepted) => {
  test.each(accepted)("%j is read as %j", (given, value) => {
    expect(read(parameter, { field: given })).toEqual(value);
  });
  test("null is null, and what is not given is undefined", () => {
    expect(read(parameter, { field: null })).toBeNull();
    expect(read(parameter, {})).toBeUndefined();
  });
  test.each(unaccepted.map((given) => [given]))("%j is refused", (given) => {
    expect(refused(parameter, { field: given })).toEqual([expect.stringMatching(/^field (INVALID|TOO_MANY)$/)]);
  });
  test("may be asked for, with null or without", () => {
    expect(read(toBeGiven(parameter), { field: null })).toBeNull();
    expect(refused(toBeGiven(parameter), {})).toEqual(["field MISSING"]);
    expect(refused(notNull(parameter), { field: null })).toEqual(["field MISSING"]);
    expect(read(notNull(parameter), { field: accepted[0]?.[0] })).toEqual(accepted[0]?.[1]);
  });
});

describe("objects", () => {
  const fields = { name: notNull(jsonText("")), goal: jsonAmount("") };
  const nested = jsonObject("", { ...fields, items: jsonObjects("", fields, 2) });

  test("are read field by field, and what they do not know is left alone", () => {
    const given = { name: "n", goal: null, other: 1, items: [{ name: "i", goal: 1.5 }] };
    expect(read(nested, { field: given })).toEqual({ name: "n", goal: null, items: [{ name: "i", goal: "1.5" }] });
    expect(read(nested, { field: null })).toBeNull();
    expect(read(nested, { field: { name: "n", items: [] } })).toEqual({ name: "n", items: [] });
  });

  test("name what is wrong within them", () => {
    expect(refused(nested, { field: { goal: -1, items: [{ name: "i" }, { name: 5, goal: "1" }] } })).toEqual([
      "field.name MISSING",
      "field.goal INVALID",
      "field.items.1.name INVALID",
      "field.items.1.goal INVALID",
    ]);
  });

  test.each([["text"], [[{ name: "a" }]], [[{ name: "a" }, { name: "b" }]], [5]])("%j is no object", (given) => {
    expect(refused(nested, { field: given })).toEqual(["field INVALID"]);
  });

  test.each([
    [[{}, {}, {}], "field.items TOO_MANY"],
    [["x"], "field.items INVALID"],
    [{ name: "i" }, "field.items INVALID"],
    [{ __proto__: null, length: 1 }, "field.items INVALID"],
  ])("%j are no items", (items, refusal) => {
    expect(refused(nested, { field: { name: "n", items } })).toEqual([refusal]);
  });
});

describe("answers of /activate", () => {
  const route = activateMutation({
    area: "strategies",
    method: "POST",
    path: "/activate/api/v1/strategy",
    permission: "graph.read",
    description: "",
    parameters: { goal: jsonAmount("") },
    mutation: "create",
    inputType: "CreateInput",
    selection: "at",
    input: (input) => input,
    data: (payload: { at: string }) => ({ at: activateDateTime(payload.at) }),
  });

  test("what a mutation makes stands under data, its times in microseconds without zone", () => {
    const bound = route.bind({ query: {}, body: { goal: null } }, { now: () => 0 });
    expect(bound.variables).toEqual({ input: { goal: null } });
    expect(bound.body({ done: { at: "2026-01-31T12:00:00.123Z" } })).toEqual({
      data: { at: "2026-01-31T12:00:00.123000" },
    });
    expect(() => bound.body({ done: null })).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  test("each error has the name of its parameter, or none", () => {
    const { body } = ENVELOPES.universal;
    const violations = [{ path: ["email", "emails", 0, "body"], code: "INVALID", message: "No." }];
    expect(body({ code: "BAD_USER_INPUT", message: "m", violations })).toEqual({
      errors: [{ name: "email.emails.0.body", error: "No." }],
    });
    expect(body({ code: "NOT_FOUND", message: "m", violations: [] })).toEqual({ errors: [{ name: null, error: "m" }] });
  });
});
