import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { badInput, notFound, refuse } from "../../lib/errors.js";
import { keptPicture, type NewPicture } from "../../lib/picture-table.js";
import { readPicture } from "../../lib/picture.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { CREATIVE_LIST, CreateCreativeInput, CreativePayload, EditCreativeInput } from "./creative.input.js";
import { checkCreative, requireEditable } from "./creative.rules.js";
import {
  campaignsUsing,
  type CreativeRecord,
  creatives,
  creativesOfAdvertisable,
  creativesOfViewer,
  toCreative,
} from "./creative.table.js";
import { Creative } from "./creative.type.js";
import { creativePictures } from "./creative-picture.table.js";
import { isDeletedAgain } from "./deleted.rules.js";
import { given } from "../../lib/given.js";
import { leadGenFormByEid, leadGenForms } from "./lead-gen-form.table.js";
import { LeadGenForm } from "./lead-gen-form.type.js";
import { requireOwner } from "../../lib/ownership.js";
import { queueAll } from "./publishing.js";
import { readsOf } from "./reads.js";

@Resolver(() => Creative)
class CreativeResolver {
  @FieldResolver(() => LeadGenForm, { nullable: true, description: "The form that it opens; null for none." })
  async leadGenForm(@Root() creative: Creative, @Ctx() context: RequestContext): Promise<LeadGenForm | null> {
    return creative.leadGenFormEid === null ? null : await leadGenFormByEid(context, creative.leadGenFormEid);
  }

  @Mutation(() => CreativePayload, {
    nullable: true,
    description:
      "Creates a creative. NOT_FOUND for an advertisable that the viewer can't see, or a form of another advertisable.",
  })
  @NeedsPermission("social.write")
  async createCreative(
    @Arg("input", () => CreateCreativeInput, { description: "The new creative." }) input: CreateCreativeInput,
    @Ctx() context: RequestContext,
  ): Promise<CreativePayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "social.write");
    refuse(checkCreative(input));
    const picture = pictureOf(context, input.advertisableEid, input);
    const now = new Date(context.clock.now());
    const record: CreativeRecord = {
      eid: context.newEid(),
      advertisableEid: input.advertisableEid,
      name: input.name,
      title: input.title ?? null,
      message: input.message ?? null,
      description: input.description ?? null,
      caption: input.caption ?? null,
      callToAction: input.callToAction ?? null,
      link: input.link ?? null,
      imageUrl: input.imageUrl ?? null,
      photoPermalinkUrl: null,
      externalId: null,
      width: input.width ?? null,
      height: input.height ?? null,
      status: "ACTIVE",
      isActive: true,
      isDynamic: input.isDynamic,
      readOnly: false,
      leadGenFormEid: input.leadGenFormEid ?? null,
      publishedDigest: null,
      createdAt: now,
      updatedAt: now,
      ...showing(picture),
    };
    const created = await context.transaction("social.write", async (sql) => {
      await requireForm(sql, context, record);
      if (picture !== null) await creativePictures.insert(sql, context, picture);
      await creatives.insert(sql, context, "createCreative", record);
      return record;
    });
    return { creative: toCreative(created) };
  }

  @Mutation(() => CreativePayload, {
    nullable: true,
    description:
      "Changes a creative; the network reviews ads that show it again. NOT_FOUND when the viewer can't see it, or for a form of another advertisable.",
  })
  @NeedsPermission("social.write")
  async editCreative(
    @Arg("input", () => EditCreativeInput, { description: "The changes." }) input: EditCreativeInput,
    @Ctx() context: RequestContext,
  ): Promise<CreativePayload> {
    const row = await creatives.require(context, input.eid);
    authorise(context.viewer, "social.write");
    // The path of a picture that was uploaded is no address, and comes back with an answer that is sent as it came.
    const isSame = input.imageUrl === row.imageUrl;
    refuse(checkCreative({ ...input, imageUrl: isSame ? undefined : input.imageUrl }));
    const picture = pictureOf(context, row.advertisableEid, isSame ? { ...input, imageUrl: undefined } : input);
    const changed = await context.transaction("social.write", async (sql) => {
      const before = await creatives.lock(sql, context, row);
      if (isDeletedAgain("A creative", before.status, input.status)) return before;
      const campaigns = await campaignsUsing(sql, context, before);
      const status = input.status ?? before.status;
      requireEditable(before, status, campaigns.length > 0);
      const after = {
        ...before,
        ...changesOf(input),
        ...showing(picture),
        status,
        isActive: status === "ACTIVE",
      };
      if (picture !== null) await creativePictures.insert(sql, context, picture);
      if (after.leadGenFormEid !== before.leadGenFormEid) await requireForm(sql, context, after);
      await queueAll(sql, context, before.advertisableEid, campaigns);
      return await creatives.write(sql, context, "editCreative", before, after);
    });
    return { creative: toCreative(changed) };
  }
}

/** Where the old interface serves the picture of a creative. */
const PICTURE_PATH = "/social/creative_pictures/";

/** The picture that comes with an input, to be kept; null for none. */
function pictureOf(
  context: RequestContext,
  advertisableEid: string,
  input: CreateCreativeInput | EditCreativeInput,
): NewPicture | null {
  const picture = readPicture(input.picture, input);
  if (picture !== null && input.imageUrl != null)
    throw badInput(["input", "imageUrl"], "MISMATCH", "imageUrl must be left out where the picture comes itself.");
  return keptPicture(context, advertisableEid, picture);
}

/** What a creative has of the picture that it shows; nothing where none comes. */
function showing(picture: NewPicture | null): Partial<CreativeRecord> {
  if (picture === null) return {};
  return { imageUrl: PICTURE_PATH + picture.eid, width: picture.width, height: picture.height };
}

/** `null` removes a value where one may be missing, and counts as not given elsewhere. */
function changesOf(input: EditCreativeInput): Partial<CreativeRecord> {
  return given<CreativeRecord>({
    name: input.name ?? undefined,
    title: input.title,
    message: input.message,
    description: input.description,
    caption: input.caption,
    callToAction: input.callToAction,
    link: input.link,
    imageUrl: input.imageUrl,
    width: input.width,
    height: input.height,
    leadGenFormEid: input.leadGenFormEid,
  });
}

async function requireForm(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, leadGenFormEid }: CreativeRecord,
): Promise<void> {
  if (leadGenFormEid === null) return;
  const found = await leadGenForms.lockAll(sql, context, advertisableEid, "eid", [leadGenFormEid]);
  if (found.length === 0) throw notFound("lead gen form", leadGenFormEid);
}

export const CREATIVE_RESOLVERS = [
  CreativeResolver,
  ...readsOf({
    ...CREATIVE_LIST,
    type: Creative,
    singular: "creative",
    plural: "creatives",
    words: { one: "creative", many: "creatives" },
    one: async (context, eid) => toCreative(await creatives.require(context, eid)),
    ofViewer: creativesOfViewer,
    ofAdvertisable: creativesOfAdvertisable,
  }),
] as const;
