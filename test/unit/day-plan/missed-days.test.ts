import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extendSpan, insertSpan } from '../../../electron/core/database/queries/cache/signals.ts';
import { putPlanFact } from '../../../electron/core/database/queries/ledger/plan-times.ts';
import { LAST_CATCH_UP, missedDays } from '../../../electron/core/day-plan/missed-days.ts';
import { planPartsOf } from '../../../electron/core/day-plan/workspace-plan-inputs.ts';
import { dateOfDay } from '../../../electron/core/search-coverage/calendar-days.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Noon, so subtracting whole days gives noon again. */
const NOW = Date.UTC(2026, 5, 10, 12);
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
beforeEach(async () => {
  demo = await openDemoWorkspace();
});
afterEach(() => demo.dispose());

/** Returns the missed ranges as dates, for a receiver whose last event arrived at `lastReceivedAtMs`. */
function missed(lastReceivedAtMs: number | null, overlapDays = 3) {
  const parts = planPartsOf(demo.workspace);
  const governor = { ...parts.governor, serverNowMs: () => NOW };
  const found = missedDays({ ...parts, governor, lastReceivedAtMs: () => lastReceivedAtMs }, overlapDays);
  return found?.ranges.map(({ from, to }) => `${dateOfDay(from)} ${dateOfDay(to)}`) ?? null;
}
/** Records that the receiver listened in these periods, given in days before now. */
function listened(...periods: readonly (readonly [from: number, to: number])[]): void {
  const { cache } = demo.workspace.files;
  for (const [from, to] of periods) extendSpan(cache, insertSpan(cache, NOW - from * DAY), NOW - to * DAY);
}

describe('days on which events may have been missed', () => {
  it('are none before any data was received, and after a short silence', () => {
    expect(missed(null)).toBeNull();
    expect(missed(NOW - 5 * HOUR)).toBeNull();
  });

  it('are those since the last event, with an overlap', () => {
    expect(missed(NOW - 2 * DAY)).toEqual(['2026-06-05 2026-06-10']);
    expect(missed(NOW - 2 * DAY, 0)).toEqual(['2026-06-08 2026-06-10']);
  });

  it.each([
    [45, ['2026-04-23 2026-05-23', '2026-05-24 2026-06-10']],
    [
      100,
      ['2026-02-27 2026-03-29', '2026-03-30 2026-04-29', '2026-04-30 2026-05-30', '2026-05-31 2026-06-10'],
    ],
  ])('of %i days are all included, in queries of at most 31 days', (days, ranges) => {
    expect(missed(NOW - days * DAY)).toEqual(ranges);
  });

  it('stay missed although events arrived after the receiver listened again', () => {
    listened([60, 50], [5, 0]);
    expect(missed(NOW - HOUR)).toEqual(['2026-04-18 2026-05-18', '2026-05-19 2026-06-05']);
  });

  it('are left out between two periods in which the receiver did not listen', () => {
    listened([40, 30], [29, 10], [9, 0]);
    expect(missed(NOW - HOUR)).toEqual(['2026-05-08 2026-05-12', '2026-05-28 2026-06-01']);
  });

  it('end with a complete catch-up', () => {
    listened([60, 50], [5, 0]);
    putPlanFact(demo.workspace.files.ledger, LAST_CATCH_UP, NOW - 20 * DAY);
    expect(missed(NOW - HOUR)).toEqual(['2026-05-18 2026-06-05']);
    putPlanFact(demo.workspace.files.ledger, LAST_CATCH_UP, NOW - 4 * DAY);
    expect(missed(NOW - HOUR)).toBeNull();
  });
});
