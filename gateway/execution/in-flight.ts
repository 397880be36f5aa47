/** How long one of those who wait for a flight is willing to. */
export interface Patience {
  /** Fires when nobody wants the answer any more. */
  signal?: AbortSignal | undefined;
  /** Milliseconds; Infinity for as long as the flight takes. */
  leftMs: number;
  /** What the one who gives up is told. */
  giveUp: () => Error;
}

export interface InFlight<T> {
  /**
   * Joins the flight that is under way under the key, or starts one. `start` gets a signal that
   * fires when all who wait have given up.
   */
  join(key: string, start: (signal: AbortSignal) => Promise<T>, patience: Patience): Promise<T>;
  /** A flight that nobody else can join. */
  fly(start: (signal: AbortSignal) => Promise<T>, patience: Patience): Promise<T>;
  /** Nobody joins the flights that are under way now: what they bring may be older than a write. */
  forget(): void;
}

interface Flight<T> {
  promise: Promise<T>;
  hasLanded: boolean;
  waiting: number;
  abandon: AbortController;
}

/** Shares what is asked for several times at once. */
export function createInFlight<T>(): InFlight<T> {
  const flights = new Map<string, Flight<T>>();

  function launch(start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abandon = new AbortController();
    const promise = start(abandon.signal);
    const flight: Flight<T> = { promise, hasLanded: false, waiting: 0, abandon };
    const land = (): void => {
      flight.hasLanded = true;
    };
    // Whoever waits is told of a failure; a flight that was abandoned has nobody to tell.
    promise.then(land, land);
    return flight;
  }

  return {
    join(key, start, patience) {
      const known = flights.get(key);
      if (known !== undefined && !known.abandon.signal.aborted) return waitFor(known, patience);
      const flight = launch(start);
      flights.set(key, flight);
      const landed = (): void => {
        if (flights.get(key) === flight) flights.delete(key);
      };
      flight.promise.then(landed, landed);
      return waitFor(flight, patience);
    },
    fly: (start, patience) => waitFor(launch(start), patience),
    forget: () => flights.clear(),
  };
}

async function waitFor<T>(flight: Flight<T>, { signal, leftMs, giveUp }: Patience): Promise<T> {
  const { promise: gaveUp, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(giveUp());
  const timer = leftMs === Infinity ? undefined : setTimeout(leave, leftMs);
  signal?.addEventListener("abort", leave, { once: true });
  flight.waiting += 1;
  try {
    return await Promise.race([flight.promise, gaveUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
    flight.waiting -= 1;
    if (flight.waiting === 0 && !flight.hasLanded) flight.abandon.abort();
  }
}
