import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound, refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import {
  CreateCustomAudienceInput,
  CreateLookalikeAudienceInput,
  CUSTOM_AUDIENCE_LIST,
  CustomAudiencePayload,
} from "./custom-audience.input.js";
import { checkCustomAudience, checkLookalike, lookalikeName } from "./custom-audience.rules.js";
import {
  customAudienceByEid,
  type CustomAudienceRecord,
  customAudiences,
  customAudiencesOfAdvertisable,
  customAudiencesOfViewer,
  toCustomAudience,
} from "./custom-audience.table.js";
import { CustomAudience } from "./custom-audience.type.js";
import { isCountry } from "./geolocations.js";
import { stored } from "../../lib/given.js";
import { lookalikeAudiences, lookalikeOfAudience } from "./lookalike-audience.table.js";
import { LookalikeAudience } from "./lookalike-audience.type.js";
import { requireOwner } from "../../lib/ownership.js";
import { queueObject } from "./publishing.js";
import { readsOf } from "./reads.js";

@Resolver(() => CustomAudience)
class CustomAudienceResolver {
  @FieldResolver(() => LookalikeAudience, {
    nullable: true,
    description: "How it is derived from another audience; null for one that is not.",
  })
  async lookalikeAudience(
    @Root() audience: CustomAudience,
    @Ctx() context: RequestContext,
  ): Promise<LookalikeAudience | null> {
    return await lookalikeOfAudience(context, audience);
  }

  @Mutation(() => CustomAudiencePayload, {
    nullable: true,
    description: "Creates a custom audience. NOT_FOUND for an advertisable that the viewer can't see.",
  })
  @NeedsPermission("social.write")
  async createCustomAudience(
    @Arg("input", () => CreateCustomAudienceInput, { description: "The new audience." })
    input: CreateCustomAudienceInput,
    @Ctx() context: RequestContext,
  ): Promise<CustomAudiencePayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "social.write");
    refuse(checkCustomAudience(input));
    const record: CustomAudienceRecord = {
      ...bare(context, input.advertisableEid),
      name: input.name,
      isConversion: input.isConversion,
      conversionValue: stored(input.conversionValue) ?? null,
      retentionDays: input.retentionDays,
      rule: input.rule,
      subtype: input.subtype,
    };
    const created = await context.transaction("social.write", async (sql) => {
      await customAudiences.insert(sql, context, "createCustomAudience", record);
      await queueObject(sql, context, "CustomAudience", record);
      return record;
    });
    return { customAudience: toCustomAudience(created) };
  }

  @Mutation(() => CustomAudiencePayload, {
    nullable: true,
    description:
      "Derives a custom audience from another one by likeness. It stays as long as its origin, counts no conversions and is named after its origin, as the documents give no name. NOT_FOUND for an advertisable or an origin that the viewer can't see, or an origin of another advertisable.",
  })
  @NeedsPermission("social.write")
  async createLookalikeAudience(
    @Arg("input", () => CreateLookalikeAudienceInput, { description: "From what, and how." })
    input: CreateLookalikeAudienceInput,
    @Ctx() context: RequestContext,
  ): Promise<CustomAudiencePayload> {
    const { advertisableEid, originAudienceEid, countryCode, countryName, ratio } = input;
    await requireOwner(context, advertisableEid);
    const origin = await customAudiences.require(context, originAudienceEid);
    if (origin.advertisableEid !== advertisableEid) throw notFound("custom audience", originAudienceEid);
    authorise(context.viewer, "social.write");
    refuse(checkLookalike(input, isCountry(countryCode)));
    const record: CustomAudienceRecord = {
      ...bare(context, advertisableEid),
      name: lookalikeName(origin.name, countryCode, ratio),
      isConversion: false,
      conversionValue: null,
      retentionDays: origin.retentionDays,
      rule: JSON.stringify({ lookalike: { origin_audience_eid: origin.eid, country_code: countryCode, ratio } }),
      subtype: "LOOKALIKE",
    };
    const created = await context.transaction("social.write", async (sql) => {
      await customAudiences.insert(sql, context, "createLookalikeAudience", record);
      await lookalikeAudiences.insert(sql, context, "createLookalikeAudience", {
        eid: context.newEid(),
        advertisableEid,
        customAudienceEid: record.eid,
        originAudienceEid,
        countryCode,
        countryName,
        allowInternationalSeeds: input.allowInternationalSeeds,
        ratio,
        type: input.type ?? null,
        createdAt: record.createdAt,
        updatedAt: record.updatedAt,
      });
      await queueObject(sql, context, "CustomAudience", record);
      return record;
    });
    return { customAudience: toCustomAudience(created) };
  }
}

@Resolver(() => LookalikeAudience)
class LookalikeAudienceResolver {
  @FieldResolver(() => CustomAudience, { nullable: true, description: "The audience that it is derived from." })
  async originAudience(
    @Root() { originAudienceEid }: LookalikeAudience,
    @Ctx() context: RequestContext,
  ): Promise<CustomAudience | null> {
    return await customAudienceByEid(context, originAudienceEid);
  }
}

/** What every new audience has, before the network knows of it. */
function bare(context: RequestContext, advertisableEid: string) {
  const now = new Date(context.clock.now());
  const unknown = { matchMethod: null, approximateCount: null, externalId: null };
  return { eid: context.newEid(), advertisableEid, ...unknown, createdAt: now, updatedAt: now };
}

export const CUSTOM_AUDIENCE_RESOLVERS = [
  CustomAudienceResolver,
  LookalikeAudienceResolver,
  ...readsOf({
    ...CUSTOM_AUDIENCE_LIST,
    type: CustomAudience,
    singular: "customAudience",
    plural: "customAudiences",
    words: { one: "custom audience", many: "custom audiences" },
    one: async (context, eid) => toCustomAudience(await customAudiences.require(context, eid)),
    ofViewer: customAudiencesOfViewer,
    ofAdvertisable: customAudiencesOfAdvertisable,
  }),
] as const;
