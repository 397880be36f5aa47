import { Field, InputType, Int, ObjectType } from "type-graphql";

@ObjectType("ContextualCategory", {
  simpleResolvers: true,
  description: "A kind of content beside which ads are shown. Source: document 2, part C.",
})
export class ContextualCategory {
  @Field(() => Int, { description: "Its number, from 1; chosen by whoever sends it." })
  categoryId: number;
  @Field(() => String, { description: "Its name, 1 to 255 characters." })
  categoryName: string;
}

@InputType("ContextualCategoryInput", { description: "A kind of content beside which ads are shown." })
export class ContextualCategoryInput {
  @Field(() => Int, { description: "Its number, from 1." })
  categoryId: number;
  @Field(() => String, { description: "Its name, 1 to 255 characters." })
  categoryName: string;
}
