/** Where nothing is painted, as in a window that is not seen, a task waits this long, ms. */
const UNSEEN_MS = 100;

/** Runs `task` in the first turn after what stands now was painted: what can wait never holds back what is looked for. @returns what calls it off. */
export function afterPaint(task: () => void): () => void {
  const timers = [setTimeout(run, UNSEEN_MS)];
  const frame = requestAnimationFrame(() => timers.push(setTimeout(run)));
  function stop(): void {
    cancelAnimationFrame(frame);
    for (const timer of timers) clearTimeout(timer);
  }
  function run(): void {
    stop();
    task();
  }
  return stop;
}
