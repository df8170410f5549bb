import { describe, expect, it } from 'vitest';
import { TransportFailure } from '../../../electron/core/ports.ts';
import { chargedToList, usedThisMonth } from '../../../electron/core/watch/due-refreshes.ts';
import { createGoverned, detailCall, type Governed } from '../../support/quota/manual-governor.ts';

/** Starts a refresh that counts toward the spending cap of `list`. Returns before the response arrives. */
async function refresh(governed: Governed, companyId: string, list: readonly [id: string, name: string]) {
  const running = governed.run(detailCall(companyId), chargedToList(...list));
  await governed.clock.advance(0);
  const pending = governed.sent.at(-1);
  if (pending === undefined) throw new Error('nothing was sent');
  return { running, pending };
}

async function refreshed(governed: Governed, companyId: string, list: readonly [string, string]) {
  const { running, pending } = await refresh(governed, companyId, list);
  pending.answer({ rows: 1 });
  await running;
}

const used = ({ db, governor }: Governed) => Object.fromEntries(usedThisMonth(db, governor.serverNowMs()));
const reasons = ({ governor }: Governed): string[] =>
  governor
    .ledger(0, 50)
    .rows.map(({ reason }) => reason)
    .toReversed();

describe('the monthly use of a watched list', () => {
  it('includes a refresh that succeeded at the second attempt, once', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('first'));
    const running = governed.run(detailCall('cmp_1'), chargedToList('3', 'Warm (2)'));
    let attempts = 0;
    for (let steps = 0; steps < 20; steps += 1) {
      await governed.clock.advance(steps === 0 ? 0 : 100);
      for (const pending of [...governed.sent]) {
        attempts += 1;
        if (attempts === 1) pending.fail(new TransportFailure('connection', false));
        else pending.answer({ rows: 1 });
      }
    }
    await running;
    expect(attempts).toBe(2);
    expect(reasons(governed).at(-1)).toBe('Watched list Warm (2) (3), retry 1');
    expect(used(governed)).toEqual({ 3: 1 });
  });

  it('continues under another name of the list', async () => {
    const governed = createGoverned();
    await refreshed(governed, 'a', ['3', 'Warm']);
    await refreshed(governed, 'b', ['3', 'Renamed']);
    expect(used(governed)).toEqual({ 3: 2 });
  });

  it('includes reserved requests and unknown results, and excludes free requests', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('first'));
    const lost = await refresh(governed, 'lost', ['3', 'Warm']);
    expect(used(governed)).toEqual({ 3: 1 });
    const free = await refresh(governed, 'free', ['3', 'Warm']);
    expect(used(governed)).toEqual({ 3: 2 });
    const ends = Promise.allSettled([lost.running, free.running]);
    lost.pending.fail(new TransportFailure('timeout', true));
    free.pending.answer({ status: 404, rows: 0, value: null });
    await ends;
    expect(governed.governor.ledger(0, 2).rows.map(({ state }) => state)).toEqual(['released', 'unknown']);
    expect(used(governed)).toEqual({ 3: 1 });
  });

  it('depends on the list id alone, not on the reason', async () => {
    const governed = createGoverned();
    await refreshed(governed, 'a', ['7', 'Watched list Warm (3)']);
    await refreshed(governed, 'b', ['7', 'Warm (3), retry 2']);
    await refreshed(governed, 'c', ['3', 'Warm']);
    const byHand = governed.run(detailCall('d'), { reason: 'Watched list Warm (3)' });
    await governed.clock.advance(0);
    governed.sent.at(-1)?.answer({ rows: 1 });
    await byHand;
    expect(reasons(governed)).toEqual([
      'Watched list Watched list Warm (3) (7)',
      'Watched list Warm (3), retry 2 (7)',
      'Watched list Warm (3)',
      'Watched list Warm (3)',
    ]);
    expect(used(governed)).toEqual({ 3: 1, 7: 2 });
  });
});
