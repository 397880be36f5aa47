import { readdirSync, readFileSync } from "node:fs";

/**
 * Seconds that a process's threads have spent on a processor so far, in user and in system mode, to the
 * nanosecond: Linux counts /proc/<pid>/stat in hundredths of a second.
 */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [running] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    nanoseconds += Number(running);
  }
  return nanoseconds / 1e9;
}

/** Mebibytes of memory that a process has now, and has had at most. */
export function memory(pid: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) / 1_024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
