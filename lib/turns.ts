/** Those who wait for a turn, the longest wait first. */
const waiting: (() => void)[] = [];

/**
 * Resolves when what else is ready to go on has had its turn, such as requests that have arrived. One who waits goes on in
 * each turn of the event loop, so that many pieces of work which give way do not come together again.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const [first] = waiting;
  first?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
}
