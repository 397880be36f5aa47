import { readFileSync } from "node:fs";

/** Clock ticks a second; Linux has had 100 on every machine for decades. */
const TICKS = 100;

/** Seconds that a process has spent so far with all its threads, in user and in system mode. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may hold spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Mebibytes of memory that a process has now, and has had at most. */
export function memory(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) / 1_024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
