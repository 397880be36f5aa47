import { defineReads } from "../define-reads.js";
import { Advertisable } from "./advertisable.ref.js";

export const { readsOf } = defineReads({ Advertisable, permission: "social.read" });
