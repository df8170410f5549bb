import { expect, it } from 'vitest';
import { TransportFailure } from '../../../electron/core/ports.ts';
import { reasonOfList, usedThisMonth } from '../../../electron/core/watch/due-refreshes.ts';
import { createGoverned, detailCall } from '../../support/quota/manual-governor.ts';

it('a refresh that came through at the second try takes from its list’s allowance', async () => {
  const governed = createGoverned();
  await governed.spend(detailCall('first'));
  const running = governed.run(detailCall('cmp_1'), { reason: reasonOfList('3', 'Warm (2)') });
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
  expect([...usedThisMonth(governed.db, governed.governor.serverNowMs())]).toEqual([['3', 1]]);
});
