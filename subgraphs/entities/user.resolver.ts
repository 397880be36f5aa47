import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AppError, badInput, notFound, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { given } from "../../lib/given.js";
import { organizationByEid } from "./organization.table.js";
import { Organization } from "./organization.type.js";
import {
  EditUserInput,
  GrantUserInput,
  OrganizationMemberConnection,
  OrganizationMemberListArgs,
  RevokeUserGrantInput,
  UserPayload,
} from "./user.input.js";
import { checkMayEdit, checkMayGrant, checkUser, type UserFields } from "./user.rules.js";
import { changeUser, membersOfOrganization, userByEid } from "./user.table.js";
import { OrganizationMember, User } from "./user.type.js";

/** Advertisables of one grant at most. */
const MAX_GRANTS = 1_000;

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

  @Mutation(() => UserPayload, {
    nullable: true,
    description:
      "Gives another user of the organization privileges. FORBIDDEN unless the viewer is an admin of that user's organization or staff, for oneself, and for advertisables that an admin can't see. Source: document 2, part B.",
  })
  @NeedsPermission("user.grant")
  async grantUser(
    @Arg("input", () => GrantUserInput, { description: "Who gets what." }) input: GrantUserInput,
    @Ctx() context: RequestContext,
  ): Promise<UserPayload> {
    const eids = [...new Set(input.advertisableEids ?? [])];
    const organizationRole = input.organizationRole ?? undefined;
    checkGrant(input);
    const { viewer } = context;
    authorise(viewer, "user.grant");
    const advertisables = await Promise.all(eids.map((eid) => grantable(context, eid)));
    const user = await changeUser(context, {
      eid: input.eid,
      action: "grantUser",
      permission: "user.grant",
      apply: (before) => {
        checkMayGrant(viewer, before);
        const stranger = advertisables.find(({ organizationEid }) => organizationEid !== before?.organizationEid);
        if (before !== null && stranger !== undefined) {
          const message = `${stranger.eid} belongs to another organization than the user.`;
          throw badInput(["input", "advertisableEids"], "MISMATCH", message);
        }
        return { ...given({ organizationRole }), grantedAdvertisableEids: eids };
      },
    });
    return { user };
  }

  @Mutation(() => UserPayload, {
    nullable: true,
    description:
      "Takes advertisables away that another user of the organization was granted, at once; one of them is no longer what the user works on by default. FORBIDDEN unless the viewer is an admin of that user's organization or staff, and for oneself. Own decision: the documents only give.",
  })
  @NeedsPermission("user.grant")
  async revokeUserGrant(
    @Arg("input", () => RevokeUserGrantInput, { description: "Who loses what." }) input: RevokeUserGrantInput,
    @Ctx() context: RequestContext,
  ): Promise<UserPayload> {
    const eids = [...new Set(input.advertisableEids)];
    checkCount(eids);
    if (eids.length === 0)
      throw badInput(["input", "advertisableEids"], "MISSING", "Say which advertisables the user loses.");
    authorise(context.viewer, "user.grant");
    const user = await changeUser(context, {
      eid: input.eid,
      action: "revokeUserGrant",
      permission: "user.grant",
      apply: (before) => {
        checkMayGrant(context.viewer, before);
        const current = before?.defaultAdvertisableEid ?? null;
        return {
          revokedAdvertisableEids: eids,
          ...(current !== null &&
            before?.organizationRole !== "ADMIN" &&
            eids.includes(current) && { defaultAdvertisableEid: null }),
        };
      },
    });
    return { user };
  }

  @Mutation(() => UserPayload, {
    nullable: true,
    description:
      "Changes a user: oneself; for an organization's admin anyone of the organization but platform administrators; for staff anyone. FORBIDDEN for others of the own organization, NOT_FOUND for those of another. Source: decisions, section 6.",
  })
  @NeedsPermission("user.edit")
  async editUser(
    @Arg("input", () => EditUserInput, { description: "The changes." }) input: EditUserInput,
    @Ctx() context: RequestContext,
  ): Promise<UserPayload> {
    const fields = given<Required<UserFields>>({
      firstName: input.firstName ?? undefined,
      lastName: input.lastName ?? undefined,
      email: input.email?.toLowerCase(),
      locale: input.locale ?? undefined,
      defaultTimezone: input.defaultTimezone ?? undefined,
    });
    refuse(checkUser(fields));
    const organizationRole = input.organizationRole ?? undefined;
    const user = await changeUser(context, {
      eid: input.eid,
      action: "editUser",
      permission: "user.edit",
      apply: (before) => {
        if (before === null) return {};
        checkMayEdit(context.viewer, before);
        if (organizationRole !== undefined && organizationRole !== before.organizationRole)
          checkMayGrant(context.viewer, before);
        return { ...fields, ...given({ organizationRole }) };
      },
    });
    return { user };
  }
}

@Resolver(() => OrganizationMember)
export class OrganizationMemberResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: "All that there is of the person; null unless it is the viewer, or the viewer is an admin or staff.",
  })
  async user(@Root() member: OrganizationMember, @Ctx() context: RequestContext): Promise<User | null> {
    return await userByEid(context, member.eid);
  }
}

@Resolver(() => Organization)
export class OrganizationPeopleResolver {
  @FieldResolver(() => OrganizationMemberConnection, {
    description: "The organization's people but those who were deactivated, the ones who came first first.",
  })
  async members(
    @Root() organization: Organization,
    @Args(() => OrganizationMemberListArgs) args: OrganizationMemberListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<OrganizationMember>> {
    return await membersOfOrganization(context, organization.eid, args);
  }
}

function checkGrant({ advertisableEids, organizationRole }: GrantUserInput): void {
  const path = ["input", "advertisableEids"];
  if ((advertisableEids ?? []).length === 0 && organizationRole == null)
    throw badInput(path, "MISSING", "Say which advertisables or which role the user gets.");
  checkCount(advertisableEids ?? []);
}

function checkCount(advertisableEids: readonly string[]): void {
  if (advertisableEids.length <= MAX_GRANTS) return;
  const message = `advertisableEids must have at most ${MAX_GRANTS} items.`;
  throw badInput(["input", "advertisableEids"], "TOO_MANY", message);
}

/** To an admin all advertisables of others are alike, whether they exist or not. */
async function grantable(context: RequestContext, eid: string): Promise<Advertisable> {
  const advertisable = await advertisableByEid(context, eid);
  if (advertisable !== null) return advertisable;
  if (context.viewer.role === "STAFF") throw notFound("advertisable", eid);
  throw new AppError("FORBIDDEN", `You can't give access to ${eid}: it is no advertisable of your organization.`);
}

export async function requireUser(context: RequestContext, eid: string): Promise<User> {
  const user = await userByEid(context, eid);
  if (user === null) throw notFound("user", eid);
  return user;
}
