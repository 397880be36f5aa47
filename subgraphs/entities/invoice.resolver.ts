import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { NeedsPermission } from "../define-subgraph.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { authoriseBilling, lookAt } from "./billing-access.js";
import { campaignByEid } from "./campaign.table.js";
import { Campaign } from "./campaign.type.js";
import { InvoiceConnection, InvoiceListArgs } from "./invoice.input.js";
import { invoiceByEid, invoicesOfOrganization } from "./invoice.table.js";
import { Invoice, InvoiceLine } from "./invoice.type.js";
import { organizationByEid } from "./organization.table.js";
import { Organization } from "./organization.type.js";

@Resolver(() => Invoice)
export class InvoiceResolver {
  @Query(() => Invoice, {
    nullable: true,
    description:
      "One invoice. NOT_FOUND when it is not one of the viewer's organization, FORBIDDEN for users without the admin role. What staff reads is written to the audit.",
  })
  @NeedsPermission("billing.read")
  async invoice(
    @Arg("eid", () => ID, { description: "EID of the invoice." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Invoice> {
    return await requireInvoice(context, eid);
  }

  @FieldResolver(() => Organization, { nullable: true, description: "The organization that is billed." })
  async organization(@Root() invoice: Invoice, @Ctx() context: RequestContext): Promise<Organization | null> {
    return await organizationByEid(context, invoice.organizationEid);
  }
}

@Resolver(() => InvoiceLine)
export class InvoiceLineResolver {
  @FieldResolver(() => Advertisable, {
    nullable: true,
    description: "The advertisable that it is for; null when there is none that the viewer can see.",
  })
  async advertisable(@Root() line: InvoiceLine, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return line.advertisableEid === null ? null : await advertisableByEid(context, line.advertisableEid);
  }

  @FieldResolver(() => Campaign, {
    nullable: true,
    description: "The campaign that it is for; null when there is none that the viewer can see.",
  })
  async campaign(@Root() line: InvoiceLine, @Ctx() context: RequestContext): Promise<Campaign | null> {
    return line.campaignEid === null ? null : await campaignByEid(context, line.campaignEid);
  }
}

@Resolver(() => Organization)
export class OrganizationInvoicesResolver {
  @FieldResolver(() => InvoiceConnection, {
    nullable: true,
    description:
      "What the organization is billed. FORBIDDEN for users without the admin role; what staff reads is written to the audit.",
  })
  async invoices(
    @Root() organization: Organization,
    @Args(() => InvoiceListArgs) args: InvoiceListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Invoice>> {
    await authoriseBilling(context, lookAt(organization, "readInvoices"));
    return await invoicesOfOrganization(context, organization.eid, args);
  }
}

export async function requireInvoice(context: RequestContext, eid: string): Promise<Invoice> {
  const invoice = await invoiceByEid(context, eid);
  if (invoice === null) throw notFound("invoice", eid);
  const { organizationEid } = invoice;
  await authoriseBilling(context, { organizationEid, action: "readInvoice", noun: "invoice", nounEid: eid });
  return invoice;
}
