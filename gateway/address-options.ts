import { type Config, ConfigError, portOf } from "../lib/config.js";

/** Options of the programs that may be told where to listen: `parseArgs` takes them. */
export const ADDRESS_OPTIONS = { port: { type: "string" }, host: { type: "string" } } as const;

/** Where to listen: what the command line says, else the configuration. Throws ConfigError for a port that is none. */
export function addressOf(
  values: { port?: string | undefined; host?: string | undefined },
  config: Pick<Config, "host" | "port">,
): { host: string; port: number } {
  if (values.host?.trim() === "") throw new ConfigError("--host must name an address.");
  return {
    host: values.host ?? config.host,
    port: values.port === undefined ? config.port : portOf(values.port, "--port"),
  };
}
