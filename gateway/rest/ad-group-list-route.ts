import { AD_GROUP_FIELDS, type AdGroupData, adGroupRecord } from "./entity-records.js";
import { mutationRoute } from "./mutation-route.js";
import { eid, type Input, type Parameter, type Parameters } from "./parameter.js";
import type { Method, RestRoute } from "./route.js";

/** Entries of an ad group's lists, by the names of the graph. */
export type ListChange = Readonly<Record<string, readonly unknown[]>>;

interface AdGroupListRoute<P extends Parameters> {
  method: Method;
  /** The last part of the path. */
  verb: string;
  kind: "add" | "remove";
  /** What it answers: the ad group's record, whether anything changed, or true. */
  answers: "record" | "changed" | "success";
  description: string;
  /** Beside the ad group. */
  parameters: P;
  names?: Readonly<Record<string, string>>;
  lists(input: Input<P & { adgroup: Parameter<string> }>): ListChange;
}

interface ListsPayload {
  changed: boolean;
  adGroup: AdGroupData;
}

/** A route that adds entries to the lists of an ad group, or takes them out. */
export function adGroupListRoute<P extends Parameters>(spec: AdGroupListRoute<P>): RestRoute {
  const asksRecord = spec.answers === "record";
  return mutationRoute({
    method: spec.method,
    path: `/api/v1/adgroup/${spec.verb}`,
    permission: "adGroup.write",
    description: spec.description,
    parameters: { ...spec.parameters, adgroup: eid("EID of the ad group.") },
    ...(spec.names && { names: spec.names }),
    mutation: "changeAdGroupLists",
    inputType: "ChangeAdGroupListsInput",
    selection: asksRecord ? "adGroup { ...AdGroupFields }" : "changed",
    ...(asksRecord && { fragment: AD_GROUP_FIELDS }),
    input: (input) => ({ eid: input.adgroup, [spec.kind]: spec.lists(input) }),
    results: ({ adGroup, changed }: ListsPayload) =>
      asksRecord ? adGroupRecord(adGroup) : spec.answers === "success" || changed,
  });
}
