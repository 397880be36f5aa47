import { JsonWriter } from "./json-writer.js";

/** What stands around the data of an answer that is written as text. */
export const BEFORE = '{"data":';
export const AFTER = "}\n";

/** An answer is written without a pause, so one buffer serves all operations. */
export const writer = new JsonWriter();

/** Lets the memory of an answer's bytes be used again, once they were sent. */
export function giveBack(text: Buffer): void {
  writer.giveBack(text);
}

/** The data alone of an answer that was written as text. */
export function dataOf(text: Buffer | string): string {
  return typeof text === "string"
    ? text.slice(BEFORE.length, -AFTER.length)
    : text.toString("utf8", BEFORE.length, text.length - AFTER.length);
}
