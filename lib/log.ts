import { type DestinationStream, pino, type Logger } from "pino";

export type Log = Logger;

/** Query parameters that are secrets, wherever a URL is logged. */
const SECRET_PARAMETERS = /([?&](?:apikey|token|access_token|refresh_token|password|client_secret)=)[^&#]*/gi;

/** A URL fit for a log. */
export function maskUrl(url: string): string {
  return url.includes("?") ? url.replace(SECRET_PARAMETERS, "$1***") : url;
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
