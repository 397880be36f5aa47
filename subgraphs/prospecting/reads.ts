import { defineReads } from "../define-reads.js";
import { Advertisable } from "./advertisable.ref.js";

export const { oneOf, readsOf } = defineReads({ Advertisable, permission: "prospecting.read" });
