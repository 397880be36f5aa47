import { createContactKeys } from "../../lib/contact-keys.js";
import { systemRandom } from "../../lib/eid.js";

/** What tests keep addresses with. */
export const TEST_CONTACT_KEYS = createContactKeys(
  [{ id: "test", secret: "a secret for addresses in tests, and for nothing else" }],
  systemRandom,
);
