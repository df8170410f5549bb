/** Where nothing is painted, as in a window that is not seen, a task waits this long, ms. */
const UNSEEN_MS = 100;

/**
 * Runs `task` once what stands now was painted, and after the keys and answers that wait by then: what can wait never holds
 * back what is looked for. @returns what calls it off.
 */
export function afterPaint(task: () => void): () => void {
  const off = new AbortController();
  const unseen = setTimeout(run, UNSEEN_MS);
  const frame = requestAnimationFrame(() => {
    const turn = scheduler.postTask(run, { priority: 'background', signal: off.signal });
    // Called off: nothing is left to do.
    turn.catch(() => undefined);
  });
  function stop(): void {
    cancelAnimationFrame(frame);
    clearTimeout(unseen);
    off.abort();
  }
  function run(): void {
    stop();
    task();
  }
  return stop;
}
