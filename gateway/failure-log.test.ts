import { expect, test } from "vitest";
import { SubrequestError } from "./execution/subrequest-error.js";
import { createFailureLog } from "./failure-log.js";
import { createLog } from "../lib/log.js";

test("each cause is logged once a second, with how often it was left out", () => {
  const lines: { unlogged: number; err: { message: string } }[] = [];
  let time = 0;
  const log = createFailureLog(createLog("error", { write: (line) => void lines.push(JSON.parse(line)) }), () => time);
  const refused = (): SubrequestError => new SubrequestError("SERVICE_UNAVAILABLE", new Error("refused"));
  for (time = 0; time < 999; time += 1) log(refused());
  expect(lines).toHaveLength(1);
  log(new SubrequestError("SERVICE_UNAVAILABLE", new Error("reset")));
  log(new Error("another"));
  expect(lines).toHaveLength(3);
  time = 1_000;
  log(refused());
  expect(lines.map(({ unlogged }) => unlogged)).toEqual([0, 0, 0, 998]);
});
