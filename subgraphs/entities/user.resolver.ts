import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";
import { NeedsPermission } from "../define-subgraph.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { organizationByEid } from "./organization.table.js";
import { Organization } from "./organization.type.js";
import { userByEid } from "./user.table.js";
import { User } from "./user.type.js";

@Resolver(() => User)
export class UserResolver {
  @Query(() => User, { description: "The user whose credentials the request carries." })
  @NeedsPermission("graph.read")
  async viewer(@Ctx() context: RequestContext): Promise<User> {
    return await requireUser(context, context.viewer.userEid);
  }

  @Query(() => User, {
    nullable: true,
    description: "A user: oneself; for an organization's admin, anyone of the organization. NOT_FOUND otherwise.",
  })
  @NeedsPermission("user.read")
  async user(
    @Arg("eid", () => ID, { description: "EID of the user." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<User> {
    return await requireUser(context, eid);
  }

  @FieldResolver(() => Organization, { nullable: true, description: "The organization that the user belongs to." })
  async organization(@Root() user: User, @Ctx() context: RequestContext): Promise<Organization | null> {
    return await organizationByEid(context, user.organizationEid);
  }

  @FieldResolver(() => Advertisable, {
    nullable: true,
    description:
      "The advertisable that the user works on by default; null when there is none or the viewer can't see it.",
  })
  async defaultAdvertisable(@Root() user: User, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return user.defaultAdvertisableEid === null ? null : await advertisableByEid(context, user.defaultAdvertisableEid);
  }
}

export async function requireUser(context: RequestContext, eid: string): Promise<User> {
  const user = await userByEid(context, eid);
  if (user === null) throw notFound("user", eid);
  return user;
}
