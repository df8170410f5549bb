/** Delay where nothing is painted, as in a hidden window, ms. */
const FALLBACK_MS = 100;

/**
 * Runs `task` after the next paint, at background priority, after pending key presses and replies.
 * @returns a function that cancels it
 */
export function afterPaint(task: () => void): () => void {
  const controller = new AbortController();
  const fallback = setTimeout(run, FALLBACK_MS);
  const frame = requestAnimationFrame(() => {
    const queued = scheduler.postTask(run, { priority: 'background', signal: controller.signal });
    // Cancelling rejects the promise.
    queued.catch(() => undefined);
  });
  function cancel(): void {
    cancelAnimationFrame(frame);
    clearTimeout(fallback);
    controller.abort();
  }
  function run(): void {
    cancel();
    task();
  }
  return cancel;
}
