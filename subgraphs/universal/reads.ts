import type { RequestContext } from "../../lib/context.js";
import { badInput } from "../../lib/errors.js";
import type { PageArgs } from "../../lib/page.js";
import { defineReads } from "../define-reads.js";
import { Advertisable } from "./advertisable.ref.js";

/** Filters that narrow a list to what somebody has named. */
const NARROWING = ["eid", "advertisableEid", "campaignEid", "playbookEid"];

function requireNarrowed(context: RequestContext, args: PageArgs): void {
  if (context.viewer.role !== "STAFF") return;
  if (NARROWING.some((field) => Reflect.get(args.filter ?? {}, field)?.in != null)) return;
  const message = "advertisableEid, or another EID to filter by, is required of platform administrators.";
  throw badInput(["advertisableEid"], "MISSING", message);
}

/** Staff see every organization, and so must say what they mean. */
const narrowed = {
  check: requireNarrowed,
  says: "Platform administrators must filter by an EID: BAD_USER_INPUT otherwise.",
};

export const { readsOf } = defineReads({ Advertisable, permission: "universal.read", narrowed });
