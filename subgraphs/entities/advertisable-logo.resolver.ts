import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { AdvertisableLogoPayload, CreateAdvertisableLogoInput } from "./advertisable-logo.input.js";
import { fromBase64, readImage } from "../../lib/picture.js";
import {
  type AdvertisableLogoRecord,
  advertisableLogos,
  currentLogoByAdvertisable,
  imageByLogo,
  insertAdvertisableLogo,
  toAdvertisableLogo,
} from "./advertisable-logo.table.js";
import { AdvertisableLogo, AdvertisableLogoImage } from "./advertisable-logo.type.js";
import { requireAdvertisable } from "./advertisable.resolver.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";

/** Where the old interface serves the image of a logo. */
const IMAGE_PATH = "/api/v1/advertisable_logo/get?logo=";

@Resolver(() => AdvertisableLogo)
export class AdvertisableLogoResolver {
  @Query(() => AdvertisableLogo, {
    nullable: true,
    description: "One logo. NOT_FOUND when the viewer can't see its advertisable.",
  })
  @NeedsPermission("advertisable.read")
  async advertisableLogo(
    @Arg("eid", () => ID, { description: "EID of the logo." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisableLogo> {
    return toAdvertisableLogo(await advertisableLogos.require(context, eid));
  }

  @Query(() => AdvertisableLogoImage, {
    nullable: true,
    description:
      "The picture of one logo, one a request. NOT_FOUND when the viewer can't see its advertisable. Browsers read it at the logo's url.",
  })
  @NeedsPermission("advertisable.read")
  async advertisableLogoImage(
    @Arg("eid", () => ID, { description: "EID of the logo." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisableLogoImage> {
    const logo = await advertisableLogos.require(context, eid);
    const image = await imageByLogo(context, logo);
    if (image === null) throw notFound("advertisable logo", eid);
    return { format: logo.format, base64: image.toString("base64") };
  }

  @FieldResolver(() => String, {
    description:
      "Where its image is: a path of this service, which wants the credentials that everything of the old interface wants.",
  })
  url(@Root() logo: AdvertisableLogo): string {
    return IMAGE_PATH + logo.eid;
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() logo: AdvertisableLogo, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, logo.advertisableEid);
  }

  @Mutation(() => AdvertisableLogoPayload, {
    nullable: true,
    description:
      "Gives an advertisable a logo in place of the one before, whose url goes on answering. NOT_FOUND for an advertisable that the viewer can't see, FORBIDDEN for users without the admin role, BAD_USER_INPUT for what is no PNG, JPEG or GIF image, and for the 201st logo (own decision).",
  })
  @NeedsPermission("advertisable.edit")
  async createAdvertisableLogo(
    @Arg("input", () => CreateAdvertisableLogoInput, { description: "The new logo." })
    input: CreateAdvertisableLogoInput,
    @Ctx() context: RequestContext,
  ): Promise<AdvertisableLogoPayload> {
    const advertisable = await requireAdvertisable(context, input.advertisableEid);
    authorise(context.viewer, "advertisable.edit");
    const path = ["input", "base64"];
    const image = fromBase64(input.base64);
    if (image === undefined) throw badInput(path, "NOT_BASE64", "base64 must be the image's bytes in base64.");
    const now = new Date(context.clock.now());
    const record: AdvertisableLogoRecord = {
      eid: context.newEid(),
      advertisableEid: advertisable.eid,
      ...readImage(image, path),
      size: image.length,
      createdAt: now,
      updatedAt: now,
    };
    const created = await insertAdvertisableLogo(context, "createAdvertisableLogo", record, image);
    return { logo: toAdvertisableLogo(created) };
  }
}

@Resolver(() => Advertisable)
export class AdvertisableLogosResolver {
  @FieldResolver(() => AdvertisableLogo, {
    nullable: true,
    description: "The picture that stands for it, the newest that was uploaded; null while there is none.",
  })
  async logo(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): Promise<AdvertisableLogo | null> {
    return await currentLogoByAdvertisable(context, advertisable.eid);
  }
}
