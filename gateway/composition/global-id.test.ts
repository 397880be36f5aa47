import { expect, test } from "vitest";
import { parseGlobalId } from "./global-id.js";

const EID = "AbC_-6789012345678_012";

test("type name and EID may both have underscores", () => {
  expect(parseGlobalId(`AdGroup_${EID}`)).toEqual({ typeName: "AdGroup", eid: EID });
  expect(parseGlobalId(`Ad_Group_${EID}`)).toEqual({ typeName: "Ad_Group", eid: EID });
});

test.each(["", EID, `_${EID}`, `Ad${EID}`, `Ad_${EID.slice(1)}`, `Ad_${EID.slice(1)}é`, `Ad_${EID}=`])(
  "%j is none",
  (id) => {
    expect(parseGlobalId(id)).toBeNull();
  },
);
