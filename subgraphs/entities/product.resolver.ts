import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { type Money, money } from "../../lib/money.js";
import type { Page } from "../../lib/page.js";
import { NeedsPermission } from "../define-subgraph.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { MoneyType } from "./graph.js";
import { ProductConnection, ProductListArgs } from "./product.input.js";
import { products, productsOfAdvertisable, productsOfViewer, toProduct } from "./product.table.js";
import { Product } from "./product.type.js";

@Resolver(() => Product)
export class ProductResolver {
  @Query(() => Product, { nullable: true, description: "One product. NOT_FOUND when the viewer can't see it." })
  @NeedsPermission("product.read")
  async product(
    @Arg("eid", () => ID, { description: "EID of the product." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Product> {
    return toProduct(await products.require(context, eid));
  }

  @Query(() => ProductConnection, { description: "All products that the viewer may see, of every advertisable." })
  @NeedsPermission("product.read")
  async products(
    @Args(() => ProductListArgs) args: ProductListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Product>> {
    return await productsOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => MoneyType, {
    nullable: true,
    description:
      "What it costs, in the currency of the feed, else of the advertisable; null where the feed says nothing.",
  })
  price(@Root() { priceAmount, currency }: Product): Money | null {
    return priceAmount === null || currency === null ? null : money(priceAmount, currency);
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() product: Product, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, product.advertisableEid);
  }
}

@Resolver(() => Advertisable)
export class AdvertisableProductsResolver {
  @FieldResolver(() => ProductConnection, { description: "Its products, from its feed." })
  async products(
    @Root() advertisable: Advertisable,
    @Args(() => ProductListArgs) args: ProductListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Product>> {
    return await productsOfAdvertisable(context, advertisable.eid, args);
  }
}
