import type { SearchWorld } from './search-state.ts';

/** Triaged slots at one time, by state. */
export type TriagedSlots = ReadonlyMap<'done' | 'snoozed', Uint32Array>;

/** @param nowMs server time, ms; expired snoozes do not count */
export function triagedAt({ triage }: SearchWorld, nowMs: number): TriagedSlots {
  const done: number[] = [];
  const snoozed: number[] = [];
  for (const { slot, untilMs } of triage)
    if (untilMs === null) done.push(slot);
    else if (untilMs > nowMs) snoozed.push(slot);
  return new Map([
    ['done', Uint32Array.from(done)],
    ['snoozed', Uint32Array.from(snoozed)],
  ]);
}
