import { AppError } from "../../lib/errors.js";

/**
 * Whether an object is deleted already and is only to be deleted again, which changes nothing. ILLEGAL_TRANSITION
 * for anything else that is to be done to a deleted one.
 */
export function isDeletedAgain(noun: string, status: string, wanted: string | null | undefined): boolean {
  if (status !== "DELETED") return false;
  if (wanted === "DELETED") return true;
  throw new AppError("ILLEGAL_TRANSITION", `${noun} that is deleted can't be changed.`);
}
