import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

function processes(): { pid: number; parent: number; command: string }[] {
  const rows = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).trim().split("\n");
  return rows.map((row) => {
    const [pid = "", parent = "", ...command] = row.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
  });
}

/** The server on a folder and the two processes that watch it. */
export function serversOn(folder: string): { pid: number }[] {
  return processes().filter(({ command }) => command.includes(`launcher.cluster=${folder}/`));
}

/** These and what they have forked. */
export function processesOn(folder: string): number[] {
  return descendants(serversOn(folder).map(({ pid }) => pid));
}

export function descendants(pids: number[]): number[] {
  const found = new Set(pids);
  const all = processes();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error("It has not come true within 10 s.");
    await sleep(5);
  }
}
