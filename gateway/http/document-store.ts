import type { ApolloServerOptions } from "@apollo/server";
import { parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema } from "graphql";
import { nextTurn } from "../../lib/turns.js";
import { createTwoTierCache } from "../../lib/two-tier-cache.js";
import { documentDigest } from "../operations/document-digest.js";

/** How many valid documents are kept. Apollo Server would keep 30 MB of them; known operations do not come here. */
const DOCUMENTS = { fresh: 25, kept: 100 };

/** A validation in one piece is the longest that a request waits for another one. */
const PIECES = 3;

/** The valid documents, for Apollo Server and filled ahead of it. */
export interface DocumentStore {
  forApollo: NonNullable<ApolloServerOptions<object>["documentStore"]>;
  /**
   * Parses and validates a text as Apollo Server would, but rules at a time, so that other requests have their turn in
   * between, and keeps the document. What is not valid is left alone: Apollo Server says what is wrong with it.
   */
  prepare(text: string): Promise<void>;
}

export function createDocumentStore(schema: GraphQLSchema): DocumentStore {
  const documents = createTwoTierCache<string, DocumentNode>(DOCUMENTS);
  /** The same text is validated once, however many send it at a time. */
  const running = new Map<string, Promise<void>>();
  const size = Math.ceil(specifiedRules.length / PIECES);
  const pieces = Array.from({ length: PIECES }, (_, at) => specifiedRules.slice(at * size, (at + 1) * size));
  return {
    forApollo: {
      get: (key) => Promise.resolve(documents.get(digestIn(key))),
      set: (key, document) => {
        documents.set(digestIn(key), document);
        return Promise.resolve();
      },
      delete: (key) => {
        documents.delete(digestIn(key));
        return Promise.resolve(true);
      },
    },
    prepare(text) {
      const digest = documentDigest(text);
      if (documents.get(digest) !== undefined) return Promise.resolve();
      let work = running.get(digest);
      if (work === undefined) {
        work = validateInPieces(text, digest).finally(() => running.delete(digest));
        running.set(digest, work);
      }
      return work;
    },
  };

  async function validateInPieces(text: string, digest: string): Promise<void> {
    let document: DocumentNode;
    try {
      document = parse(text);
    } catch {
      return;
    }
    for (const rules of pieces) {
      await nextTurn();
      if (validate(schema, document, rules, { maxErrors: 1 }).length > 0) return;
    }
    documents.set(digest, document);
    await nextTurn();
  }
}

/** Apollo Server puts a digest of its schema in front of that of the text. */
function digestIn(key: string): string {
  return key.slice(key.lastIndexOf(":") + 1);
}
