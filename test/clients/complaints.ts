import { afterEach, beforeEach, vi } from "vitest";

/** Fails each test of the file in which a client says something on the console, such as that it loses data. */
export function failOnComplaints(): void {
  let complaints: string[];
  beforeEach(() => {
    complaints = [];
    for (const method of ["warn", "error"] as const) {
      vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void complaints.push(words.join(" ")));
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    if (complaints.length > 0) throw new Error(`The client complains: ${complaints.join("\n")}`);
  });
}
