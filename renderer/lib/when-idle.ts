/** A page that is never idle gets to it after this, ms. */
const AT_LATEST_MS = 2_000;

/** Runs `task` once the page has nothing better to do. @returns what calls it off. */
export function whenIdle(task: () => void): () => void {
  const handle = requestIdleCallback(() => task(), { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(handle);
}
