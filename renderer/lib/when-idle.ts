/** Time, in ms, after which the task runs even if the page is never idle. */
const MAX_WAIT_MS = 2_000;

/**
 * Returns whether a visible part of the page is loading, such as the rows of a screen or the first screen
 * itself.
 */
const isLoading = (): boolean => document.querySelector('[aria-busy="true"]') !== null;

/**
 * Runs `task` once the page is idle and no visible part is loading.
 *
 * @returns a function that cancels the task
 */
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
