import { ArgsType, Field, Int } from "type-graphql";
import type { PageArgs } from "../../lib/page.js";
import { BillingMethod } from "./billing-method.type.js";
import { connectionOf } from "./graph.js";

export const BillingMethodConnection = connectionOf(() => BillingMethod, "BillingMethod", "billing methods");

/** An organization has a handful of them: there is nothing to filter or order. */
@ArgsType()
export class BillingMethodListArgs implements PageArgs {
  @Field(() => Int, { nullable: true, description: "Rows of the page, 1 to 100; 25 when not given." })
  first?: number | null;
  @Field(() => String, { nullable: true, description: "Continue after this cursor of the same list." })
  after?: string | null;
}
