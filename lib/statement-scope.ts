import { AsyncLocalStorage } from "node:async_hooks";

/** Where the statements of the work that runs in it are written down as well; see gateway/execution/trace.ts. */
export const statementScope = new AsyncLocalStorage<string[]>();
