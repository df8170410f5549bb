import { vi } from 'vitest';

/*
 * Tests of the renderer's state have no page. These functions replace the browser's functions that tell when
 * a page is painted.
 */

const postTask = (task: () => void): Promise<void> => Promise.resolve().then(task);

/** Runs the tasks that wait for the next paint at once. */
export function paintAtOnce(): void {
  stubFrames((task) => queueMicrotask(() => task(0)));
}

/**
 * Delays the tasks that wait for the next paint.
 * @returns a function that runs all waiting tasks
 */
export function holdPaints(): () => void {
  const waiting: FrameRequestCallback[] = [];
  stubFrames((task) => void waiting.push(task));
  return () => {
    for (const task of waiting.splice(0)) task(0);
  };
}

function stubFrames(request: (task: FrameRequestCallback) => void): void {
  vi.stubGlobal('requestAnimationFrame', (task: FrameRequestCallback) => {
    request(task);
    return 0;
  });
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('scheduler', { postTask });
}
