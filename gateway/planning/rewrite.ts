import type { FetchNodePathSegment, FetchRewrite } from "./planner.js";

/** One change to what is sent to a subgraph or came from it. */
export type Rewrite =
  | { kind: "set"; path: readonly FetchNodePathSegment[]; value: string }
  | { kind: "rename"; path: readonly FetchNodePathSegment[]; key: string };

/** The planner spells a rewrite in three ways. */
export function compileRewrite(rewrite: FetchRewrite): Rewrite {
  if ("KeyRenamer" in rewrite)
    return { kind: "rename", path: rewrite.KeyRenamer.path, key: rewrite.KeyRenamer.renameKeyTo };
  const setter = "ValueSetter" in rewrite ? rewrite.ValueSetter : rewrite;
  return { kind: "set", path: setter.path, value: setter.setValueTo };
}
