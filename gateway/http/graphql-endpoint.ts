import type { GraphQLSchema } from "graphql";
import type { IdempotentRequest, StoredReply } from "../../lib/idempotency.js";
import type { Credentials } from "../auth/authenticate.js";
import type { Engine } from "../execution/engine.js";
import type { Operation } from "../planning/operation.js";
import type { DeveloperView } from "./developer-view.js";

/** What /graphql tells of a request's work. */
export interface GraphqlContext {
  readonly requestId: string;
  /** The SQL statements issued so far. */
  readonly statements: readonly string[];
}

/** The graph as /graphql serves it, with `C` for what goes with a request. */
export interface ServedGraph<C> extends Pick<Engine<C>, "prepare" | "answer"> {
  /** What clients see. */
  readonly schema: GraphQLSchema;
  readonly supergraphSdl: string;
}

/** What is remembered of requests that have an Idempotency-Key. */
export interface Replies<A, C> {
  find(asker: A, request: IdempotentRequest): Promise<StoredReply | null>;
  save(asker: A, request: IdempotentRequest, reply: StoredReply): Promise<void>;
  /** Makes the request's transactions remember themselves. */
  readonly begin: (context: C, request: IdempotentRequest) => void;
}

/** A graph and who may ask it, with `A` for who asks. */
export interface GraphqlEndpoint<A, C extends GraphqlContext> {
  readonly graph: ServedGraph<C>;
  /** Rejects with what the sender is told who is not let in. */
  readonly signIn: (credentials: Credentials) => Promise<A>;
  readonly contextFor: (asker: A, requestId: string) => C;
  /** Where the answers to requests with an Idempotency-Key are kept; without it the header says nothing. */
  readonly replies?: Replies<A, C>;
  /** Told of every operation that ran. */
  readonly count?: (operation: Operation, asker: A, failed: boolean) => void;
  /** Whether the asker may ask about the schema itself. */
  readonly mayIntrospect: (asker: A) => boolean;
  /** Whether the asker may know how an answer is made: its plan, its statements. */
  readonly isDeveloper: (asker: A) => boolean;
}

/** What Apollo Server hands through a request. */
export interface ApolloContext<C extends GraphqlContext> {
  graph: C;
  view: DeveloperView;
  mayIntrospect: boolean;
  /** The header Accept. */
  accept: string | undefined;
  /** The header Deprecation, once it is known what the operation touches. */
  deprecation: string | undefined;
  /** To be told of every operation that ran. */
  count: (operation: Operation, failed: boolean) => void;
  /** Of a request that has an Idempotency-Key, where there are replies. */
  idempotency: RequestReplies<C> | undefined;
}

/** What is remembered of requests of one asker with one key. */
export interface RequestReplies<C> {
  key: string;
  find(request: IdempotentRequest): Promise<StoredReply | null>;
  save(request: IdempotentRequest, reply: StoredReply): Promise<void>;
  begin(context: C, request: IdempotentRequest): void;
  /** The mutation that is being run for the first time. */
  begun: IdempotentRequest | undefined;
}
