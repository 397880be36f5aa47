/** A breaking change that is made all the same. */
export interface AcceptedChange {
  /** As the check prints it: `Type.field`. */
  coordinate: string;
  /** The change's type, such as FIELD_REMOVED. */
  code: string;
  /** Why nobody is hurt, or who agreed to be. */
  reason: string;
  /** The last day on which the check lets it pass, YYYY-MM-DD. */
  expires: string;
}

/** Exceptions, each until its day. One that matches no change is refused: remove it once its change is in the baseline. */
export const ACCEPTED_CHANGES: readonly AcceptedChange[] = [];
