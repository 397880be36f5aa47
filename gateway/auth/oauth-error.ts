/** RFC 6749, section 5.2, as far as our grants can fail; the last one (section 4.1.2.1) says "try again". */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "temporarily_unavailable";

/** A failure of the token endpoint in its own form: `{error, error_description}`. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;

  /** `status` is 400, and 401 for invalid_client, unless another one is given. The message never quotes the input. */
  constructor(code: OAuthErrorCode, message: string, status = code === "invalid_client" ? 401 : 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
