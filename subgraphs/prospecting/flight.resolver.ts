import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { violation } from "../../lib/checks.js";
import { checkDates, checkEventSource, DEFAULT_EVENT_SOURCE, requireActive } from "./checks.js";
import { CreateFlightInput, DeleteFlightInput, EditFlightInput, FlightPayload } from "./flight.input.js";
import { type FlightRecord, flights, toFlight, withoutOverlap } from "./flight.table.js";
import { Flight } from "./flight.type.js";
import { requireRoom } from "./prospecting-ad-group.rules.js";
import { adGroupByEid, adGroups } from "./prospecting-ad-group.table.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import { oneOf } from "./reads.js";
import { requireOptedIn } from "./settings.table.js";

@Resolver(() => Flight)
class FlightResolver {
  @FieldResolver(() => ProspectingAdGroup, { description: "Its ad group." })
  async adGroup(@Root() { adGroupEid }: Flight, @Ctx() context: RequestContext) {
    return await adGroupByEid(context, adGroupEid);
  }

  @Mutation(() => FlightPayload, {
    nullable: true,
    description:
      "Gives an ad group a flight. BAD_USER_INPUT when it begins after its end or overlaps another flight of the ad group, NOT_FOUND when the viewer can't see the ad group, FORBIDDEN where the advertisable has not opted in to the prospecting addendum.",
  })
  @NeedsPermission("prospecting.write")
  async createFlight(
    @Arg("input", () => CreateFlightInput, { description: "The new flight." }) input: CreateFlightInput,
    @Ctx() context: RequestContext,
  ): Promise<FlightPayload> {
    const row = await adGroups.require(context, input.adGroupEid);
    authorise(context.viewer, "prospecting.write");
    refuse([...checkEventSource(input.eventSource), ...checkDates(input.startDate, input.endDate)]);
    const flight = await context.transaction("prospecting.write", async (sql) => {
      // Held, so that those who come at once wait for each other instead of failing.
      const { eid: adGroupEid, advertisableEid, isActive } = await adGroups.lock(sql, context, row);
      await requireOptedIn(sql, context, advertisableEid);
      requireActive("An ad group", isActive);
      const held = await flights.lockChildren(sql, context, advertisableEid, [adGroupEid]);
      requireRoom("flights", held.length + 1);
      const now = new Date(context.clock.now());
      const record: FlightRecord = {
        eid: context.newEid(),
        advertisableEid,
        adGroupEid,
        startDate: input.startDate,
        endDate: input.endDate,
        eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE,
        createdAt: now,
        updatedAt: now,
      };
      await withoutOverlap(async () => await flights.insert(sql, context, "createFlight", record));
      return record;
    });
    return { flight: toFlight(flight) };
  }

  @Mutation(() => FlightPayload, {
    nullable: true,
    description:
      "Changes the days of a flight. BAD_USER_INPUT as with createFlight, NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("prospecting.write")
  async editFlight(
    @Arg("input", () => EditFlightInput, { description: "The changes." }) input: EditFlightInput,
    @Ctx() context: RequestContext,
  ): Promise<FlightPayload> {
    const row = await flights.require(context, input.eid);
    authorise(context.viewer, "prospecting.write");
    const missing = (["startDate", "endDate"] as const).filter((field) => input[field] === null);
    refuse([
      ...missing.map((field) => violation(field, "MISSING", `${field} is required.`)),
      ...checkEventSource(input.eventSource),
    ]);
    const flight = await context.transaction("prospecting.write", async (sql) => {
      await adGroups.lock(sql, context, { advertisableEid: row.advertisableEid, eid: row.adGroupEid });
      const before = await flights.lock(sql, context, row);
      const changes = {
        startDate: input.startDate ?? before.startDate,
        endDate: input.endDate ?? before.endDate,
        eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE,
      };
      refuse(checkDates(changes.startDate, changes.endDate));
      return await withoutOverlap(async () => await flights.write(sql, context, "editFlight", before, changes));
    });
    return { flight: toFlight(flight) };
  }

  @Mutation(() => FlightPayload, {
    nullable: true,
    description: "Removes a flight. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("prospecting.write")
  async deleteFlight(
    @Arg("input", () => DeleteFlightInput, { description: "Which one." }) input: DeleteFlightInput,
    @Ctx() context: RequestContext,
  ): Promise<FlightPayload> {
    const row = await flights.require(context, input.eid);
    authorise(context.viewer, "prospecting.write");
    refuse(checkEventSource(input.eventSource));
    const flight = await context.transaction("prospecting.write", async (sql) => {
      await adGroups.lock(sql, context, { advertisableEid: row.advertisableEid, eid: row.adGroupEid });
      const before = await flights.lock(sql, context, row);
      // What made the change is said by the audit's entry before the last.
      const last = await flights.write(sql, context, "deleteFlight", before, {
        eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE,
      });
      await flights.remove(sql, context, "deleteFlight", [last]);
      return last;
    });
    return { flight: toFlight(flight) };
  }
}

@Resolver(() => ProspectingAdGroup)
class FlightsOfAdGroupResolver {
  @FieldResolver(() => [Flight], { description: "Days on which it serves, at most 1,000, the earliest first." })
  async flights(@Root() adGroup: ProspectingAdGroup, @Ctx() context: RequestContext): Promise<Flight[]> {
    return (await flights.childrenOf(context, adGroup)).map(toFlight);
  }
}

export const FLIGHT_RESOLVERS = [
  FlightResolver,
  FlightsOfAdGroupResolver,
  oneOf({
    type: Flight,
    singular: "flight",
    words: { one: "flight of a prospecting ad group" },
    one: async (context, eid) => toFlight(await flights.require(context, eid)),
  }),
] as const;
