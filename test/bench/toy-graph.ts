/**
 * Four subgraphs with their data in memory. Nothing is imported here: our gateway and its peer each
 * build the schemas with their own copy of the libraries.
 */

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])\n`;

const CAMPAIGNS = 20;
const ADS_OF_A_CAMPAIGN = 5;
const ROWS = 1_000;

interface Key {
  id: string;
}

export interface ToySubgraph {
  name: string;
  sdl: string;
  resolvers: Record<string, Record<string, (source: Key, args: Record<string, unknown>) => unknown>>;
}

const companies = index(
  Array.from({ length: 50 }, (_, i) => ({
    id: `${i}`,
    name: `Company ${i}`,
    city: i % 7 === 0 ? "Zürich" : "Portland",
    employees: 17 * i,
    campaigns: Array.from({ length: CAMPAIGNS }, (_campaign, c) => ({ id: `${i}-${c}` })),
  })),
);
const campaigns = index(
  [...companies.values()].flatMap((company) =>
    company.campaigns.map(({ id }, c) => ({
      id,
      name: `Campaign ${id}`,
      budget: 1_000.5 + c,
      isActive: c % 3 !== 0,
      ads: Array.from({ length: ADS_OF_A_CAMPAIGN }, (_ad, a) => ({ id: `${id}-${a}` })),
    })),
  ),
);
const ads = index(
  [...campaigns.values()].flatMap((campaign) =>
    campaign.ads.map(({ id }, a) => ({ id, title: `Ad ${id}`, clicks: 31 * a, status: a % 2 ? "LIVE" : "PAUSED" })),
  ),
);
const rows = Array.from({ length: ROWS }, (_, i) => ({
  id: `row-${i}`,
  day: `2023-08-${String((i % 28) + 1).padStart(2, "0")}`,
  network: ["web", "social", "mail"][i % 3],
  device: i % 5 === 0 ? null : "mobile",
  placement: `placement number ${i % 40}`,
  country: "CH",
  impressions: 1_000 + i * 13,
  clicks: i % 97,
  conversions: i % 7,
  cost: i * 1.25 + 0.01,
  ctr: (i % 97) / (1_000 + i * 13),
  isFinal: i % 2 === 0,
}));

/** In-memory data in four subgraphs, three of which the second query passes through. */
export const TOY_SUBGRAPHS: readonly ToySubgraph[] = [
  {
    name: "companies",
    sdl: `${LINK}
      type Query { company(id: ID!): Company }
      type Company @key(fields: "id") { id: ID! name: String! city: String employees: Int campaigns: [Campaign!]! }
      type Campaign @key(fields: "id", resolvable: false) { id: ID! }
    `,
    resolvers: {
      Query: { company: (_source, { id }) => companies.get(String(id)) },
      Company: { __resolveReference: ({ id }) => companies.get(id) },
    },
  },
  {
    name: "campaigns",
    sdl: `${LINK}
      type Campaign @key(fields: "id") { id: ID! name: String! budget: Float isActive: Boolean! ads: [Ad!]! }
      type Ad @key(fields: "id", resolvable: false) { id: ID! }
    `,
    resolvers: { Campaign: { __resolveReference: ({ id }) => campaigns.get(id) } },
  },
  {
    name: "ads",
    sdl: `${LINK}
      enum AdStatus { LIVE PAUSED }
      type Ad @key(fields: "id") { id: ID! title: String! clicks: Int! status: AdStatus }
    `,
    resolvers: { Ad: { __resolveReference: ({ id }) => ads.get(id) } },
  },
  {
    name: "reports",
    sdl: `${LINK}
      type Query { rows(count: Int! = ${ROWS}): [Row!]! }
      type Row {
        id: ID! day: String! network: String device: String placement: String country: String!
        impressions: Int! clicks: Int! conversions: Int cost: Float! ctr: Float isFinal: Boolean!
      }
    `,
    resolvers: { Query: { rows: (_source, { count }) => (count === ROWS ? rows : rows.slice(0, Number(count))) } },
  },
];

export interface ToyQuery {
  name: string;
  query: string;
  variables: Record<string, unknown>;
  /** Others that make about the same work. */
  variations: Record<string, unknown>[];
}

export const TOY_QUERIES: readonly ToyQuery[] = [
  {
    name: "one entity",
    query: "query One($id: ID!) { company(id: $id) { id name city employees } }",
    variables: { id: "7" },
    variations: idsOf(companies),
  },
  {
    name: "1 → 20 → 100 entities",
    query: `query Hops($id: ID!) {
  company(id: $id) { id name campaigns { id name budget isActive ads { id title clicks status } } }
}`,
    variables: { id: "3" },
    variations: idsOf(companies),
  },
  {
    name: "1,000 rows × 12",
    query: `query Rows($count: Int!) {
  rows(count: $count) { id day network device placement country impressions clicks conversions cost ctr isFinal }
}`,
    variables: { count: ROWS },
    variations: Array.from({ length: 16 }, (_, less) => ({ count: ROWS - less })),
  },
];

function idsOf(items: ReadonlyMap<string, Key>): Record<string, unknown>[] {
  return [...items.keys()].map((id) => ({ id }));
}

function index<T extends Key>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}
