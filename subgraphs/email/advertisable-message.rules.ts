import { keysOf } from "../../lib/keys.js";
import type { AdvertisableMessage, AdvertisableMessageType } from "./advertisable-message.type.js";

/** What the messages of an advertisable follow from; its campaigns are those that have not ended. */
export interface MessageFacts {
  campaigns: readonly { status: string; createdAt: Date; isReady: boolean }[];
  suspendedAt: Date | null;
  optedOutAt: Date | null;
  /** When somebody unsubscribed last. */
  unsubscribedAt: Date | null;
  /** Whether a page with the pixel has been seen. */
  hasPixel: boolean;
  /** When a message of each type was marked as viewed last. */
  viewedAt: ReadonlyMap<string, Date>;
}

/** The messages that hold, in the order in which document 1 names them. */
export function messagesOf(facts: MessageFacts): AdvertisableMessage[] {
  const { campaigns } = facts;
  const isBlocked = facts.suspendedAt !== null || facts.optedOutAt !== null;
  const since: Readonly<Record<AdvertisableMessageType, (Date | null)[]>> = {
    EMAIL_UNSUBSCRIBER: [facts.unsubscribedAt],
    EMAIL_PIXEL: facts.hasPixel ? [] : campaigns.map(({ createdAt }) => createdAt),
    EMAIL_FORMS_NEW: campaigns
      .filter(({ status, isReady }) => status === "PAUSED" && isReady && !isBlocked)
      .map(({ createdAt }) => createdAt),
    EMAIL_FORMS_BLOCKED: [facts.suspendedAt, facts.optedOutAt],
    EMAIL_FORMS_MISSING: campaigns.filter(({ isReady }) => !isReady).map(({ createdAt }) => createdAt),
  };
  return keysOf(since).flatMap((type) => {
    const createdAt = newest(since[type]);
    const viewedAt = facts.viewedAt.get(type);
    return createdAt === null || (viewedAt !== undefined && createdAt <= viewedAt) ? [] : [{ type, createdAt }];
  });
}

function newest(instants: readonly (Date | null)[]): Date | null {
  return instants.reduce((latest, each) => (each !== null && (latest === null || each > latest) ? each : latest), null);
}
