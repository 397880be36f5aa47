import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authoriseBilling, lookAt } from "./billing-access.js";
import { BillingMethodConnection, BillingMethodListArgs } from "./billing-method.input.js";
import { billingMethodByEid, billingMethodsOfOrganization } from "./billing-method.table.js";
import { BillingMethod } from "./billing-method.type.js";
import { organizationByEid } from "./organization.table.js";
import { Organization } from "./organization.type.js";

@Resolver(() => BillingMethod)
export class BillingMethodResolver {
  @FieldResolver(() => Organization, { nullable: true, description: "The organization that pays with it." })
  async organization(@Root() method: BillingMethod, @Ctx() context: RequestContext): Promise<Organization | null> {
    return await organizationByEid(context, method.organizationEid);
  }
}

@Resolver(() => Organization)
export class OrganizationBillingMethodsResolver {
  @FieldResolver(() => BillingMethodConnection, {
    nullable: true,
    description:
      "What the organization pays with. FORBIDDEN for users without the admin role; what staff reads is written to the audit.",
  })
  async billingMethods(
    @Root() organization: Organization,
    @Args(() => BillingMethodListArgs) args: BillingMethodListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<BillingMethod>> {
    await authoriseBilling(context, lookAt(organization, "readBillingMethods"));
    return await billingMethodsOfOrganization(context, organization.eid, args);
  }
}

export async function requireBillingMethod(context: RequestContext, eid: string): Promise<BillingMethod> {
  const method = await billingMethodByEid(context, eid);
  if (method === null) throw notFound("billing method", eid);
  const { organizationEid } = method;
  await authoriseBilling(context, {
    organizationEid,
    action: "readBillingMethod",
    noun: "billing method",
    nounEid: eid,
  });
  return method;
}
