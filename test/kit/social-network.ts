import { startJobRunner, type JobRunner } from "../../lib/job-runner.js";
import { DEFAULT_FETCH_POLICY } from "../../lib/fetch-policy.js";
import { systemClock } from "../../lib/clock.js";
import { systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import { publishSocialCampaign } from "../../subgraphs/social/publish-social-campaign.job.js";
import { publishSocialObject } from "../../subgraphs/social/publish-social-object.job.js";
import { PUBLISH_SOCIAL_CAMPAIGN, PUBLISH_SOCIAL_OBJECT } from "../../subgraphs/social/publishing.js";
import { simulatedNetwork } from "../../subgraphs/social/simulated-network.js";
import type { RemoteObject, SocialNetwork } from "../../subgraphs/social/social-network.js";
import type { TestService } from "./service.js";

/** A network of which a test sees what it was told, and that fails when the test says so. */
export interface WatchedNetwork extends SocialNetwork {
  told: RemoteObject[];
  /** As short as a test wants it. */
  callTimeout: number;
  /** Called before each object; throws where the network is to fail. */
  before: (object: RemoteObject) => void | Promise<void>;
}

export function watchedNetwork(): WatchedNetwork {
  const network: WatchedNetwork = {
    ...simulatedNetwork,
    reviewInterval: 100,
    told: [],
    before: () => {},
    publish: async (object, signal) => {
      await network.before(object);
      network.told.push(object);
      return await simulatedNetwork.publish(object, signal);
    },
  };
  return network;
}

/** Works off the jobs of a service that concern the social network. */
export async function startPublishing(service: TestService, network: SocialNetwork): Promise<JobRunner> {
  return await startJobRunner({
    url: service.db.url,
    database: service.db.database,
    // Of this very moment, as waits between tries are meant in real time.
    clock: systemClock,
    random: systemRandom,
    log: createLog("silent"),
    fetchPolicy: DEFAULT_FETCH_POLICY,
    askGraph: service.gateway.askGraph,
    jobs: {
      [PUBLISH_SOCIAL_CAMPAIGN]: publishSocialCampaign(network),
      [PUBLISH_SOCIAL_OBJECT]: publishSocialObject(network),
    },
  });
}
