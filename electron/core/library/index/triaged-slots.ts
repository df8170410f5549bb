import type { SearchWorld } from './search-state.ts';

/** Slots of the companies that are done or snoozed at a certain time. */
export type TriagedSlots = ReadonlyMap<'done' | 'snoozed', Uint32Array>;

/** Returns the slots of done and snoozed companies. Snoozes that have ended by `nowMs` are omitted. */
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
