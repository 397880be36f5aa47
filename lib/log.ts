import { type DestinationStream, pino, type Logger } from "pino";
import { maskAddresses } from "./email-address.js";

export type Log = Logger;

/** Query parameters that are secret or personal, wherever a URL is logged; in any case, with brackets too. */
const SECRET_PARAMETER = /^(?:apikey|token|access_token|refresh_token|password|client_secret|email)(?:\[.*)?$/i;

/** What a link of a mail carries: whoever has it can unsubscribe its recipient. */
const MAIL_TOKEN = /^(\/mail\/[a-z]+\/)[^?]+/;

/** A URL fit for a log. */
export function maskUrl(address: string): string {
  const url = address.replace(MAIL_TOKEN, "$1***");
  if (!url.includes("?")) return maskAddresses(url);
  return maskAddresses(
    url.replaceAll(/([?&][^=&#]*=)[^&#]*/g, (pair, name: string) =>
      SECRET_PARAMETER.test(decoded(name.slice(1, -1))) ? `${name}***` : pair,
    ),
  );
}

/** A name that is not written as it should be is taken as it stands. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What pino must never write, whoever hands it over. */
const SECRET_FIELDS = ["authorization", "apikey", "password", "token", "cookie", "email"];

/** JSON lines on standard error; standard output belongs to what the program prints for people. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)], censor: "***" },
    },
    // A write for each line costs more than a whole small request; what is left is written on exit.
    destination ?? pino.destination({ fd: 2, sync: false, minLength: 4_096, periodicFlush: 100 }),
  );
}
