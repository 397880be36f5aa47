import type { Subgraph } from "./define-subgraph.js";
import { audience } from "./audience/index.js";
import { email } from "./email/index.js";
import { entities } from "./entities/index.js";
import { prospecting } from "./prospecting/index.js";
import { reporting } from "./reporting/index.js";
import { social } from "./social/index.js";
import { strategies } from "./strategies/index.js";

/** Every area of the graph, in the order in which their root fields are documented. */
export const SUBGRAPHS: readonly Subgraph[] = [entities, audience, email, social, prospecting, strategies, reporting];
