import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandsOn, type Kill, someKill } from "../kit/killed-command.js";
import { type Answer, type ServiceBehindLine, startServiceBehindLine } from "../kit/service.js";

/** What is asked of segments and their users at random, beside what should come of it. */
interface ModelSegment {
  duration: number;
  isConversion: boolean;
  value: number | null;
  users: Set<string>;
}

/** Those that are not deleted, by name. */
interface Model {
  segments: Map<string, ModelSegment>;
}

interface Real {
  /** Of this run; begins the names of its segments. */
  prefix: string;
}

let service: ServiceBehindLine;
beforeAll(async () => {
  service = await startServiceBehindLine();
});
afterAll(async () => await service.close());

async function call(method: "GET" | "POST" | "DELETE", path: string, payload?: object): Promise<Answer> {
  return await service.request({ as: "granted", method, url: `/audience/v1/${path}`, ...(payload && { payload }) });
}

type Command = fc.AsyncCommand<Model, Real>;

const command = commandsOn<Model, Real>(() => service.line, invariants);

interface Found {
  name: string;
  duration: number;
  is_conversion: boolean;
  conversion_value: number | null;
  emails: number;
}

async function segmentsOf({ prefix }: Real): Promise<Map<string, Found>> {
  const url = `segments?advertiser_id=${service.world.granted.advertisable}&type=crm`;
  // That a connection was cut is noticed by whoever uses it next.
  await expect.poll(async () => (await call("GET", url)).status, { interval: 10 }).toBe(200);
  const { segments } = (await call("GET", url)).json as { segments: Found[] };
  const mine = segments.filter(({ name }) => name.startsWith(prefix));
  expect(new Set(mine.map(({ name }) => name)).size).toBe(mine.length);
  return new Map(mine.map((segment) => [segment.name.slice(prefix.length), segment]));
}

async function eidOf({ prefix }: Real, name: string): Promise<string | undefined> {
  const { rows } = await service.db.owner.query<{ eid: string }>(
    "select eid from audience.segment where name = $1 and is_active",
    [prefix + name],
  );
  return rows[0]?.eid;
}

/** An item of a bulk request; `fault` says what is wrong with it. */
interface Item {
  name: string;
  duration: number;
  isConversion?: boolean;
  value?: number | null;
  users?: string[];
  fault?: "foreign" | "duration" | "user";
}

const address = (user: string) => ` ${user.toUpperCase()}@Example.com`;

function bodyOf({ name, duration, isConversion, value, users, fault }: Item, { prefix }: Real): object {
  const { granted, foreign } = service.world;
  const data = users?.map((user) => ({ email: address(user) }));
  return {
    advertiser_id: (fault === "foreign" ? foreign : granted).advertisable,
    name: prefix + name,
    type: "crm",
    duration: fault === "duration" ? 541 : duration,
    ...(isConversion !== undefined && { is_conversion: isConversion }),
    ...(value !== undefined && { conversion_value: value }),
    ...(fault === "user" ? { data: [...(data ?? []), { email: "none" }] } : data && { data }),
  };
}

/** Writes the good items into the model; which were. */
function put({ segments }: Model, items: readonly Item[]): boolean[] {
  const seen = new Set<string>();
  return items.map(({ name, duration, isConversion, value, users, fault }) => {
    if (fault !== undefined || seen.has(name)) return false;
    seen.add(name);
    const before = segments.get(name);
    if (before !== undefined && isConversion !== undefined && isConversion !== before.isConversion) return false;
    segments.set(name, {
      duration,
      isConversion: before?.isConversion ?? isConversion ?? false,
      value: value === undefined ? (before?.value ?? null) : value,
      users: users === undefined ? (before?.users ?? new Set()) : new Set(users),
    });
    return true;
  });
}

function bulk(items: readonly Item[], kill?: Kill): Command {
  let good: boolean[] = [];
  return command(
    `put ${JSON.stringify(items)}`,
    async (real) => {
      const answer = await call(
        "POST",
        "segments_bulk/put",
        items.map((item) => bodyOf(item, real)),
      );
      if (answer.status === 200) {
        const results = answer.json as { result: string; segment?: Found }[];
        expect(results.map(({ result }) => result === "success")).toEqual(good);
        expect(results.map(({ segment }) => segment?.name)).toEqual(
          items.map(({ name }, at) => (good[at] === true ? real.prefix + name : undefined)),
        );
      }
      return answer.status;
    },
    ({ segments }) => {
      good = put({ segments: new Map(segments) }, items);
      return 200;
    },
    (model) => void put(model, items),
    kill,
  );
}

interface Edit {
  duration?: number;
  value?: number | null;
  users?: string[];
  append: boolean;
}

function edit(name: string, { duration, value, users, append }: Edit, kill?: Kill): Command {
  return command(
    `edit ${name} ${JSON.stringify({ duration, value, users, append })}`,
    async (real) => {
      const eid = await eidOf(real, name);
      if (eid === undefined) return 404;
      const { status } = await call("POST", `segments/${eid}?append=${append}`, {
        ...(duration !== undefined && { duration }),
        ...(value !== undefined && { conversion_value: value }),
        ...(users && { data: users.map((user) => ({ email: address(user) })) }),
      });
      return status;
    },
    ({ segments }) => (segments.has(name) ? 200 : 404),
    ({ segments }) => {
      const segment = segments.get(name);
      if (segment === undefined) return;
      segment.duration = duration ?? segment.duration;
      if (value !== undefined) segment.value = value;
      if (users !== undefined) segment.users = new Set([...(append ? segment.users : []), ...users]);
    },
    kill,
  );
}

function remove(name: string, kill?: Kill): Command {
  return command(
    `delete ${name}`,
    async (real) => {
      const eid = await eidOf(real, name);
      return eid === undefined ? 404 : (await call("DELETE", `segments/${eid}`)).status;
    },
    ({ segments }) => (segments.has(name) ? 200 : 404),
    ({ segments }) => void segments.delete(name),
    kill,
  );
}

async function invariants({ segments }: Model, real: Real): Promise<void> {
  const found = await segmentsOf(real);
  const told = [...found].map(([name, { duration, is_conversion: isConversion, conversion_value: value, emails }]) => ({
    name,
    duration,
    isConversion,
    value,
    users: emails,
  }));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(told.toSorted(byName)).toEqual(
    [...segments].map(([name, segment]) => ({ name, ...segment, users: segment.users.size })).toSorted(byName),
  );
  // What is counted is there, whoever was cut off, and nothing else.
  const { rows } = await service.db.owner.query(
    `select s.eid from audience.segment s left join audience.segment_record r on r.segment_eid = s.eid
     group by s.eid, s.records_count having count(r.eid) <> s.records_count`,
  );
  expect(rows).toEqual([]);
}

const name = fc.constantFrom("a", "b", "c");
const duration = fc.integer({ min: 1, max: 540 });
const value = fc.constantFrom(null, 0, 1.25, 99.99);
const users = fc.array(fc.constantFrom("u", "v", "w", "x", "y"), { maxLength: 5 });
const kill = fc.option(someKill, { nil: undefined, freq: 2 });
const item: fc.Arbitrary<Item> = fc.record(
  { name, duration, isConversion: fc.boolean(), value, users, fault: fc.constantFrom("foreign", "duration", "user") },
  { requiredKeys: ["name", "duration"] },
);
const good = fc.record({ name, duration, value, users }, { requiredKeys: ["name", "duration"] });
const items = fc.array(fc.oneof(good, item), { maxLength: 5 });
const changes = fc.record({ duration, value, users, append: fc.boolean() }, { requiredKeys: ["append"] });
const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(items, kill).map((args) => bulk(...args)),
  fc.tuple(items, kill).map((args) => bulk(...args)),
  fc.tuple(name, changes, kill).map((args) => edit(...args)),
  fc.tuple(name, changes, kill).map((args) => edit(...args)),
  fc.tuple(name, kill).map((args) => remove(...args)),
];

test("whatever is asked in whatever order, and killed wherever, segments have what they should, and their users are counted", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { size: "large", maxCommands: 25 }), async (given) => {
      runs += 1;
      const prefix = `Run ${runs} `;
      await fc.asyncModelRun(() => ({ model: { segments: new Map<string, ModelSegment>() }, real: { prefix } }), given);
    }),
    { numRuns: 15 },
  );
}, 300_000);
