import { describe, expect, it } from 'vitest';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';
import { createGovernor } from '../../../electron/core/quota/governor.ts';
import { DOCUMENTED_LIMITS } from '../../../electron/core/quota/policy/costs.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { openLedger } from '../../support/quota/governor-world.ts';
import { START_MS, budgetOf, detailCall } from '../../support/quota/manual-governor.ts';

/** Creates a governor, and reads the governor's figures whenever it publishes a change, as a screen does. */
function createWatched() {
  const clock = createFakeClock(START_MS);
  const shown = { used: 0, published: 0 };
  const governor: Governor = createGovernor({
    db: openLedger(':memory:', clock),
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    publishChanged: () => {
      shown.published += 1;
      shown.used = budgetOf(governor, 'minute').used;
    },
    random: () => 0.5,
    limits: DOCUMENTED_LIMITS,
  });
  const fetch = (companyId: string) => {
    const call = detailCall(companyId);
    return governor.run(
      call,
      { screen: 'company', reason: 'You', lane: 'interactive', accepted: call.worst },
      {
        send: async () => ({
          status: 200,
          headers: { date: new Date(clock.nowMs()).toUTCString() },
          body: {},
          rows: 1,
          value: 'value',
        }),
        store: () => undefined,
        fail: () => {
          throw new Error('not reached');
        },
      },
    );
  };
  return { clock, shown, governor, fetch };
}

describe('the rolling minute on a screen', () => {
  it('is published as it empties, without any other event', async () => {
    const { clock, shown, governor, fetch } = createWatched();
    await fetch('a');
    await clock.advance(20_000);
    await fetch('b');
    expect(shown.used).toBe(2);
    await clock.advance(44_000);
    expect({ shown: shown.used, governor: budgetOf(governor, 'minute').used }).toEqual({
      shown: 1,
      governor: 1,
    });
    await clock.advance(20_000);
    expect(shown.used).toBe(0);
  });

  it('is published a few times for a burst of requests, and never once it is empty', async () => {
    const { clock, shown, fetch } = createWatched();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await fetch(id);
      await clock.advance(500);
    }
    const before = shown.published;
    await clock.advance(65_000);
    expect(shown.used).toBe(0);
    expect(shown.published - before).toBe(2);
    await clock.advance(600_000);
    expect(shown.published - before).toBe(2);
  });

  it('is not published after the governor has been disposed', async () => {
    const { clock, shown, governor, fetch } = createWatched();
    await fetch('a');
    governor.dispose();
    const before = shown.published;
    await clock.advance(70_000);
    expect(shown.published).toBe(before);
  });
});
