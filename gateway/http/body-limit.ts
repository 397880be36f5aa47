/** Bytes of a request's body. */
export const BODY_LIMIT = 1_048_576;
