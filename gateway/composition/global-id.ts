import { isEid } from "../../lib/eid.js";

export interface GlobalId {
  typeName: string;
  eid: string;
}

/** Reads `<TypeName>_<eid>`; null for anything else. An EID may contain underscores, so it is cut off by its length. */
export function parseGlobalId(id: string): GlobalId | null {
  const eid = id.slice(-22);
  const typeName = id.slice(0, -23);
  const wellFormed = id.at(-23) === "_" && typeName !== "" && isEid(eid);
  return wellFormed ? { typeName, eid } : null;
}
