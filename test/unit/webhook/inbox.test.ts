import { expect, it } from 'vitest';
import { signalsToMerge } from '../../../electron/core/database/queries/cache/signals.ts';
import { all, num } from '../../../electron/core/database/sql.ts';
import { createInbox } from '../../../electron/core/webhook/inbox.ts';
import { fillable } from '../../support/database/full-disk-database.ts';
import { log, memoryCache } from '../../support/app/library-fixtures.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';

it('events that a full disk kept from the library are taken in with the next one', async () => {
  const cache = memoryCache();
  const disk = { isFull: false };
  const merged: string[] = [];
  const inbox = createInbox({
    cache: fillable(cache, disk),
    log,
    onKept: () => undefined,
    onMerged: (companyIds) => merged.push(...companyIds),
  });
  const put = (companyId: string): Promise<unknown> =>
    inbox.put({
      via: 'webhook',
      receivedAtMs: 1_000,
      body: structuredClone(eventOf({ companyId, roundId: `fnd_${companyId}` })),
    });
  await put('cmp_a');
  disk.isFull = true;
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(signalsToMerge(cache, 10)).toHaveLength(1);
  disk.isFull = false;
  await put('cmp_b');
  await expect.poll(() => merged.toSorted()).toEqual(['cmp_a', 'cmp_b']);
  expect(all(cache, 'SELECT merged FROM signal').map((row) => num(row, 'merged'))).toEqual([1, 1]);
  inbox.dispose();
});
