import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { given } from "../../lib/given.js";
import { lockPixel, pixelByEid, pixels, toPixel } from "./pixel.table.js";
import { Pixel } from "./pixel.type.js";
import {
  CreateRuleInput,
  EditRuleInput,
  ReorderRulesInput,
  ReorderRulesPayload,
  RuleConnection,
  RuleListArgs,
  RulePayload,
} from "./rule.input.js";
import { checkOrder, checkPageUrl, checkPlace, checkRoom, checkRule, matchesPage, moved } from "./rule.rules.js";
import { placeRules, placesOf, type RuleRecord, rules, rulesOfPixel, rulesOfViewer, toRule } from "./rule.table.js";
import { Rule } from "./rule.type.js";
import { requireSegments } from "./segment-check.js";

@Resolver(() => Rule)
export class RuleResolver {
  @Query(() => Rule, { nullable: true, description: "One rule. NOT_FOUND when the viewer can't see it." })
  @NeedsPermission("rule.read")
  async rule(
    @Arg("eid", () => ID, { description: "EID of the rule." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Rule> {
    return toRule(await rules.require(context, eid));
  }

  @Query(() => RuleConnection, { description: "All rules that the viewer may see, of every advertisable." })
  @NeedsPermission("rule.read")
  async rules(@Args(() => RuleListArgs) args: RuleListArgs, @Ctx() context: RequestContext): Promise<Page<Rule>> {
    return await rulesOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() rule: Rule, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, rule.advertisableEid);
  }

  @FieldResolver(() => Pixel, { description: "The pixel that it belongs to." })
  async pixel(@Root() rule: Rule, @Ctx() context: RequestContext): Promise<Pixel | null> {
    return await pixelByEid(context, rule.pixelEid);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      "Whether the page at this address is one of its pattern's. The address is first written as a browser does: host in lower case, other letters than ASCII percent-encoded. BAD_USER_INPUT for what is no address of a page.",
  })
  matches(
    @Root() rule: Rule,
    @Arg("url", () => String, {
      description: "Address of a page, http or https, at most 10,240 characters.",
    })
    url: string,
  ): boolean {
    refuse(checkPageUrl("url", url));
    return matchesPage(rule.pattern, url);
  }

  @Mutation(() => RulePayload, {
    nullable: true,
    description:
      "Creates a rule as the last one of its pixel. NOT_FOUND for a pixel or segment that the viewer can't see, BAD_USER_INPUT when the pixel has 1,000 rules.",
  })
  @NeedsPermission("rule.write")
  async createRule(
    @Arg("input", () => CreateRuleInput, { description: "The new rule." }) input: CreateRuleInput,
    @Ctx() context: RequestContext,
  ): Promise<RulePayload> {
    const pixel = await pixels.require(context, input.pixelEid);
    authorise(context.viewer, "rule.write");
    const segmentEids = input.segmentEids ?? [];
    refuse(checkRule({ ...input, segmentEids }));
    await requireSegments(context, pixel.advertisableEid, segmentEids);
    const now = new Date(context.clock.now());
    const eid = context.newEid();
    const record = await context.transaction("rule.write", async (sql): Promise<RuleRecord> => {
      await lockPixel(sql, context, pixel);
      const places = await placesOf(sql, context, pixel);
      refuse(checkRoom(places.length));
      const created: RuleRecord = {
        eid,
        advertisableEid: pixel.advertisableEid,
        pixelEid: pixel.eid,
        name: input.name,
        displayName: input.displayName ?? null,
        pattern: input.pattern,
        source: input.source,
        order: (places.at(-1)?.order ?? 0) + 1,
        segmentEids,
        isActive: true,
        createdAt: now,
        updatedAt: now,
      };
      await rules.insert(sql, context, "createRule", created);
      return created;
    });
    return { rule: toRule(record) };
  }

  @Mutation(() => RulePayload, {
    nullable: true,
    description:
      "Changes a rule, its place among the pixel's rules included. NOT_FOUND when the viewer can't see it, or a segment that is named.",
  })
  @NeedsPermission("rule.write")
  async editRule(
    @Arg("input", () => EditRuleInput, { description: "The changes." }) input: EditRuleInput,
    @Ctx() context: RequestContext,
  ): Promise<RulePayload> {
    const { eid, advertisableEid, pixelEid, segmentEids } = await rules.require(context, input.eid);
    authorise(context.viewer, "rule.write");
    const changes = given<RuleRecord>({
      name: input.name ?? undefined,
      displayName: input.displayName,
      pattern: input.pattern ?? undefined,
      source: input.source ?? undefined,
      order: input.order ?? undefined,
      segmentEids: input.segmentEids ?? undefined,
    });
    refuse(checkRule(changes));
    const added = (changes.segmentEids ?? []).filter((each) => !segmentEids.includes(each));
    await requireSegments(context, advertisableEid, added);
    const record = await context.transaction("rule.write", async (sql) => {
      const pixel = { eid: pixelEid, advertisableEid };
      // The pixel before its rules, as everybody who orders them does: the other way round could deadlock.
      if (changes.order !== undefined) await lockPixel(sql, context, pixel);
      const before = await rules.lock(sql, context, { eid, advertisableEid });
      if (changes.order !== undefined) {
        const places = await placesOf(sql, context, pixel);
        const eids = places.map((place) => place.eid);
        refuse(checkPlace(changes.order, eids.length));
        await placeRules(sql, context, "editRule", pixel, places, moved(eids, eid, changes.order));
      }
      return await rules.write(sql, context, "editRule", before, changes);
    });
    return { rule: toRule(record) };
  }

  @Mutation(() => ReorderRulesPayload, {
    nullable: true,
    description:
      "Puts all rules of a pixel in a new order, or changes nothing. NOT_FOUND for a pixel that the viewer can't see, BAD_USER_INPUT for a list that does not name exactly its rules, each once: another change may have come first.",
  })
  @NeedsPermission("rule.write")
  async reorderRules(
    @Arg("input", () => ReorderRulesInput, { description: "The new order." }) input: ReorderRulesInput,
    @Ctx() context: RequestContext,
  ): Promise<ReorderRulesPayload> {
    const pixel = await pixels.require(context, input.pixelEid);
    authorise(context.viewer, "rule.write");
    await context.transaction("rule.write", async (sql) => {
      await lockPixel(sql, context, pixel);
      const places = await placesOf(sql, context, pixel);
      refuse(
        checkOrder(
          input.ruleEids,
          places.map((place) => place.eid),
        ),
      );
      await placeRules(sql, context, "reorderRules", pixel, places, input.ruleEids);
    });
    return { pixel: toPixel(pixel) };
  }
}

@Resolver(() => Pixel)
export class PixelRulesResolver {
  @FieldResolver(() => RuleConnection, { description: "Its rules." })
  async rules(
    @Root() pixel: Pixel,
    @Args(() => RuleListArgs) args: RuleListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Rule>> {
    return await rulesOfPixel(context, pixel.eid, args);
  }
}
