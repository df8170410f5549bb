/** A page that is never idle gets to it after this, ms. */
const AT_LATEST_MS = 2_000;

/** Something in sight waits for what it is to show: a screen for its rows, the page for its first screen. */
const isWaiting = (): boolean => document.querySelector('[aria-busy="true"]') !== null;

/** Runs `task` once the page has nothing better to do and nothing in sight waits. @returns what calls it off. */
export function whenIdle(task: () => void): () => void {
  const latestMs = performance.now() + AT_LATEST_MS;
  let handle = 0;
  const look = (): void => {
    const leftMs = latestMs - performance.now();
    if (leftMs > 0 && isWaiting()) handle = requestIdleCallback(look, { timeout: leftMs });
    else task();
  };
  handle = requestIdleCallback(look, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(handle);
}
