import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { NeedsPermission } from "../define-subgraph.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { pixelSnippet } from "./pixel.rules.js";
import { pixelByAdvertisable, pixels, toPixel } from "./pixel.table.js";
import { Pixel } from "./pixel.type.js";

@Resolver(() => Pixel)
export class PixelResolver {
  @Query(() => Pixel, { nullable: true, description: "One pixel. NOT_FOUND when the viewer can't see it." })
  @NeedsPermission("pixel.read")
  async pixel(
    @Arg("eid", () => ID, { description: "EID of the pixel." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Pixel> {
    return toPixel(await pixels.require(context, eid));
  }

  @FieldResolver(() => String, {
    description:
      "The snippet of HTML to place on every page of the site, before the end of its head. It loads a script from the address in the setting PIXEL_URL.",
  })
  code(@Root() pixel: Pixel, @Ctx() context: RequestContext): string {
    return pixelSnippet(pixel, context.pixelUrl);
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() pixel: Pixel, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, pixel.advertisableEid);
  }
}

@Resolver(() => Advertisable)
export class AdvertisablePixelResolver {
  @FieldResolver(() => Pixel, {
    nullable: true,
    description: "Its pixel: exactly one, created with it.",
  })
  async pixel(@Root() advertisable: Advertisable, @Ctx() context: RequestContext): Promise<Pixel | null> {
    return await pixelByAdvertisable(context, advertisable.eid);
  }
}
