import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";
import { NeedsPermission } from "../define-subgraph.js";
import { creativePictures } from "./creative-picture.table.js";
import { CreativePicture } from "./creative-picture.type.js";

@Resolver(() => CreativePicture)
export class CreativePictureResolver {
  @Query(() => CreativePicture, {
    nullable: true,
    description:
      "A picture that was uploaded for a creative, one a request. NOT_FOUND when the viewer can't see its advertisable. Browsers read it at the creative's imageUrl.",
  })
  @NeedsPermission("social.read")
  async creativePicture(
    @Arg("eid", () => ID, { description: "EID of the picture, the last part of the creative's imageUrl." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<CreativePicture> {
    const picture = await creativePictures.byEid(context, eid);
    if (picture === null) throw notFound("creative picture", eid);
    return { mediaType: `image/${picture.format.toLowerCase()}`, base64: picture.image.toString("base64") };
  }
}
