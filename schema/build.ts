import "reflect-metadata";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_ROOT } from "../lib/config.js";
import { schemaFiles } from "./files.js";

/** `npm run schema`: writes what the world sees of the graph, to be committed and reviewed. */
for (const [name, text] of Object.entries(schemaFiles())) {
  writeFileSync(path.join(PROJECT_ROOT, "schema", name), text);
}
