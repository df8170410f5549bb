/**
 * Delay, in ms, after which the task runs even if nothing has been painted, for example in a hidden window.
 */
const FALLBACK_MS = 100;

/**
 * Runs `task` at background priority after the next paint, so pending key presses and replies are
 * handled first.
 *
 * @returns a function that cancels the task
 */
export function afterPaint(task: () => void): () => void {
  const controller = new AbortController();
  const fallback = setTimeout(run, FALLBACK_MS);
  const frame = requestAnimationFrame(() => {
    const queued = scheduler.postTask(run, { priority: 'background', signal: controller.signal });
    // The scheduler's promise is rejected when the task is cancelled, which is not an error.
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
