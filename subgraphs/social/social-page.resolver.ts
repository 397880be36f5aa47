import { readsOf } from "./reads.js";
import { SOCIAL_PAGE_LIST } from "./social-page.input.js";
import { socialPages, socialPagesOfAdvertisable, socialPagesOfViewer, toSocialPage } from "./social-page.table.js";
import { SocialPage } from "./social-page.type.js";

export const SOCIAL_PAGE_RESOLVERS = readsOf({
  ...SOCIAL_PAGE_LIST,
  type: SocialPage,
  singular: "socialPage",
  plural: "socialPages",
  words: { one: "page on the social network", many: "pages on the social network" },
  one: async (context, eid) => toSocialPage(await socialPages.require(context, eid)),
  ofViewer: socialPagesOfViewer,
  ofAdvertisable: socialPagesOfAdvertisable,
});
