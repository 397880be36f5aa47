import { Field, InputType } from "type-graphql";
import { BooleanFilter, connectionOf, DateTimeFilter, EidFilter, listArgs, orderOf, StringFilter } from "./graph.js";
import { Product } from "./product.type.js";

export const ProductConnection = connectionOf(() => Product, "Product", "products");

@InputType("ProductFilter", { description: "Which products; all conditions that are given hold." })
class ProductFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By the feed's own id." })
  externalId?: InstanceType<typeof StringFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By title." })
  title?: InstanceType<typeof StringFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is in the feed." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when a crawl first found it." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

const ProductOrder = orderOf(
  { CREATED_AT: "When a crawl first found it.", TITLE: "Its title, in the order of its characters' code points." },
  "Product",
  "products",
);

export const ProductListArgs = listArgs(ProductFilter, ProductOrder);
export type ProductListArgs = InstanceType<typeof ProductListArgs>;
