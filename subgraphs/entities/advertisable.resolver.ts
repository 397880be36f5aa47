import type { PixelRecord } from "./pixel.table.js";
import type { GraphQLResolveInfo } from "graphql";
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound, refuse } from "../../lib/errors.js";
import { asksKeyOnly } from "../../lib/key-only.js";
import { nodeId } from "../../lib/node-type.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import {
  type AdministerAdvertisableInput,
  AdvertisableConnection,
  AdvertisableListArgs,
  AdvertisablePayload,
  AdvertisableStatusInput,
  CreateAdvertisableInput,
  EditAdvertisableInput,
  ReviewAdvertisableInput,
} from "./advertisable.input.js";
import {
  type Administration,
  ADVERTISABLE_STATES,
  checkAdministration,
  checkAdvertisable,
} from "./advertisable.rules.js";
import {
  advertisableByEid,
  type AdvertisableRecord,
  advertisables,
  advertisablesOfViewer,
  attachedUsersByAdvertisable,
  insertAdvertisable,
} from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { normalDomains } from "./checks.js";
import type { EntityEvent } from "./entity-event.js";
import { given } from "../../lib/given.js";
import { organizationByEid } from "./organization.table.js";
import { requireOrganization } from "./organization.resolver.js";
import { Organization } from "./organization.type.js";

/** Days of both conversion windows of a new advertisable. */
const DEFAULT_WINDOW_DAYS = 30;

@Resolver(() => Advertisable)
export class AdvertisableResolver {
  @Query(() => Advertisable, {
    nullable: true,
    description: "One advertisable. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("advertisable.read")
  async advertisable(
    @Arg("eid", () => ID, { description: "EID of the advertisable." }) eid: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Pick<Advertisable, "eid" | "id">> {
    const { advertisables: visible } = context.viewer;
    // What other areas say of it is asked of them by its key, and signing in has just read which ones the viewer may see.
    if (visible !== "ALL" && visible.includes(eid) && asksKeyOnly(info))
      return { eid, id: nodeId("Advertisable", eid) };
    return await requireAdvertisable(context, eid);
  }

  @Query(() => AdvertisableConnection, { description: "All advertisables that the viewer may see." })
  @NeedsPermission("advertisable.read")
  async advertisables(
    @Args(() => AdvertisableListArgs) args: AdvertisableListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Advertisable>> {
    return await advertisablesOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: "The organization that owns it; null when the viewer belongs to another one.",
  })
  async organization(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): Promise<Organization | null> {
    return await organizationByEid(context, advertisable.organizationEid);
  }

  @FieldResolver(() => ID, { description: "EID of the organization that owns it." })
  organizationEid(@Root() advertisable: Advertisable): string {
    return advertisable.organizationEid;
  }

  @FieldResolver(() => [ID], {
    description: "EIDs of the users who were granted access; admins have it without a grant.",
  })
  async attachedUsers(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): Promise<string[]> {
    return (await attachedUsersByAdvertisable(context, advertisable.eid)) ?? [];
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "EID of who makes its liquid ads; null unless the viewer is staff.",
  })
  liquidads(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): string | null {
    return forStaff(context, advertisable.liquidads);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "EID of who runs its operations; null unless the viewer is staff.",
  })
  ops(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): string | null {
    return forStaff(context, advertisable.ops);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "EID of who optimises it; null unless the viewer is staff.",
  })
  optimizer(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): string | null {
    return forStaff(context, advertisable.optimizer);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "EID of who sold to it; null unless the viewer is staff.",
  })
  saleser(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): string | null {
    return forStaff(context, advertisable.saleser);
  }

  @Mutation(() => AdvertisablePayload, {
    nullable: true,
    description:
      "Creates an advertisable and its pixel. FORBIDDEN for users without the admin role, NOT_FOUND for an organization that is not the viewer's.",
  })
  @NeedsPermission("advertisable.create")
  async createAdvertisable(
    @Arg("input", () => CreateAdvertisableInput, { description: "The new advertisable." })
    input: CreateAdvertisableInput,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisablePayload> {
    const organization = await requireOrganization(context, input.organizationEid ?? context.viewer.organizationEid);
    authorise(context.viewer, "advertisable.create");
    refuse(checkAdvertisable(input));
    const now = new Date(context.clock.now());
    const eid = context.newEid();
    const record: AdvertisableRecord = {
      eid,
      advertisableEid: eid,
      name: input.name,
      url: input.url ?? null,
      productName: input.productName ?? null,
      currency: input.currency,
      status: context.viewer.role === "STAFF" ? "APPROVED" : "ADMIN_REVIEW",
      approvalState: null,
      isActive: true,
      isPublisher: false,
      isCoopApproved: false,
      hasPrivacyPolicy: false,
      enableCustomerMultiDurSegs: false,
      blacklistedSites: [],
      clickThroughConversionWindow: DEFAULT_WINDOW_DAYS,
      viewThroughConversionWindow: DEFAULT_WINDOW_DAYS,
      cmNetworks: null,
      liquidads: null,
      ops: null,
      optimizer: null,
      saleser: null,
      iab1CategoryId: null,
      iab1CategoryName: null,
      iab2CategoryId: null,
      iab2CategoryName: null,
      iabContentId: null,
      thirdpartyCategoryId: null,
      thirdpartyCategoryName: null,
      createdAt: now,
      updatedAt: now,
    };
    const pixel: PixelRecord = {
      eid: context.newEid(),
      advertisableEid: eid,
      status: "UNVERIFIED",
      isConsistent: true,
      createdAt: now,
      updatedAt: now,
    };
    const { setAsDefault } = input;
    const made = await insertAdvertisable(context, "createAdvertisable", organization.eid, record, pixel, setAsDefault);
    return { advertisable: { ...made, id: nodeId("Advertisable", made.eid), organizationEid: organization.eid } };
  }

  @Mutation(() => AdvertisablePayload, {
    nullable: true,
    description:
      "Changes an advertisable. FORBIDDEN for users without the admin role, and what `administration` says for everybody but staff.",
  })
  @NeedsPermission("advertisable.edit")
  async editAdvertisable(
    @Arg("input", () => EditAdvertisableInput, { description: "The changes." }) input: EditAdvertisableInput,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisablePayload> {
    const changes = given<AdvertisableRecord>({
      name: input.name ?? undefined,
      url: input.url,
      productName: input.productName,
      blacklistedSites: normalDomains(input.blacklistedSites),
      clickThroughConversionWindow: input.clickThroughConversionWindow ?? undefined,
      viewThroughConversionWindow: input.viewThroughConversionWindow ?? undefined,
    });
    const administration = administrationOf(input.administration ?? {});
    const isAdministered = Object.keys(administration).length > 0;
    return await changed(context, {
      eid: input.eid,
      action: "editAdvertisable",
      permission: isAdministered ? "advertisable.administer" : "advertisable.edit",
      apply: () => {
        refuse([...checkAdvertisable(changes), ...checkAdministration(administration)]);
        const { blacklistedSites: sites } = changes;
        return { ...changes, ...(sites && { blacklistedSites: [...new Set(sites)] }), ...administration };
      },
    });
  }

  @Mutation(() => AdvertisablePayload, {
    nullable: true,
    description:
      "Pauses an approved advertisable; pausing a paused one changes nothing. ILLEGAL_TRANSITION in review or when rejected.",
  })
  @NeedsPermission("advertisable.pause")
  async pauseAdvertisable(
    @Arg("input", () => AdvertisableStatusInput, { description: "Which one." }) input: AdvertisableStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisablePayload> {
    return await changeStatus(context, "pauseAdvertisable", input.eid, "PAUSE");
  }

  @Mutation(() => AdvertisablePayload, {
    nullable: true,
    description:
      "Resumes a paused advertisable; resuming an approved one changes nothing. ILLEGAL_TRANSITION in review or when rejected.",
  })
  @NeedsPermission("advertisable.pause")
  async resumeAdvertisable(
    @Arg("input", () => AdvertisableStatusInput, { description: "Which one." }) input: AdvertisableStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisablePayload> {
    return await changeStatus(context, "resumeAdvertisable", input.eid, "RESUME");
  }

  @Mutation(() => AdvertisablePayload, {
    nullable: true,
    description: "Approves or rejects an advertisable. FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("entity.review")
  async reviewAdvertisable(
    @Arg("input", () => ReviewAdvertisableInput, { description: "Which one, and the verdict." })
    input: ReviewAdvertisableInput,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisablePayload> {
    return await changeStatus(context, "reviewAdvertisable", input.eid, input.verdict);
  }
}

export async function requireAdvertisable(context: RequestContext, eid: string): Promise<Advertisable> {
  const advertisable = await advertisableByEid(context, eid);
  if (advertisable === null) throw notFound("advertisable", eid);
  return advertisable;
}

function forStaff(context: RequestContext, value: string | null): string | null {
  return context.viewer.role === "STAFF" ? value : null;
}

/** Null removes a text or a number; a switch can't be removed. */
function administrationOf(input: AdministerAdvertisableInput): Partial<Administration> {
  return given<Administration>({
    ...input,
    isPublisher: input.isPublisher ?? undefined,
    isCoopApproved: input.isCoopApproved ?? undefined,
    hasPrivacyPolicy: input.hasPrivacyPolicy ?? undefined,
    enableCustomerMultiDurSegs: input.enableCustomerMultiDurSegs ?? undefined,
  });
}

async function changeStatus(
  context: RequestContext,
  action: string,
  eid: string,
  event: EntityEvent,
): Promise<AdvertisablePayload> {
  return await changed(context, {
    eid,
    action,
    permission: event === "PAUSE" || event === "RESUME" ? "advertisable.pause" : "entity.review",
    apply: (before) => ({ status: nextState(ADVERTISABLE_STATES, before.status, event, "An advertisable") }),
  });
}

async function changed(
  context: RequestContext,
  change: Parameters<typeof advertisables.change>[1],
): Promise<AdvertisablePayload> {
  const { organizationEid } = await requireAdvertisable(context, change.eid);
  const record = await advertisables.change(context, change);
  return { advertisable: { ...record, id: nodeId("Advertisable", record.eid), organizationEid } };
}
