import { Arg, Args, Ctx, Directive, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { isEid } from "../../lib/eid.js";
import { badInput } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { CrmContactAddress, CrmContactArgs, CrmContactPage, MAX_CONTACTS } from "./crm-contact.type.js";
import { openRecord } from "./segment-record.js";
import { contactPage, contactsByEid } from "./segment-record.table.js";

/** Whom an advertisable may write to. The service's own jobs ask this; nobody else sees the fields or is answered. */
@Resolver(() => Advertisable)
export class CrmContactResolver {
  @FieldResolver(() => CrmContactPage, {
    nullable: true,
    description:
      "The people in its segments of type CRM that are not deleted, each once. FORBIDDEN for everybody but the service.",
  })
  @Directive("@inaccessible")
  async crmContacts(
    @Root() { eid }: Advertisable,
    @Args(() => CrmContactArgs) { first, after }: CrmContactArgs,
    @Ctx() context: RequestContext,
  ): Promise<CrmContactPage> {
    authorise(context.viewer, "contact.read");
    if (first < 1 || first > MAX_CONTACTS)
      throw badInput(["first"], "OUT_OF_RANGE", `first must be from 1 to ${MAX_CONTACTS}.`);
    const eids = await contactPage(context, eid, { after: after ?? null, limit: first + 1 });
    const page = eids.slice(0, first);
    return { eids: page, next: eids.length > first ? (page.at(-1) ?? null) : null };
  }

  @Query(() => [CrmContactAddress], {
    nullable: true,
    description: "The addresses of people, in the order asked. FORBIDDEN for everybody but the service.",
  })
  @Directive("@inaccessible")
  @NeedsPermission("contact.read")
  async crmContactAddresses(
    @Arg("eids", () => [ID], { description: `EIDs of people of crmContacts, at most ${MAX_CONTACTS}.` }) eids: string[],
    @Ctx() context: RequestContext,
  ): Promise<CrmContactAddress[]> {
    authorise(context.viewer, "contact.read");
    if (eids.length > MAX_CONTACTS) throw badInput(["eids"], "TOO_MANY", `eids must be at most ${MAX_CONTACTS}.`);
    const known = await contactsByEid(context, eids.filter(isEid));
    return eids.map((eid) => {
      const contact = known.get(eid);
      return { eid, address: contact === undefined ? null : openRecord(context, contact) };
    });
  }
}
