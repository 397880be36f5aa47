import { describe, expect, test } from "vitest";
import { decimal } from "./decimal.js";
import { checkDates, checkLine, checkMoney, checkSpending, checkText, checkUrl } from "./checks.js";

describe("what a client may send", () => {
  test("a text: not blank, not too long, without control characters", () => {
    for (const text of ["a", "x".repeat(255), "💥".repeat(255), "naïve 💥", "line\nbreak", undefined, null])
      expect(checkText("name", text, 1, 255)).toEqual([]);
    for (const text of ["", "   ", "x".repeat(256), "💥".repeat(256), "a\0b", "\u001b[31m"])
      expect(checkText("name", text, 1, 255)).toMatchObject([{ path: ["input", "name"] }]);
  });

  test("a text of one line: no line break of any kind", () => {
    expect(checkLine("name", "a\tb", 1, 255)).toEqual([]);
    for (const text of ["a\nb", "a\rb", "a\u0085b", "a\u2028b"])
      expect(checkLine(["email", "name"], text, 1, 255)).toMatchObject([{ path: ["input", "email", "name"] }]);
  });

  test("money that is to be spent: more than nothing", () => {
    expect(checkSpending("budget", decimal("0.01"))).toEqual([]);
    for (const amount of ["0", "-1", "0.001", "1e12"])
      expect(checkSpending("budget", decimal(amount))).toMatchObject([{ code: "NOT_AN_AMOUNT" }]);
  });

  test("an address: http or https, no credentials in it", () => {
    for (const url of ["https://example.com/?q=1", "http://a.b", null]) expect(checkUrl("url", url)).toEqual([]);
    for (const url of [
      "",
      "example.com",
      "javascript:alert(1)",
      "ftp://a.b",
      "https://user:pass@a.b",
      `https://a.b/${"x".repeat(1_024)}`,
    ]) {
      expect(checkUrl("url", url)).toMatchObject([{ code: "NOT_A_URL" }]);
    }
  });

  test("money: from 0, at most 2 decimals", () => {
    for (const amount of ["0", "0.01", "70.50", "999999999999.99"])
      expect(checkMoney("budget", decimal(amount))).toEqual([]);
    for (const amount of ["-0.01", "0.001", "1000000000000"])
      expect(checkMoney("budget", decimal(amount))).toMatchObject([{ code: "NOT_AN_AMOUNT" }]);
  });

  test("dates: the start not after the end", () => {
    expect(checkDates("2024-01-01", "2024-01-01")).toEqual([]);
    expect(checkDates("2024-01-02", "2024-01-01")).toMatchObject([{ code: "START_AFTER_END" }]);
    expect(checkDates(null, "2024-01-01")).toEqual([]);
  });
});
