import { setTimeout as wait } from "node:timers/promises";
import type { RequestContext } from "../../lib/context.js";
import type { EmailRecord } from "./email.table.js";
import { recordSends, type SendResult } from "./send.table.js";

/** Mails whose end may be unwritten at a time: as many could be sent again if the service were killed. */
const MOST_UNWRITTEN = 50;

/** Mails that are written down together, and milliseconds that the first of them waits for the others. */
const TOGETHER = 25;
const LONGEST_WAIT = 25;

/** Milliseconds between tries to write, and for how many of them it is tried. */
const PAUSE = 500;
const TRIES = 20;

/**
 * Writes down what became of mails soon after it is known, several in one transaction, which costs about as much as one
 * of a single mail. A mail that is sent and not yet written is the one that a kill can send twice, so there are never
 * many, and none for long.
 */
export class SendRecorder {
  readonly #context: RequestContext;
  readonly #emails: readonly EmailRecord[];
  #waiting: SendResult[] = [];
  #unwritten = 0;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;

  constructor(context: RequestContext, emails: readonly EmailRecord[]) {
    this.#context = context;
    this.#emails = emails;
  }

  /** Takes a result. */
  add(result: SendResult): void {
    this.#waiting.push(result);
    this.#unwritten += 1;
    this.#writeSoon();
  }

  /** Resolves once another mail may be sent. Rejects when nothing can be written any more. */
  async ready(): Promise<void> {
    while (this.#unwritten >= MOST_UNWRITTEN && this.#writing !== undefined) await this.#writing;
    this.#throwFailure();
  }

  /** Resolves once everything is written. */
  async finished(): Promise<void> {
    for (;;) {
      this.#throwFailure();
      if (this.#unwritten === 0) return;
      this.#startWriting();
      await this.#writing;
    }
  }

  #writeSoon(): void {
    if (this.#writing !== undefined || this.#failure !== undefined || this.#waiting.length === 0) return;
    if (this.#waiting.length >= TOGETHER) this.#startWriting();
    else this.#timer ??= setTimeout(() => this.#startWriting(), LONGEST_WAIT);
  }

  #startWriting(): void {
    this.#writing ??= this.#write();
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const results = this.#waiting;
    this.#waiting = [];
    try {
      await this.#writeOnce(results);
    } catch (error) {
      this.#failure = error;
    }
    this.#unwritten -= results.length;
    this.#writing = undefined;
    this.#writeSoon();
  }

  /** A database that is away for a moment must not make mails go out twice. */
  async #writeOnce(results: readonly SendResult[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await recordSends(this.#context, this.#emails, results);
        return;
      } catch (error) {
        if (tries >= TRIES) throw error;
        await wait(PAUSE);
      }
    }
  }
}
