import type { RemoteStatus } from "./social-ad.type.js";

/** What the network is told of, each as the graph names it. */
export type RemoteType = "SocialCampaign" | "AdSet" | "SocialAd" | "Creative" | "CustomAudience" | "LeadGenForm";

/** An object as the network is to have it. */
export interface RemoteObject {
  type: RemoteType;
  /** Our EID, which makes the same call twice the same as once. */
  eid: string;
  /** Its identifier on the network; null before it is there. */
  externalId: string | null;
  name: string;
  /** Its status with us; null for what has none. */
  status: string | null;
  /** The identifier of what it belongs to; null for what belongs to nothing there. */
  parentExternalId: string | null;
  /** All else that the network needs of it. */
  detail: Readonly<Record<string, unknown>>;
}

/** What the network made of an object. */
export interface RemoteState {
  externalId: string;
  /** Of an ad: what the network does with it. */
  remoteStatus?: RemoteStatus;
  /** Of an ad that it refuses. */
  disapprovalReason?: string | null;
  /** Of an ad that it has ended: its days are over, or it was thrown out for good. */
  ended?: "COMPLETED" | "KICKED";
  /** Of an audience: how many people it has, and how they are found. */
  approximateCount?: number;
  matchMethod?: string;
}

export interface PhotoProfile {
  username: string;
  profilePic: string | null;
}

export interface RemotePage {
  snPageId: string;
  name: string;
  img: string | null;
  url: string | null;
  pageAccess: boolean;
  pageAdminAccess: boolean;
  isPublished: boolean;
}

/**
 * The social network, as all of this area knows it: a connector to a real one takes the place of the
 * simulated one in index.ts. Only jobs call it, so that it may be slow and fail: they call again.
 * Each call may come twice, and throws RemoteFailure for what the network says no to.
 */
export interface SocialNetwork {
  /** Milliseconds until it is worth asking again what became of an ad under review. */
  readonly reviewInterval: number;
  /** Milliseconds that a call may take: its signal fires then, and nobody waits for it any longer. */
  readonly callTimeout: number;
  /** Makes the network's copy of an object what ours is. */
  publish(object: RemoteObject, signal: AbortSignal): Promise<RemoteState>;
  /** Who an account on the photo network is. */
  photoProfile(photoActorId: string, signal: AbortSignal): Promise<PhotoProfile>;
  /** The pages that an advertiser's ads can appear under. */
  pages(advertiser: { name: string; snPageId: string | null }, signal: AbortSignal): Promise<RemotePage[]>;
}

/** A call that the network did not do. */
export class RemoteFailure extends Error {
  override readonly name = "RemoteFailure";

  /** `reason` is one word for it, such as UNAVAILABLE. */
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}
