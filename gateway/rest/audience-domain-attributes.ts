import { present } from "./entities.js";
import { list } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";

export const DOMAIN_ATTRIBUTE_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "audience",
    method: "POST",
    path: "/audience/v1/domain_attributes",
    permission: "targetAccount.read",
    description:
      "What is known of the domains of the body, a JSON list of at most 1,000 of them; nulls where nothing is. Document 3, part A.",
    listBody: "domains",
    // One answer for each item of a JSON list.
    parameters: { domains: list<string, string[]>("Domains.", true, [], "domains", (text) => text || undefined, true) },
    operation: `query Attributes($domains: [String!]!) { domainAttributes(domains: $domains) {
      domain companyName country industry revenue size technologies trafficRank } }`,
    variables: (input) => input,
    body: ({ domainAttributes }: { domainAttributes: Record<string, unknown>[] | null }) => ({
      results: present(domainAttributes).map(({ companyName, trafficRank, ...same }) => ({
        domain: same["domain"],
        company_name: companyName,
        country: same["country"],
        industry: same["industry"],
        revenue: same["revenue"],
        size: same["size"],
        technologies: same["technologies"],
        traffic_rank: trafficRank,
      })),
    }),
  }),
];
