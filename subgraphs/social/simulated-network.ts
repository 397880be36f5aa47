import type { RemoteObject, RemoteState, SocialNetwork } from "./social-network.js";

/** A network that is nowhere: it answers at once, and the same to the same. */
export const simulatedNetwork: SocialNetwork = {
  reviewInterval: 2_000,
  callTimeout: 20_000,
  publish: async (object) => simulate(object),
  photoProfile: async (photoActorId) => ({
    username: `account_${photoActorId}`,
    profilePic: `https://photos.example.com/${photoActorId}.jpg`,
  }),
  pages: async ({ name, snPageId }) =>
    snPageId === null
      ? []
      : [
          {
            snPageId,
            name,
            img: null,
            url: `https://social.example.com/${snPageId}`,
            pageAccess: true,
            pageAdminAccess: false,
            isPublished: true,
          },
        ],
};

/** Capital letters from which on a text without small ones shouts. */
const SHOUT = 4;
const PROMISE = /\bguaranteed\b/i;

/**
 * What the simulated network makes of an object: an ad is first reviewed, then refused for what its
 * creative says, or shown as long as it, its ad set and its campaign are active. It remembers nothing:
 * an ad that it is told of for the first time has no identifier yet.
 */
function simulate(object: RemoteObject): RemoteState {
  const externalId = object.externalId ?? `SIM-${object.eid}`;
  if (object.type === "CustomAudience") {
    return { externalId, approximateCount: sizeOf(object.eid), matchMethod: "simulated" };
  }
  if (object.type !== "SocialAd") return { externalId };
  if (object.status === "DELETED") return { externalId, remoteStatus: "DELETED", disapprovalReason: null };
  if (object.externalId === null) return { externalId, remoteStatus: "PENDING_REVIEW", disapprovalReason: null };
  const disapprovalReason = refusalOf(object.detail);
  if (disapprovalReason !== null) return { externalId, remoteStatus: "DISAPPROVED", disapprovalReason };
  return { externalId, remoteStatus: servingStatus(object), disapprovalReason: null };
}

function servingStatus({ status, detail }: RemoteObject): NonNullable<RemoteState["remoteStatus"]> {
  const campaign = detail["campaignStatus"];
  const adSet = detail["adSetStatus"];
  if (campaign === "ARCHIVED" || campaign === "DELETED" || adSet === "ARCHIVED") return "ARCHIVED";
  if (status !== "ACTIVE") return "PAUSED";
  if (campaign !== "ACTIVE") return "CAMPAIGN_PAUSED";
  return adSet === "ACTIVE" ? "ACTIVE" : "ADSET_PAUSED";
}

/** Why the review refuses a creative; null when it does not. */
function refusalOf(detail: RemoteObject["detail"]): string | null {
  const texts = ["title", "message"].map((field) => detail[field]).filter((text) => typeof text === "string");
  if (texts.some((text) => PROMISE.test(text))) return 'The text must not promise anything as "guaranteed".';
  return texts.some(shouts) ? "The text must not be in capitals only." : null;
}

function shouts(text: string): boolean {
  return text === text.toUpperCase() && (text.match(/\p{Lu}/gu)?.length ?? 0) >= SHOUT;
}

/** A size that is always the same for the same audience. */
function sizeOf(eid: string): number {
  let sum = 0;
  for (const letter of eid) sum = (sum * 31 + letter.charCodeAt(0)) % 99_000;
  return 1_000 + sum;
}
