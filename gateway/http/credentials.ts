import type { IncomingMessage } from "node:http";
import { AppError } from "../../lib/errors.js";
import type { Credentials } from "../auth/authenticate.js";

const AUTHORIZATION = "authorization";

/** What a request says of its sender. Throws BAD_USER_INPUT for an Authorization header that was sent twice. */
export function credentialsOf({ headers, rawHeaders }: IncomingMessage, apikey: Credentials["apikey"]): Credentials {
  // Node keeps the first of two such headers; the raw list shows both.
  let sent = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) sent += 1;
  }
  if (sent > 1) throw new AppError("BAD_USER_INPUT", "Send one Authorization header.");
  return { authorization: headers.authorization, apikey };
}
