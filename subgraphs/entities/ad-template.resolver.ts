import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { CreateTemplatedWebAdsInput, TemplatedWebAdsPayload } from "./ad-template.input.js";
import { checkLogo, checkTemplate, colorOf, TEMPLATE_SIZES, templatedName } from "./ad-template.rules.js";
import { hasLogo, insertTemplates, templateByAd } from "./ad-template.table.js";
import { AdTemplate } from "./ad-template.type.js";
import { type AdRecord, ads, toAd } from "./ad.table.js";
import { Ad } from "./ad.type.js";
import { requireAdvertisable } from "./advertisable.resolver.js";

@Resolver(() => Ad)
export class AdTemplateResolver {
  @FieldResolver(() => AdTemplate, {
    nullable: true,
    description: "How it shows products; null for an ad that was not made of a template.",
  })
  async template(@Root() ad: Ad, @Ctx() context: RequestContext): Promise<AdTemplate | null> {
    return await templateByAd(context, ad);
  }

  @Mutation(() => TemplatedWebAdsPayload, {
    nullable: true,
    description:
      "Makes liquid ads of a template, one for each of its sizes, or none; they lead to the advertisable's own address, and without one are not active. NOT_FOUND for an advertisable that the viewer can't see, BAD_USER_INPUT for one without a logo.",
  })
  @NeedsPermission("ad.write")
  async createTemplatedWebAds(
    @Arg("input", () => CreateTemplatedWebAdsInput, { description: "The new ads." })
    input: CreateTemplatedWebAdsInput,
    @Ctx() context: RequestContext,
  ): Promise<TemplatedWebAdsPayload> {
    const advertisable = await requireAdvertisable(context, input.advertisableEid);
    authorise(context.viewer, "ad.write");
    refuse(checkTemplate(input));
    refuse(checkLogo(await hasLogo(context, advertisable.eid)));
    const { templateName, textCta, textPromo, prefix, tracking } = input;
    const themeColor = colorOf(input.themeColor) ?? input.themeColor;
    const template: AdTemplate = { name: templateName, themeColor, textCta, textPromo, prefix, tracking };
    const now = new Date(context.clock.now());
    const day = now.toISOString().slice(0, 10);
    const records = TEMPLATE_SIZES[templateName].map((size): AdRecord => ({
      eid: context.newEid(),
      advertisableEid: advertisable.eid,
      externalId: null,
      name: templatedName(size, day, input.name),
      status: context.viewer.role === "STAFF" ? "APPROVED" : "ADMIN_REVIEW",
      type: "LIQUID",
      isActive: advertisable.url !== null,
      adFormatId: null,
      ...size,
      src: null,
      destinationUrl: advertisable.url,
      headline: null,
      body: null,
      message: null,
      originalAdEid: null,
      hasEdits: false,
      hasPendingEdits: false,
      isOutlined: false,
      outlineColor: null,
      validClicktag: false,
      createdAt: now,
      updatedAt: now,
    }));
    const created = await context.transaction("ad.write", async (sql) => {
      // The audit says of each what it was made of.
      const whole = records.map((record) => ({ ...record, template }));
      await ads.insert(sql, context, "createTemplatedWebAds", ...whole);
      await insertTemplates(sql, records, template);
      return records;
    });
    return { ads: created.map(toAd) };
  }
}
