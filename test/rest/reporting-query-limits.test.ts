import { afterAll, beforeAll, expect, test } from "vitest";
import { answerTo } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";

/** Questions that are too much: they are refused at once, with one error, and harm nobody else. */
let service: TestService;
let shop: string;
const unheard: unknown[] = [];
const hear = (reason: unknown): void => void unheard.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", hear);
  service = await startService();
  shop = service.world.granted.advertisable;
  await service.db.owner.query(
    `insert into entities.campaign select $1, rpad('C' || n || 'N', 22, 'X'), null, 'C' || n, 'APPROVED', true, 70, false, null, null, null, 'USD',
       null, null, null, false, false, false, false, false, false, false, '{}', null, now(), now() from generate_series(1, 500) n`,
    [shop],
  );
});
afterAll(async () => {
  await service.close();
  process.off("unhandledRejection", hear);
});

/** Many names for what is asked for. */
function named(count: number, selection: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => `n${n}: ${selection(n)}`).join(" ");
}

const EVERYTHING = `fragment Days on MetricResult { byDate { date impressions clicks cost ctr cpc cpm conversions revenue roas } }`;

test("an answer of more values than one may hold is refused as a whole", async () => {
  const query = `query ($shop: String!) { campaign { byAdvertisable(advertisable: $shop) { ${named(15, () => "metrics(pastDays: 20) { ...Days }")} } } } ${EVERYTHING}`;
  const { data, errors } = await answerTo(service, query, { shop });
  expect([data, errors]).toEqual([
    null,
    [
      {
        message: "Ask for less: at most 1,000,000 values in one answer.",
        extensions: { code: "COST_ESTIMATED_TOO_EXPENSIVE", requestId: expect.any(String) },
      },
    ],
  ]);
  expect((await answerTo(service, query.replaceAll("pastDays: 20", "pastDays: 10"), { shop })).errors).toBeUndefined();
});

test("so is one of too many rows, with one error whatever it asks besides", async () => {
  const query = `query ($shop: String!) { build campaign { byAdvertisable(advertisable: $shop) { eid metrics(pastDays: 365) { byDate { cost } } } } }`;
  const { data, errors } = await answerTo(service, query, { shop });
  expect([data, errors?.map(({ message, extensions }) => [message, extensions.code])]).toEqual([
    null,
    [["Ask for less: at most 100,000 objects and rows at once.", "COST_ESTIMATED_TOO_EXPENSIVE"]],
  ]);
});

test("a request that runs out of its rows while it reads the same lists under several names ends itself only", async () => {
  const query = `query ($shop: String!, $other: String!) { advertisable {
    byEID(advertisable: $other) { ${named(28, (n) => `metrics(start: "${1930 + n}-01-01", end: "${1939 + n}-12-31") { byDate { cost } }`)} }
    all: byEID(advertisable: $shop) { campaigns { metrics(pastDays: 30) { summary { cost } } } }
    both: byEID(advertisable: $shop) { campaigns(isActive: null) { metrics(pastDays: 30) { summary { cost } } } }
  } }`;
  const { errors } = await answerTo(service, query, { shop, other: service.world.other.advertisable });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["COST_ESTIMATED_TOO_EXPENSIVE"]);
  // Its reads are still on their way.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(unheard).toEqual([]);
});
