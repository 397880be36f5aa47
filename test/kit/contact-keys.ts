import { createContactKeys } from "../../lib/contact-keys.js";
import { systemRandom } from "../../lib/eid.js";

export const TEST_CONTACT_SECRET = "a secret for addresses in tests, and for nothing else";

/** What tests keep addresses with. */
export const TEST_CONTACT_KEYS = createContactKeys([{ id: "test", secret: TEST_CONTACT_SECRET }], systemRandom);
