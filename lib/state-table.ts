import { AppError } from "./errors.js";

/** For each status the events that it allows, and the status that each leads to. */
export type StateTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/** The status after an event; ILLEGAL_TRANSITION when the table has no such cell. */
export function nextState<State extends string, Event extends string>(
  table: StateTable<State, Event>,
  state: State,
  event: Event,
  noun: string,
): State {
  const next = table[state][event];
  if (next === undefined) {
    throw new AppError("ILLEGAL_TRANSITION", `${noun} with status ${state} can't take the event ${event}.`);
  }
  return next;
}
