import type { Api } from '../../shared/contract/index.ts';

/** Minimum time, in ms, between two reports of input. */
const REPORT_MS = 20_000;
const INPUT = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Reports the user's input to the core while `isNeeded` returns true.
 *
 * @returns a function that stops reporting
 */
export function reportActivity(api: Api, isNeeded: () => boolean): () => void {
  let reportedAtMs = -Infinity;
  const report = (): void => {
    const nowMs = performance.now();
    if (!isNeeded() || nowMs - reportedAtMs < REPORT_MS) return;
    reportedAtMs = nowMs;
    api.app.reportActivity({}).catch(() => undefined);
  };
  for (const kind of INPUT) addEventListener(kind, report, { capture: true, passive: true });
  return () => {
    for (const kind of INPUT) removeEventListener(kind, report, { capture: true });
  };
}
