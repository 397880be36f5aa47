import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { NeedsPermission } from "../define-subgraph.js";
import { readDomains } from "./domain-attributes.rules.js";
import { attributesByDomain } from "./domain-attributes.table.js";
import { DomainAttributes } from "./domain-attributes.type.js";

@Resolver()
export class DomainAttributesResolver {
  @Query(() => [DomainAttributes], {
    description:
      "What is known of domains, in the order asked; nulls for those that are not known. BAD_USER_INPUT for what is no domain.",
  })
  @NeedsPermission("targetAccount.read")
  async domainAttributes(
    @Arg("domains", () => [String], {
      description: "At most 1,000 domains; upper case, other scripts and a leading www. are accepted.",
    })
    texts: string[],
    @Ctx() context: RequestContext,
  ): Promise<DomainAttributes[]> {
    const { domains, violations } = readDomains(["domains"], texts);
    refuse(violations);
    return await Promise.all(
      domains.map(async (domain) => (await attributesByDomain(context, domain)) ?? unknownDomain(domain)),
    );
  }
}

function unknownDomain(domain: string): DomainAttributes {
  return {
    domain,
    companyName: null,
    country: null,
    industry: null,
    revenue: null,
    size: null,
    technologies: null,
    trafficRank: null,
    cookieCount: null,
  };
}
