import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound } from "../../lib/errors.js";
import { pageSize } from "../../lib/page.js";
import { Count } from "../../lib/scalars.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { MAX_CHILDREN, requireOpen } from "./ad-set.rules.js";
import { adSets, toAdSet } from "./ad-set.table.js";
import { AdSet } from "./ad-set.type.js";
import { adSetGeolocations, geolocationsOfAdSet } from "./ad-set-geolocation.table.js";
import {
  AdSetGeolocationsPayload,
  GeolocationSearchArgs,
  RemoveAdSetGeolocationInput,
  SetAdSetGeolocationInput,
} from "./geolocation.input.js";
import { placeTree, searchPlaces } from "./geolocation.rules.js";
import { AdSetGeolocation, Geolocation } from "./geolocation.type.js";
import { geolocations, requireGeolocation } from "./geolocations.js";
import { queuePublishing } from "./publishing.js";

/** Characters of a search at most. */
const MAX_QUERY = 255;
const MAX_SKIP = 1_000_000;

@Resolver()
class GeolocationResolver {
  @Query(() => [Geolocation], {
    description:
      "Places that ad sets can target: those whose name has the text inside, in any case and without regard to accents; those first that begin with it.",
  })
  @NeedsPermission("social.read")
  geolocations(
    @Args(() => GeolocationSearchArgs) search: GeolocationSearchArgs,
    @Arg("first", () => Int, { nullable: true, description: "How many at most, 1 to 100; 25 when not given." })
    first: number | null | undefined,
    @Arg("skip", () => Int, {
      defaultValue: 0,
      description: "How many of them to leave out at the beginning, 0 to 1,000,000.",
    })
    skip: number,
    @Ctx() context: RequestContext,
  ): Geolocation[] {
    if (skip < 0 || skip > MAX_SKIP) throw badInput(["skip"], "OUT_OF_RANGE", `skip must be from 0 to ${MAX_SKIP}.`);
    return found(search).slice(skip, skip + pageSize(first, context.pageLimit));
  }

  @Query(() => Count, { description: "How many places a search finds." })
  @NeedsPermission("social.read")
  geolocationsCount(@Args(() => GeolocationSearchArgs) search: GeolocationSearchArgs): number {
    return found(search).length;
  }

  @Query(() => [Geolocation], {
    description: "The places with these EIDs, each once; what is none is left out.",
  })
  @NeedsPermission("social.read")
  geolocationsByEid(
    @Arg("eids", () => [ID], { description: "EIDs of places, at most 1,000." }) eids: string[],
  ): Geolocation[] {
    if (eids.length > MAX_CHILDREN) throw badInput(["eids"], "TOO_MANY", `eids must be at most ${MAX_CHILDREN}.`);
    return [...new Set(eids)].flatMap((eid) => geolocations().get(eid) ?? []);
  }
}

function found(search: GeolocationSearchArgs): Geolocation[] {
  if ((search.query?.length ?? 0) > MAX_QUERY)
    throw badInput(["query"], "LENGTH", `query must have at most ${MAX_QUERY} characters.`);
  return searchPlaces(geolocations(), search);
}

@Resolver(() => AdSet)
class AdSetGeolocationResolver {
  @FieldResolver(() => [AdSetGeolocation], {
    description:
      "The places that it targets or excludes, at most 1,000: each stands under the nearest place around it that is named too. Without any its ads are shown everywhere.",
  })
  async geolocations(@Root() adSet: AdSet, @Ctx() context: RequestContext): Promise<AdSetGeolocation[]> {
    return placeTree(geolocations(), (await geolocationsOfAdSet(context, adSet)) ?? []);
  }

  @Mutation(() => AdSetGeolocationsPayload, {
    nullable: true,
    description:
      "Targets or excludes a place; one that the ad set names already is changed. NOT_FOUND for an ad set that the viewer can't see, or a place that there is none of.",
  })
  @NeedsPermission("social.write")
  async setAdSetGeolocation(
    @Arg("input", () => SetAdSetGeolocationInput, { description: "Which place of which ad set." })
    input: SetAdSetGeolocationInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetGeolocationsPayload> {
    const row = await adSets.require(context, input.adSetEid);
    authorise(context.viewer, "social.write");
    const { eid: geolocationEid } = requireGeolocation(input.geolocationEid);
    const adSet = await context.transaction("social.write", async (sql) => {
      const held = await adSets.lock(sql, context, row);
      requireOpen("An ad set", held.status);
      const places = await adSetGeolocations.lockAll(sql, context, held.advertisableEid, "adSetEid", [held.eid]);
      const before = places.find((place) => place.geolocationEid === geolocationEid);
      const { included } = input;
      if (before !== undefined) {
        await adSetGeolocations.write(sql, context, "setAdSetGeolocation", before, { included });
      } else {
        if (places.length >= MAX_CHILDREN)
          throw badInput(["input", "geolocationEid"], "TOO_MANY", `An ad set has at most ${MAX_CHILDREN} places.`);
        const now = new Date(context.clock.now());
        await adSetGeolocations.insert(sql, context, "setAdSetGeolocation", {
          eid: context.newEid(),
          advertisableEid: held.advertisableEid,
          adSetEid: held.eid,
          geolocationEid,
          included,
          createdAt: now,
          updatedAt: now,
        });
      }
      await queuePublishing(sql, context, held);
      return held;
    });
    return { adSet: toAdSet(adSet) };
  }

  @Mutation(() => AdSetGeolocationsPayload, {
    nullable: true,
    description:
      "Takes a place out of those that an ad set targets or excludes. NOT_FOUND when the viewer can't see the ad set or it does not name the place. Own: the documents only add.",
  })
  @NeedsPermission("social.write")
  async removeAdSetGeolocation(
    @Arg("input", () => RemoveAdSetGeolocationInput, { description: "Which place of which ad set." })
    input: RemoveAdSetGeolocationInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetGeolocationsPayload> {
    const row = await adSets.require(context, input.adSetEid);
    authorise(context.viewer, "social.write");
    const adSet = await context.transaction("social.write", async (sql) => {
      const held = await adSets.lock(sql, context, row);
      const places = await adSetGeolocations.lockAll(sql, context, held.advertisableEid, "adSetEid", [held.eid]);
      const gone = places.filter((place) => place.geolocationEid === input.geolocationEid);
      if (gone.length === 0) throw notFound("geolocation of the ad set", input.geolocationEid);
      await adSetGeolocations.remove(sql, context, "removeAdSetGeolocation", gone);
      await queuePublishing(sql, context, held);
      return held;
    });
    return { adSet: toAdSet(adSet) };
  }
}

export const GEOLOCATION_RESOLVERS = [GeolocationResolver, AdSetGeolocationResolver];
