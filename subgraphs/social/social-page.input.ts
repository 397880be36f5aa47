import { InputType } from "type-graphql";
import { connectionOf, listArgs, orderOf } from "./graph.js";
import { NamedFilter } from "./lists.js";
import { SocialPage } from "./social-page.type.js";

@InputType("SocialPageFilter", { description: "Which pages; all conditions that are given hold." })
class SocialPageFilter extends NamedFilter {}

const SocialPageOrder = orderOf(
  { CREATED_AT: "When it was first told of.", NAME: "Its name, in the order of its characters' code points." },
  "SocialPage",
  "pages",
);

export const SOCIAL_PAGE_LIST = {
  Connection: connectionOf(() => SocialPage, "SocialPage", "pages"),
  Args: listArgs(SocialPageFilter, SocialPageOrder),
};
