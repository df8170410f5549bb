import { afterEach, describe, expect, it } from 'vitest';
import { saveReviewNote } from '../../../../electron/core/user-data/review/review-notes.ts';
import { hideReviewOffer, offeredReview } from '../../../../electron/core/user-data/review/review-offer.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/durations.ts';
import { reviewWorld } from './review-world.ts';

const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

/** Wednesday, 3 June 2026: the first day in June on which the app is open. */
const FIRST = Date.UTC(2026, 5, 3, 9);

function usedInMay() {
  const world = reviewWorld();
  world.send({ endpoint: 'fundings', atMs: Date.UTC(2026, 4, 20), records: 25 });
  const offered = (nowMs: number) => offeredReview(world.files, { nowMs, serverNowMs: nowMs });
  return { ...world, offered };
}

describe('the offer of the monthly review', () => {
  it('is made on the whole first day on which the app is open in a month, and on no other', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const { offered } = usedInMay();
    expect(offered(Date.UTC(2026, 4, 31, 12))).toBeNull();
    expect([offered(FIRST), offered(FIRST + 8 * HOUR_MS)]).toEqual(['2026-05', '2026-05']);
    expect([offered(FIRST + DAY_MS), offered(FIRST + 20 * DAY_MS)]).toEqual([null, null]);
    // The review of June is not offered, because nothing was spent or done in that month.
    expect(offered(Date.UTC(2026, 6, 1, 9))).toBeNull();
  });

  it('is not made for a month without data, even if there is some later', () => {
    const { offered, send } = usedInMay();
    expect(offered(Date.UTC(2026, 6, 1, 9))).toBeNull();
    send({ endpoint: 'fundings', atMs: Date.UTC(2026, 6, 1, 10), records: 25 });
    expect(offered(Date.UTC(2026, 6, 1, 11))).toBeNull();
    expect(offered(Date.UTC(2026, 7, 1, 9))).toBe('2026-07');
  });

  it('ends once the review was saved as a note, or hidden', () => {
    const saved = usedInMay();
    expect(saved.offered(FIRST)).toBe('2026-05');
    saveReviewNote(saved.files.yours, { month: '2026-05', body: 'x', baseRevision: 0, savedAtMs: FIRST });
    expect(saved.offered(FIRST)).toBeNull();
    const hidden = usedInMay();
    expect(hidden.offered(FIRST)).toBe('2026-05');
    hideReviewOffer(hidden.files.ledger, '2026-05', FIRST);
    expect(hidden.offered(FIRST + HOUR_MS)).toBeNull();
  });
});
