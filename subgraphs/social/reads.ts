import { Arg, Args, type ClassType, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Page, PageArgs } from "../../lib/page.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";

type Pages<T> = (context: RequestContext, parent: string, args: PageArgs) => Promise<Page<T>>;

interface ReadsOf<T extends object, A extends PageArgs> {
  type: ClassType<T>;
  Connection: ClassType;
  Args: ClassType<A>;
  /** The root fields, and how people call the noun. */
  singular: string;
  plural: string;
  words: { one: string; many: string };
  /** The object, or NOT_FOUND. */
  one(context: RequestContext, eid: string): Promise<T>;
  ofViewer: Pages<T>;
  ofAdvertisable: Pages<T>;
}

/** What every noun of this area can be asked for: one by its EID, the viewer's, an advertisable's, and its advertisable. */
export function readsOf<T extends { advertisableEid: string }, A extends PageArgs>(spec: ReadsOf<T, A>) {
  const { type, Connection, words } = spec;

  @Resolver(() => type)
  class Reads {
    @Query(() => type, {
      name: spec.singular,
      nullable: true,
      description: `One ${words.one}. NOT_FOUND when the viewer can't see it.`,
    })
    @NeedsPermission("social.read")
    async one(
      @Arg("eid", () => ID, { description: "Its EID." }) eid: string,
      @Ctx() context: RequestContext,
    ): Promise<T> {
      return await spec.one(context, eid);
    }

    @Query(() => Connection, {
      name: spec.plural,
      description: `All ${words.many} that the viewer may see, of every advertisable.`,
    })
    @NeedsPermission("social.read")
    async many(@Args(() => spec.Args) args: A, @Ctx() context: RequestContext): Promise<Page<T>> {
      return await spec.ofViewer(context, "ALL", args);
    }

    @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that it belongs to." })
    advertisable(@Root() { advertisableEid }: { advertisableEid: string }): Advertisable {
      return { eid: advertisableEid };
    }
  }

  @Resolver(() => Advertisable)
  class OnAdvertisable {
    @FieldResolver(() => Connection, {
      name: spec.plural,
      nullable: true,
      description: `Its ${words.many}.`,
    })
    async [spec.plural](
      @Root() advertisable: Advertisable,
      @Args(() => spec.Args) args: A,
      @Ctx() context: RequestContext,
    ): Promise<Page<T>> {
      return await spec.ofAdvertisable(context, advertisable.eid, args);
    }
  }

  return [Reads, OnAdvertisable] as const;
}
