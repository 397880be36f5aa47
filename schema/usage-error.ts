/** Arguments or files that the check cannot work with; the message says what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
