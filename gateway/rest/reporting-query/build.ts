import { readFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_ROOT } from "../../../lib/config.js";

const { version }: { version: string } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "package.json"), "utf8"));

/** The version of the service. */
export const BUILD = version;
