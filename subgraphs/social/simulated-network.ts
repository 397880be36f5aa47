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
const FORBIDDEN = /\bcounterfeit\b/i;

/**
 * What the simulated network makes of an object: an ad is first reviewed, then refused or thrown out for what its
 * creative says, or shown as long as it, its ad set and its campaign are active and their days last. It remembers nothing:
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
  if (says(object.detail, FORBIDDEN)) {
    const reason = "The network allows no counterfeit goods.";
    return { externalId, remoteStatus: "DISAPPROVED", disapprovalReason: reason, ended: "KICKED" };
  }
  const disapprovalReason = refusalOf(object.detail);
  if (disapprovalReason !== null) return { externalId, remoteStatus: "DISAPPROVED", disapprovalReason };
  const isOver = object.detail["phase"] === "OVER";
  return {
    externalId,
    remoteStatus: servingStatus(object),
    disapprovalReason: null,
    ...(isOver && { ended: "COMPLETED" as const }),
  };
}

function servingStatus({ status, detail }: RemoteObject): NonNullable<RemoteState["remoteStatus"]> {
  const campaign = detail["campaignStatus"];
  const adSet = detail["adSetStatus"];
  const phase = detail["phase"];
  if (campaign === "ARCHIVED" || campaign === "DELETED" || adSet === "ARCHIVED" || phase === "OVER") return "ARCHIVED";
  if (status !== "ACTIVE") return "PAUSED";
  if (campaign !== "ACTIVE") return "CAMPAIGN_PAUSED";
  if (adSet !== "ACTIVE") return "ADSET_PAUSED";
  return phase === "UPCOMING" ? "PREAPPROVED" : "ACTIVE";
}

/** Why the review refuses a creative; null when it does not. */
function refusalOf(detail: RemoteObject["detail"]): string | null {
  const texts = textsOf(detail);
  if (says(detail, PROMISE)) return 'The text must not promise anything as "guaranteed".';
  return texts.some(shouts) ? "The text must not be in capitals only." : null;
}

function textsOf(detail: RemoteObject["detail"]): string[] {
  return ["title", "message"].map((field) => detail[field]).filter((text) => typeof text === "string");
}

function says(detail: RemoteObject["detail"], words: RegExp): boolean {
  return textsOf(detail).some((text) => words.test(text));
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
