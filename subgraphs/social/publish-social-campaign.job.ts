import { today } from "../../lib/date-range.js";
import type { Job } from "../../lib/job.js";
import { adSets } from "./ad-set.table.js";
import { creatives } from "./creative.table.js";
import { nextChange } from "./phase.rules.js";
import { type Publisher, publishRows } from "./publish-rows.js";
import {
  adSetsToPublish,
  type Again,
  adsToPublish,
  beginPublishing,
  creativesToPublish,
  endPublishing,
  keepTurn,
  targetingOf,
} from "./publishing.table.js";
import { remoteAd, remoteAdSet, remoteCampaign, remoteCreative } from "./remote-objects.js";
import { statusWhenEnded } from "./social-ad.rules.js";
import { type SocialAdRecord, socialAds } from "./social-ad.table.js";
import { type SocialCampaignRecord, socialCampaigns } from "./social-campaign.table.js";
import type { SocialNetwork } from "./social-network.js";

/** Ad sets that are told of at a time, with their ads. */
const BATCH = 50;

/** Tells the network of a campaign, its ad sets, their ads and creatives: of what it has not heard of as it is now. */
export function publishSocialCampaign(network: SocialNetwork): Job {
  return {
    async run(input, { context, signal }) {
      if (!isCampaignKey(input)) throw new TypeError("a publication names its campaign");
      // Longer than any call: whoever is killed in between keeps the others waiting for this long at most.
      const turn = await beginPublishing(context, input.campaignEid, 3 * network.callTimeout);
      if (turn === null) return;
      let again: Again = { delay: null, day: null };
      try {
        const keep = async () => await keepTurn(context, turn);
        again = await publishTree({ context, network, signal, keep }, turn.campaign);
      } finally {
        await endPublishing(context, turn, again);
      }
    },
  };
}

/** @returns when there is something to tell again: an ad waits for the network's verdict, or something begins or ends. */
async function publishTree(publisher: Publisher, row: SocialCampaignRecord): Promise<Again> {
  const { context } = publisher;
  const day = today(context.clock);
  const [campaign = row] = await publishRows(
    publisher,
    socialCampaigns,
    [{ row, object: remoteCampaign(row) }],
    () => ({}),
  );
  let isWaiting = false;
  let next = nextChange(day, [campaign]);
  let after = "";
  for (;;) {
    const batch = await adSetsToPublish(context, campaign, after, BATCH);
    const last = batch.at(-1);
    if (last === undefined) return { delay: isWaiting ? publisher.network.reviewInterval : null, day: next };
    after = last.eid;
    next = nextChange(day, [{ startDate: next, endDate: null }, ...batch]);
    const targeting = await targetingOf(
      context,
      campaign.advertisableEid,
      batch.map((adSet) => adSet.eid),
    );
    const published = await publishRows(
      publisher,
      adSets,
      batch.map((adSet) => ({ row: adSet, object: remoteAdSet(adSet, campaign, targeting(adSet.eid)) })),
      () => ({}),
    );
    const ads = await adsToPublish(
      context,
      campaign.advertisableEid,
      published.map((adSet) => adSet.eid),
    );
    const shown = await creativesToPublish(context, campaign.advertisableEid, [
      ...new Set(ads.map((ad) => ad.creativeEid)),
    ]);
    const known = await publishRows(
      publisher,
      creatives,
      shown.map((creative) => ({ row: creative, object: remoteCreative(creative) })),
      () => ({}),
    );
    const adSetByEid = new Map(published.map((adSet) => [adSet.eid, adSet]));
    const creativeByEid = new Map(known.map((creative) => [creative.eid, creative]));
    const reviewed = await publishRows(
      publisher,
      socialAds,
      ads.flatMap((ad) => {
        const adSet = adSetByEid.get(ad.adSetEid);
        const creative = creativeByEid.get(ad.creativeEid);
        return adSet === undefined || creative === undefined
          ? []
          : [{ row: ad, object: remoteAd(ad, adSet, campaign, creative, day) }];
      }),
      ({ remoteStatus = null, disapprovalReason = null, ended }, { status }) => ({
        remoteStatus,
        disapprovalReason,
        status: statusWhenEnded(status, ended),
      }),
      isUnderReview,
    );
    isWaiting ||= reviewed.some(isUnderReview);
  }
}

function isUnderReview(ad: SocialAdRecord): boolean {
  return ad.remoteStatus === "PENDING_REVIEW";
}

function isCampaignKey(input: unknown): input is { campaignEid: string } {
  return typeof input === "object" && input !== null && "campaignEid" in input && typeof input.campaignEid === "string";
}
