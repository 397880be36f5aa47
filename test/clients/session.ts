import { setTimeout } from "node:timers/promises";
import type { IntrospectionQuery } from "graphql";
import { ALPHA, APIKEY, create } from "../kit/world.js";
import { startService, type TestService } from "../kit/service.js";

/** The service on a port of its own, and what a client needs to reach it as Alpha's admin. */
export interface Session {
  service: TestService;
  url: string;
  headers: Record<string, string>;
  /** The platform's fetch; writes the name of each operation to `sent`. */
  fetch: typeof fetch;
  /** The operations that went over the wire, in their order; tests empty it. */
  sent: string[];
  /** The introspection answer, as a build step would fetch it; it does not count as sent. */
  introspect(query: string): Promise<IntrospectionQuery>;
  /** An advertisable with these campaigns, all approved. */
  addAdvertisable(campaigns: readonly string[]): Promise<Listed>;
  /** Renames a campaign behind the client's back. */
  rename(campaign: string | undefined, name: string): Promise<void>;
  close(): Promise<void>;
}

/** An advertisable and its campaigns, by EID. */
export interface Listed {
  advertisable: string;
  campaigns: string[];
}

export async function openSession(): Promise<Session> {
  const service = await startService();
  const origin = await service.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `${origin}/graphql?apikey=${APIKEY}`;
  const headers = { authorization: `Token ${service.world.tokens.admin}` };
  const sent: string[] = [];
  return {
    service,
    url,
    headers,
    sent,
    fetch: async (input, init) => {
      sent.push(operationOf(input, init));
      return await fetch(input, init);
    },
    introspect: async (query) => {
      const answer = await service.graphql(query);
      if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
      return answer.data as unknown as IntrospectionQuery;
    },
    addAdvertisable: async (names) => {
      const advertisable = await create(
        service.gateway,
        "createAdvertisable",
        "CreateAdvertisableInput",
        "advertisable",
        {
          organizationEid: ALPHA,
          name: "Listed",
        },
      );
      const campaigns: string[] = [];
      for (const name of names) {
        campaigns.push(
          await create(service.gateway, "createCampaign", "CreateCampaignInput", "campaign", {
            advertisableEid: advertisable,
            name,
          }),
        );
      }
      return { advertisable, campaigns };
    },
    rename: async (eid, name) => {
      const { errors } = await service.graphql(
        "mutation ($input: EditCampaignInput!) { editCampaign(input: $input) { campaign { eid } } }",
        { input: { eid, name } },
      );
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
    },
    close: service.close,
  };
}

function operationOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string {
  const { body } = init ?? {};
  const request: unknown =
    typeof body === "string"
      ? JSON.parse(body)
      : Object.fromEntries(new URL(input instanceof Request ? input.url : input).searchParams);
  const name: unknown =
    typeof request === "object" && request !== null ? Reflect.get(request, "operationName") : undefined;
  return typeof name === "string" ? name : "(unnamed)";
}

/** How a test waits for a client to show something: on a busy machine too. */
export const PATIENCE = { interval: 5, timeout: 5_000 };

/** Long enough for a client that wants to ask once more to have asked. */
export async function quiet(): Promise<void> {
  await setTimeout(30);
}

/** A day's deliveries of a campaign, more of them than 32 bits count. */
export async function deliver({ service }: Session, { advertisable, campaigns }: Listed, day: string): Promise<void> {
  const sums = "impressions, clicks, cost, extra_cost, reported_conversions";
  const values = "5000000000, 10000000, 1234.5, 0, 0";
  await service.db.owner.query(
    `insert into reporting.delivery_by_advertisable (advertisable_eid, day, currency, ${sums}) values ($1, $2, 'USD', ${values})`,
    [advertisable, day],
  );
  await service.db.owner.query(
    `insert into reporting.delivery_by_campaign (advertisable_eid, day, campaign_eid, currency, ${sums}) values ($1, $2, $3, 'USD', ${values})`,
    [advertisable, day, campaigns[0]],
  );
}
