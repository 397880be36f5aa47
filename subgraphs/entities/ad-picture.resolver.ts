import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";
import { NeedsPermission } from "../define-subgraph.js";
import { adPictures } from "./ad-picture.table.js";
import { AdPicture } from "./ad-picture.type.js";

@Resolver(() => AdPicture)
export class AdPictureResolver {
  @Query(() => AdPicture, {
    nullable: true,
    description:
      "A picture that was uploaded for an ad, one a request. NOT_FOUND when the viewer can't see its advertisable. Browsers read it at the ad's src.",
  })
  @NeedsPermission("ad.read")
  async adPicture(
    @Arg("eid", () => ID, { description: "EID of the picture, as the ad's src has it." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<AdPicture> {
    const picture = await adPictures.byEid(context, eid);
    if (picture === null) throw notFound("ad picture", eid);
    return { format: picture.format, base64: picture.image.toString("base64") };
  }
}
