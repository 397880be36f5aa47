import { Arg, Ctx, Directive, Field, InputType, Int, Mutation, ObjectType, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { NeedsPermission } from "../define-subgraph.js";
import { addPart, removeParts } from "./staged-users.table.js";

@InputType("StageUsersInput", { description: "Some of the users that a request brings, in the order of their parts." })
@Directive("@inaccessible")
class StageUsersInput {
  @Field(() => Int, { description: "Which part it is, from 0." })
  part: number;
  @Field(() => String, {
    description:
      "A line for each user, with tabs between the number of the list that the user is of, e-mail address and id.",
  })
  users: string;
}

@ObjectType("StagedUsersPayload", { simpleResolvers: true, description: "What of a request's users is staged." })
@Directive("@inaccessible")
class StagedUsersPayload {
  @Field(() => Int, { description: "How many parts there are now." })
  parts: number;
}

/**
 * Long lists of users on their way from an adapter, which sends them on as they arrive, to the one mutation that writes
 * them, by `staged` of its input. In between they belong to the request alone, so that a client which is slow, stalls or
 * goes away holds no lock, no connection and no transaction, and the transaction that replaces a list can be run again
 * as a whole when it loses against another one. What is staged changes no object and has no audit row.
 */
@Resolver()
export class StagedUsersResolver {
  @Mutation(() => StagedUsersPayload, {
    nullable: true,
    description: "Keeps users for a later mutation of the same request, for ten minutes at most.",
  })
  @Directive("@inaccessible")
  @NeedsPermission("segment.write")
  async stageUsers(
    @Arg("input", () => StageUsersInput, { description: "The users." }) input: StageUsersInput,
    @Ctx() context: RequestContext,
  ): Promise<StagedUsersPayload> {
    await context.transaction("segment.write", async (sql) => await addPart(sql, context, input));
    return { parts: input.part + 1 };
  }

  @Mutation(() => StagedUsersPayload, {
    nullable: true,
    description: "Forgets the users that the request has staged.",
  })
  @Directive("@inaccessible")
  @NeedsPermission("segment.write")
  async forgetStagedUsers(@Ctx() context: RequestContext): Promise<StagedUsersPayload> {
    await context.transaction("segment.write", async (sql) => await removeParts(sql, context, context.ownTenant));
    return { parts: 0 };
  }
}
