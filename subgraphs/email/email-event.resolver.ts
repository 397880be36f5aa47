import { Arg, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import { recordAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { addressesOf } from "./crm-contacts.js";
import { countEvent, sendByEid } from "./email-event.table.js";
import { EMAIL_EVENT_KINDS, EmailHeroImage } from "./email-event.type.js";
import { capturedImage } from "./hero-image.table.js";
import { sealAddress } from "./unsubscriber-address.js";
import { insertUnsubscribers } from "./unsubscriber.table.js";

/** What the links of mails ask for. The service alone may, once it has found its own signature in the link. */
@Resolver()
export class EmailEventResolver {
  @Mutation(() => Boolean, {
    nullable: true,
    description: "Counts what the recipient of a mail did with it, and ends the mails to one who wants no more.",
  })
  @Directive("@inaccessible")
  @NeedsPermission("email.send")
  async recordEmailEvent(
    @Arg("sendEid", () => ID, { description: "EID of the mail." }) sendEid: string,
    @Arg("kind", () => String, { description: `What was done: ${EMAIL_EVENT_KINDS.join(", ")}.` }) what: string,
    @Ctx() context: RequestContext,
  ): Promise<boolean> {
    authorise(context.viewer, "email.send");
    const kind = EMAIL_EVENT_KINDS.find((each) => each === what);
    if (kind === undefined) throw badInput(["kind"], "UNKNOWN", "kind must be one that its description names.");
    const send = await sendByEid(context, sendEid);
    if (send === null) throw notFound("mail", sendEid);
    const { advertisableEid, contactEid, campaignEid } = send;
    const address = kind === "UNSUBSCRIBE" ? (await addressesOf(context, [contactEid])).get(contactEid) : undefined;
    await context.transaction("email.send", async (sql) => {
      await countEvent(sql, context, send, kind);
      if (kind !== "UNSUBSCRIBE") return;
      // The address of somebody who is in no list any more is not known.
      const sealedAddress = address === undefined ? null : sealAddress(context, advertisableEid, contactEid, address);
      const people = [{ eid: contactEid, sealedAddress }];
      const [added] = await insertUnsubscribers(sql, context, { advertisableEid, campaignEid }, people);
      if (added === undefined) return;
      const audit = { advertisableEid, action: "unsubscribe", noun: "unsubscriber", nounEid: contactEid };
      await recordAudit(sql, context, { ...audit, before: null, after: { eid: contactEid, campaignEid } });
    });
    return true;
  }

  @Query(() => EmailHeroImage, {
    nullable: true,
    description: "Our own copy of the image of an e-mail; null where there is none.",
  })
  @Directive("@inaccessible")
  @NeedsPermission("email.send")
  async emailHeroImage(
    @Arg("eid", () => ID, { description: "EID of the image." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<EmailHeroImage | null> {
    authorise(context.viewer, "email.send");
    const image = await capturedImage(context, eid);
    return image === null ? null : { mediaType: image.mediaType, base64: image.image.toString("base64") };
  }
}
