/** A page that is never idle runs the task after this time, ms. */
const MAX_WAIT_MS = 2_000;

/** A visible part is loading: a screen its rows, or the page its first screen. */
const isLoading = (): boolean => document.querySelector('[aria-busy="true"]') !== null;

/** Runs `task` once the page is idle and no visible part is loading. @returns a function that cancels it */
export function whenIdle(task: () => void): () => void {
  const deadlineMs = performance.now() + MAX_WAIT_MS;
  let handle = 0;
  const runOrWait = (): void => {
    const leftMs = deadlineMs - performance.now();
    if (leftMs > 0 && isLoading()) handle = requestIdleCallback(runOrWait, { timeout: leftMs });
    else task();
  };
  handle = requestIdleCallback(runOrWait, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
