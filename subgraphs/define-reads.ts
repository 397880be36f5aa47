import { Arg, Args, type ClassType, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../lib/context.js";
import type { Page, PageArgs } from "../lib/page.js";
import type { Permission } from "../lib/viewer.js";
import { NeedsPermission } from "./define-subgraph.js";

/** What the reads of all nouns of one area have in common. */
interface AreaReads {
  /** The area's own stand-in, as its schema must have no class of another's. */
  Advertisable: ClassType<{ eid: string }>;
  permission: Permission;
  /** What a list over all advertisables asks of its arguments, and how its description says so. */
  narrowed?: { check(context: RequestContext, args: PageArgs): void; says: string };
}

interface OneOf<T extends object> {
  type: ClassType<T>;
  /** The root field. */
  singular: string;
  /** How people call the noun. */
  words: { one: string };
  /** The object, or NOT_FOUND. */
  one(context: RequestContext, eid: string): Promise<T>;
}

type Pages<T> = (context: RequestContext, parent: string, args: PageArgs) => Promise<Page<T>>;

interface ListsOf<T extends object, A extends PageArgs> {
  Connection: ClassType;
  Args: ClassType<A>;
  /** The root field, and that of Advertisable. */
  plural: string;
  words: { many: string };
  ofViewer: Pages<T>;
  ofAdvertisable: Pages<T>;
}

/** What the nouns of an area can be asked for: one by its EID, the viewer's, an advertisable's, and its advertisable. */
export function defineReads({ Advertisable, permission, narrowed }: AreaReads) {
  /** One object by its EID, and its advertisable. */
  function oneOf<T extends { advertisableEid: string }>(spec: OneOf<T>) {
    const { type, words } = spec;

    @Resolver(() => type)
    class One {
      @Query(() => type, {
        name: spec.singular,
        nullable: true,
        description: `One ${words.one}. NOT_FOUND when the viewer can't see it.`,
      })
      @NeedsPermission(permission)
      async one(
        @Arg("eid", () => ID, { description: "Its EID." }) eid: string,
        @Ctx() context: RequestContext,
      ): Promise<T> {
        return await spec.one(context, eid);
      }

      @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that it belongs to." })
      advertisable(@Root() { advertisableEid }: { advertisableEid: string }): { eid: string } {
        return { eid: advertisableEid };
      }
    }
    return One;
  }

  /** The viewer's, and an advertisable's. */
  function listsOf<T extends object, A extends PageArgs>(spec: ListsOf<T, A>) {
    const { Connection, words } = spec;

    @Resolver()
    class OfViewer {
      @Query(() => Connection, {
        name: spec.plural,
        description: `All ${words.many} that the viewer may see, of every advertisable.${narrowed === undefined ? "" : ` ${narrowed.says}`}`,
      })
      @NeedsPermission(permission)
      async many(@Args(() => spec.Args) args: A, @Ctx() context: RequestContext): Promise<Page<T>> {
        narrowed?.check(context, args);
        return await spec.ofViewer(context, "ALL", args);
      }
    }

    @Resolver(() => Advertisable)
    class OfAdvertisable {
      // TypeGraphQL tells the fields that several classes add to a type apart by the methods' names.
      @FieldResolver(() => Connection, { nullable: true, description: `Its ${words.many}.` })
      async [spec.plural](
        @Root() advertisable: { eid: string },
        @Args(() => spec.Args) args: A,
        @Ctx() context: RequestContext,
      ): Promise<Page<T>> {
        return await spec.ofAdvertisable(context, advertisable.eid, args);
      }
    }

    return [OfViewer, OfAdvertisable] as const;
  }

  function readsOf<T extends { advertisableEid: string }, A extends PageArgs>(spec: OneOf<T> & ListsOf<T, A>) {
    return [oneOf(spec), ...listsOf(spec)] as const;
  }

  return { oneOf, listsOf, readsOf };
}
