import { vi } from 'vitest';

/*
 * Tests of the renderer's state run in Node, which has no `scheduler`. These functions replace it.
 */

/** Runs every task immediately. Ignores its priority and delay. */
export function runTasksAtOnce(): void {
  vi.stubGlobal('scheduler', { postTask: (task: () => void) => Promise.resolve().then(task) });
}

/**
 * Delays every task until the returned function is called. Ignores its priority and delay.
 * @returns a function that runs the delayed tasks
 */
export function holdTasks(): () => void {
  const waiting: (() => void)[] = [];
  const postTask = (task: () => void): Promise<void> =>
    new Promise((resolve) => waiting.push(() => resolve(task())));
  vi.stubGlobal('scheduler', { postTask });
  return () => {
    for (const run of waiting.splice(0)) run();
  };
}
