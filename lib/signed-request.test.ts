import { expect, test } from "vitest";
import { type Clock, fixedClock } from "./clock.js";
import { isSigned, readAsker, signRequest, type SignedMessage } from "./signed-request.js";

const SECRET = "s".repeat(32);
const MESSAGE: SignedMessage = {
  recipient: "toys",
  method: "POST",
  path: "/graphql",
  body: `{"query":"{ a }"}`,
};
const NOW = fixedClock("2023-09-01T12:00:00Z");

function later(ms: number): Clock {
  return { now: () => NOW.now() + ms };
}

test("what was signed is accepted, as text and as bytes", () => {
  const header = signRequest(MESSAGE, SECRET, NOW);
  expect(isSigned(MESSAGE, header, SECRET, NOW)).toBe(true);
  expect(isSigned({ ...MESSAGE, body: Buffer.from(String(MESSAGE.body)) }, header, SECRET, NOW)).toBe(true);
});

test("another recipient, method, path, body or secret, and a signature that was tampered with, are refused", () => {
  const header = signRequest(MESSAGE, SECRET, NOW);
  const changes = [{ recipient: "games" }, { method: "GET" }, { path: "/graphql?x" }, { body: `{"query":"{ b }"}` }];
  for (const change of changes) {
    expect(isSigned({ ...MESSAGE, ...change }, header, SECRET, NOW)).toBe(false);
  }
  expect(isSigned(MESSAGE, header, "t".repeat(32), NOW)).toBe(false);
  const moved = header.replace(/t=\d+/, `t=${NOW.now() + 1}`);
  for (const forged of [moved, header.slice(0, -1), `${header} `, "t=,s=", "", undefined, [header, header]]) {
    expect(isSigned(MESSAGE, forged, SECRET, NOW)).toBe(false);
  }
});

test("a signature lives 30 seconds in all: 25 after it was made, and 5 before for clocks that run ahead", () => {
  const header = signRequest(MESSAGE, SECRET, NOW);
  expect([-5_001, -5_000, 25_000, 25_001].map((ms) => isSigned(MESSAGE, header, SECRET, later(ms)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("an asker is read as it was sent, and nothing else passes for one", () => {
  const viewer = { userEid: "U", organizationEid: "O", role: "USER", advertisables: ["A"], apiClient: null };
  const asker = { viewer, requestId: "r", pageLimit: 100 };
  expect(readAsker(asker)).toEqual(asker);
  expect(readAsker({ ...asker, viewer: null })).toEqual({ ...asker, viewer: null });
  expect(readAsker({ ...asker, viewer: { ...viewer, advertisables: "ALL" } })?.viewer?.advertisables).toBe("ALL");
  // The service itself stays it, and nobody else becomes it.
  expect(readAsker({ ...asker, viewer: { ...viewer, isService: true } })?.viewer?.isService).toBe(true);
  expect(readAsker(asker)?.viewer?.isService).toBeUndefined();
  for (const wrong of [
    { ...asker, viewer: { ...viewer, isService: "true" } },
    undefined,
    null,
    [],
    {},
    { ...asker, viewer: undefined },
    { ...asker, pageLimit: 0 },
    { ...asker, requestId: 1 },
    { ...asker, viewer: { ...viewer, role: "ROOT" } },
    { ...asker, viewer: { ...viewer, advertisables: [1] } },
  ]) {
    expect(readAsker(wrong)).toBeNull();
  }
});
