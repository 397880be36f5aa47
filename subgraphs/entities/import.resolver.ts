import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { requireAdvertisable } from "./advertisable.resolver.js";
import { ImportAdInput, ImportAdsInput, ImportAdsPayload, ImportedAd } from "./import.input.js";
import { checkExternalAds } from "./import.rules.js";
import { importAds, importedAds } from "./import.table.js";

@Resolver()
export class ImportResolver {
  @Query(() => [ImportedAd], {
    nullable: "itemsAndList",
    description:
      "What stands for ads of another system, in the order asked; null where the campaign, ad group or ad does not exist. NOT_FOUND for an advertisable that the viewer can't see, BAD_USER_INPUT naming an ad group that is another campaign's.",
  })
  @NeedsPermission("ad.read")
  async importedAds(
    @Arg("advertisableEid", () => ID, { description: "EID of the advertisable that they belong to." })
    advertisableEid: string,
    @Arg("ads", () => [ImportAdInput], { description: "1 to 1,000 ads." }) ads: ImportAdInput[],
    @Ctx() context: RequestContext,
  ): Promise<(ImportedAd | null)[]> {
    const { eid } = await requireAdvertisable(context, advertisableEid);
    refuse(checkExternalAds(ads, ["ads"]));
    return await importedAds(context, eid, ads, ["ads"]);
  }

  @Mutation(() => ImportAdsPayload, {
    nullable: true,
    description:
      "Creates what is missing of some ads, their ad groups and their campaigns: APPROVED, and named after their external identifiers. What exists stays as it is, so the same import again creates nothing. NOT_FOUND for an advertisable that the viewer can't see, FORBIDDEN unless the viewer is staff, BAD_USER_INPUT naming an ad group that is another campaign's; nothing is written then.",
  })
  @NeedsPermission("entity.import")
  async importAds(
    @Arg("input", () => ImportAdsInput, { description: "The ads." }) input: ImportAdsInput,
    @Ctx() context: RequestContext,
  ): Promise<ImportAdsPayload> {
    const advertisable = await requireAdvertisable(context, input.advertisableEid);
    authorise(context.viewer, "entity.import");
    const path = ["input", "ads"];
    refuse(checkExternalAds(input.ads, path));
    return await importAds(context, advertisable, input.ads, path);
  }
}
