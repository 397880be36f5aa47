import { badInput, refuse, type Violation } from "../../../lib/errors.js";
import { CAMPAIGN_TYPES, CHANNELS, STATUSES } from "./mappings.js";

/** The arguments that lists are filtered by; null and not given are all. */
export interface ListArgs {
  isActive?: boolean | null;
  statuses?: readonly string[] | null;
  excludeStatuses?: readonly string[] | null;
  types?: readonly string[] | null;
  channels?: readonly string[] | null;
}

/** What an object is filtered by, in the words of this interface. */
export interface Traits {
  status?: string;
  type: string;
  channel?: string;
}

/** The objects that fit all the arguments. Throws BAD_USER_INPUT for a word that this interface does not have. */
export function filtered<N>(nodes: readonly N[], args: ListArgs, traitsOf: (node: N) => Traits): N[] {
  const { statuses, excludeStatuses, types, channels } = args;
  refuse([
    ...unknown("statuses", statuses, STATUSES),
    ...unknown("excludeStatuses", excludeStatuses, STATUSES),
    ...unknown("channels", channels, CHANNELS),
  ]);
  return nodes.filter((node) => {
    const { status, type, channel } = traitsOf(node);
    return (
      isIn(statuses, status) &&
      !(excludeStatuses != null && status !== undefined && excludeStatuses.includes(status)) &&
      isIn(types, type) &&
      isIn(channels, channel)
    );
  });
}

/** Whether objects that the graph's list has may be left out of this one; e-mails have a list of their own there. */
export function leavesOut({ statuses, excludeStatuses, types, channels }: ListArgs): boolean {
  const isWhole = channels == null || (channels.includes("web") && channels.includes("social"));
  return statuses != null || excludeStatuses != null || types != null || !isWhole;
}

function isIn(allowed: readonly string[] | null | undefined, value: string | undefined): boolean {
  return allowed == null || (value !== undefined && allowed.includes(value));
}

/** Types of campaigns are this interface's own; those of ad groups, ads and segments are the platform's. */
export function refuseUnknownTypes(types: readonly string[] | null | undefined): void {
  const [violation] = unknown("types", types, CAMPAIGN_TYPES);
  if (violation !== undefined) throw badInput(violation.path, violation.code, violation.message);
}

function unknown(name: string, given: readonly string[] | null | undefined, known: readonly string[]): Violation[] {
  const wrong = given?.find((each) => !known.includes(each));
  if (wrong === undefined) return [];
  return [{ path: [name], code: "UNKNOWN_VALUE", message: `${name} can hold ${known.join(", ")} only.` }];
}
