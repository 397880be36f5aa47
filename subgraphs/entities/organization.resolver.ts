import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { NeedsPermission } from "../define-subgraph.js";
import { AdvertisableConnection, AdvertisableListArgs } from "./advertisable.input.js";
import { advertisablesOfOrganization } from "./advertisable.table.js";
import type { Advertisable } from "./advertisable.type.js";
import { organizationByEid } from "./organization.table.js";
import { Organization } from "./organization.type.js";

@Resolver(() => Organization)
export class OrganizationResolver {
  @Query(() => Organization, {
    nullable: true,
    description:
      "An organization; without `eid` the viewer's own. NOT_FOUND for one that the viewer does not belong to.",
  })
  @NeedsPermission("organization.read")
  async organization(
    @Arg("eid", () => ID, { nullable: true, description: "EID of the organization." }) eid: string | null,
    @Ctx() context: RequestContext,
  ): Promise<Organization> {
    return await requireOrganization(context, eid ?? context.viewer.organizationEid);
  }

  @FieldResolver(() => AdvertisableConnection, {
    description: "The organization's advertisables that the viewer may see.",
  })
  async advertisables(
    @Root() organization: Organization,
    @Args(() => AdvertisableListArgs) args: AdvertisableListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Advertisable>> {
    return await advertisablesOfOrganization(context, organization.eid, args);
  }
}

export async function requireOrganization(context: RequestContext, eid: string): Promise<Organization> {
  const organization = await organizationByEid(context, eid);
  if (organization === null) throw notFound("organization", eid);
  return organization;
}
