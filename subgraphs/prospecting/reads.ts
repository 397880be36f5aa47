import { Arg, Args, type ClassType, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Page, PageArgs } from "../../lib/page.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";

type Pages<T> = (context: RequestContext, parent: string, args: PageArgs) => Promise<Page<T>>;

interface OneOf<T extends object> {
  type: ClassType<T>;
  /** The root field, and how people call the noun. */
  singular: string;
  word: string;
  /** The object, or NOT_FOUND. */
  one(context: RequestContext, eid: string): Promise<T>;
}

/** One object by its EID, and its advertisable. */
export function oneOf<T extends { advertisableEid: string }>(spec: OneOf<T>) {
  @Resolver(() => spec.type)
  class One {
    @Query(() => spec.type, {
      name: spec.singular,
      nullable: true,
      description: `One ${spec.word}. NOT_FOUND when the viewer can't see it.`,
    })
    @NeedsPermission("prospecting.read")
    async one(
      @Arg("eid", () => ID, { description: "Its EID." }) eid: string,
      @Ctx() context: RequestContext,
    ): Promise<T> {
      return await spec.one(context, eid);
    }

    @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that it belongs to." })
    advertisable(@Root() { advertisableEid }: { advertisableEid: string }): Advertisable {
      return { eid: advertisableEid };
    }
  }
  return One;
}

interface ListsOf<T extends object, A extends PageArgs> {
  Connection: ClassType;
  Args: ClassType<A>;
  plural: string;
  words: string;
  ofViewer: Pages<T>;
  ofAdvertisable: Pages<T>;
}

/** The viewer's, and an advertisable's. */
export function listsOf<T extends object, A extends PageArgs>(spec: ListsOf<T, A>) {
  const { Connection } = spec;

  @Resolver()
  class OfViewer {
    @Query(() => Connection, {
      name: spec.plural,
      description: `All ${spec.words} that the viewer may see, of every advertisable.`,
    })
    @NeedsPermission("prospecting.read")
    async many(@Args(() => spec.Args) args: A, @Ctx() context: RequestContext): Promise<Page<T>> {
      return await spec.ofViewer(context, "ALL", args);
    }
  }

  @Resolver(() => Advertisable)
  class OfAdvertisable {
    // TypeGraphQL tells the resolvers of one type apart by their methods' names.
    @FieldResolver(() => Connection, { name: spec.plural, nullable: true, description: `Its ${spec.words}.` })
    async [spec.plural](
      @Root() advertisable: Advertisable,
      @Args(() => spec.Args) args: A,
      @Ctx() context: RequestContext,
    ): Promise<Page<T>> {
      return await spec.ofAdvertisable(context, advertisable.eid, args);
    }
  }

  return [OfViewer, OfAdvertisable] as const;
}
