import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import { recordAudit, recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { notFound, refuse } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";
import { nextTurn } from "../../lib/turns.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { emailCampaigns, toEmailCampaign } from "./email-campaign.table.js";
import { EmailCampaign } from "./email-campaign.type.js";
import { requireOwner } from "../../lib/ownership.js";
import { readsOf } from "./reads.js";
import { contactEidOf, openAddress, sealAddress } from "./unsubscriber-address.js";
import { AddUnsubscribersInput, AddUnsubscribersPayload, UNSUBSCRIBER_LIST } from "./unsubscriber.input.js";
import { checkUnsubscribers, readAddresses } from "./unsubscriber.rules.js";
import {
  insertUnsubscribers,
  type NewUnsubscriber,
  sealedAddressOf,
  toUnsubscriber,
  unsubscribers,
  unsubscribersOfAdvertisable,
  unsubscribersOfViewer,
} from "./unsubscriber.table.js";
import { Unsubscriber } from "./unsubscriber.type.js";

/** Addresses that are sealed before others get their turn. */
const AT_ONCE = 1_000;

@Resolver(() => Unsubscriber)
class UnsubscriberResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The e-mail address, in lower case; null where it is not known any more. What staff reads is written to the audit.",
  })
  async emailAddress(@Root() unsubscriber: Unsubscriber, @Ctx() context: RequestContext): Promise<string | null> {
    const sealed = await sealedAddressOf(context, unsubscriber);
    if (sealed === null) return null;
    if (context.viewer.role === "STAFF") await writeLook(context, unsubscriber);
    return openAddress(context, unsubscriber.advertisableEid, unsubscriber.eid, sealed);
  }

  @FieldResolver(() => EmailCampaign, {
    nullable: true,
    description: "The e-mail campaign whose mail was the reason; null when nobody said.",
  })
  async campaign(@Root() { campaignEid }: Unsubscriber, @Ctx() context: RequestContext): Promise<EmailCampaign | null> {
    const campaign = campaignEid === null ? null : await emailCampaigns.byEid(context, campaignEid);
    return campaign === null ? null : toEmailCampaign(campaign);
  }

  @Mutation(() => AddUnsubscribersPayload, {
    nullable: true,
    description:
      "Unsubscribes people from all e-mails of an advertisable. Texts that are no addresses are ignored. NOT_FOUND for an advertisable that the viewer can't see, and for a campaign that is none of its own.",
  })
  @NeedsPermission("email.write")
  async addUnsubscribers(
    @Arg("input", () => AddUnsubscribersInput, { description: "Who unsubscribes." }) input: AddUnsubscribersInput,
    @Ctx() context: RequestContext,
  ): Promise<AddUnsubscribersPayload> {
    const { advertisableEid } = input;
    const campaignEid = input.campaignEid ?? null;
    await requireOwner(context, advertisableEid);
    authorise(context.viewer, "email.write");
    if (campaignEid !== null) {
      const campaign = await emailCampaigns.require(context, campaignEid);
      if (campaign.advertisableEid !== advertisableEid)
        throw notFound("email campaign of the advertisable", campaignEid);
    }
    refuse(checkUnsubscribers(input.emailAddresses));
    const { addresses, ignored } = readAddresses(input.emailAddresses);
    const people = await seal(context, advertisableEid, addresses);
    const added = await context.transaction("email.write", async (sql) => {
      const eids = await insertUnsubscribers(sql, context, { advertisableEid, campaignEid }, people);
      if (eids.length > 0) {
        await recordAudit(sql, context, {
          advertisableEid,
          action: "addUnsubscribers",
          noun: "unsubscriber",
          nounEid: advertisableEid,
          before: null,
          after: { eids, campaignEid },
        });
      }
      return eids.length;
    });
    return { advertisable: { eid: advertisableEid }, added, ignored };
  }
}

async function seal(
  context: RequestContext,
  advertisableEid: string,
  addresses: ReadonlySet<string>,
): Promise<NewUnsubscriber[]> {
  const people: NewUnsubscriber[] = [];
  for (const address of addresses) {
    if (people.length % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const eid = contactEidOf(context, advertisableEid, address);
    people.push({ eid, sealedAddress: sealAddress(context, advertisableEid, eid, address) });
  }
  return people;
}

/** Whose addresses staff reads, of one step of a request: an audit row for each advertisable. */
const writeLook = defineLoader<Unsubscriber, true>(
  async (people, context) => {
    await context.transaction("email.read", async (sql) => {
      await recordAudits(
        sql,
        context,
        [...Map.groupBy(people, ({ advertisableEid }) => advertisableEid)].map(([advertisableEid, read]) => ({
          advertisableEid,
          action: "readUnsubscribers",
          noun: "unsubscriber",
          nounEid: advertisableEid,
          before: null,
          after: { eids: read.map(({ eid }) => eid) },
        })),
      );
    });
    return new Map(people.map(({ eid }) => [eid, true]));
  },
  ({ eid }) => eid,
);

export const UNSUBSCRIBER_RESOLVERS = [
  UnsubscriberResolver,
  ...readsOf({
    ...UNSUBSCRIBER_LIST,
    type: Unsubscriber,
    singular: "unsubscriber",
    plural: "unsubscribers",
    words: { one: "unsubscriber", many: "unsubscribers" },
    one: async (context, eid) => toUnsubscriber(await unsubscribers.require(context, eid)),
    ofViewer: unsubscribersOfViewer,
    ofAdvertisable: unsubscribersOfAdvertisable,
  }),
] as const;
