import { expect, test } from "vitest";
import { federate } from "../kit.js";

const media = {
  name: "media",
  sdl: `
    type Query { media: [Media!]! book: Book }
    interface Media @key(fields: "id") { id: ID! title: String }
    type Book implements Media @key(fields: "id") { id: ID! title: String pages: Int }
    type Film implements Media @key(fields: "id") { id: ID! title: String minutes: Int }
  `,
  resolvers: {
    Query: { media: () => [find("b1"), find("f1")], book: () => find("b1") },
    Media: {
      __resolveReference: ({ id }: { id: string }) => find(id),
      __resolveType: ({ __typename }: { __typename: string }) => __typename,
    },
    Book: { __resolveReference: ({ id }: { id: string }) => find(id) },
    Film: { __resolveReference: ({ id }: { id: string }) => find(id) },
  },
};

const reviews = {
  name: "reviews",
  sdl: `
    type Query { best: Media all: [Media!]! lost: Media }
    type Media @key(fields: "id") @interfaceObject { id: ID! score(max: Int): Int reviews: [Review!]! }
    type Review { text: String about: Media }
  `,
  resolvers: {
    Query: { best: () => ({ id: "f1" }), all: () => [{ id: "b1" }, { id: "f1" }], lost: () => ({ id: "x" }) },
    Media: {
      __resolveReference: ({ id }: { id: string }) => ({ id }),
      score: (_: unknown, { max }: { max?: number }) => max ?? 5,
      reviews: ({ id }: { id: string }) => [{ text: `about ${id}`, about: { id } }],
    },
  },
};

function find(id: string) {
  if (id === "b1") return { __typename: "Book", id, title: "A book", pages: 100 };
  return id === "f1" ? { __typename: "Film", id, title: "A film", minutes: 90 } : null;
}

test("fields added to an interface are there on every type that implements it", async () => {
  const { run } = federate([media, reviews]);
  expect(await run("{ media { __typename score title } book { score(max: 3) reviews { text } } }")).toEqual({
    data: {
      media: [
        { __typename: "Book", score: 5, title: "A book" },
        { __typename: "Film", score: 5, title: "A film" },
      ],
      book: { score: 3, reviews: [{ text: "about b1" }] },
    },
  });
});

test("an object known by its interface only gets its type and fields from the subgraph that has them", async () => {
  const { run } = federate([media, reviews]);
  expect(await run("{ best { __typename score ... on Film { minutes } } all { id ... on Book { pages } } }")).toEqual({
    data: { best: { __typename: "Film", score: 5, minutes: 90 }, all: [{ id: "b1", pages: 100 }, { id: "f1" }] },
  });
});

test("fields of the interface that differ by type are fetched for each type", async () => {
  const { run } = federate([media, reviews]);
  expect(await run("{ all { ... on Book { pages score(max: 1) } ... on Film { title score(max: 2) } } }")).toEqual({
    data: {
      all: [
        { pages: 100, score: 1 },
        { title: "A film", score: 2 },
      ],
    },
  });
});

test("the way leads back and forth", async () => {
  const { run } = federate([media, reviews]);
  expect(
    await run("{ media { reviews { text about { __typename ... on Film { minutes reviews { text } } } } } }"),
  ).toEqual({
    data: {
      media: [
        { reviews: [{ text: "about b1", about: { __typename: "Book" } }] },
        {
          reviews: [{ text: "about f1", about: { __typename: "Film", minutes: 90, reviews: [{ text: "about f1" }] } }],
        },
      ],
    },
  });
});

test("an object of which nobody knows the type is null with an error where its type was asked for", async () => {
  const response = await federate([media, reviews]).run("{ lost { __typename } }");
  expect(response.data).toEqual({ lost: null });
  expect(response.errors?.map((error) => error.path)).toEqual([["lost"]]);
});

test("an error of a field that was selected on other types only is not told", async () => {
  const failing = {
    ...reviews,
    resolvers: {
      ...reviews.resolvers,
      Media: { ...reviews.resolvers.Media, score: () => Promise.reject(new Error("no")) },
    },
  };
  const response = await federate([media, failing]).run(
    "{ all { ... on Book { pages score(max: 1) } ... on Film { title reviews { text } } } }",
  );
  expect(response.data).toEqual({
    all: [
      { pages: 100, score: null },
      { title: "A film", reviews: [{ text: "about f1" }] },
    ],
  });
  expect(response.errors?.map((error) => error.path)).toEqual([["all", 0, "score"]]);
});
