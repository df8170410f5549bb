import { expect, it } from 'vitest';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { deliveryTimes, lastDeliveryAtMs } from '../../electron/core/database/queries/cache/signals.ts';
import { exec } from '../../electron/core/database/sql.ts';
import { clock, log } from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

it('counts deliveries stored before the migration as deliveries through the tunnel', () => {
  const db = openDatabase(':memory:', { clock, log });
  migrate(
    db,
    cacheMigrations.filter(({ id }) => id < 140),
  );
  const event = (identity: string, via: string, atMs: number): string =>
    `('${identity}', 'id', '${via}', 'e', 1, ${atMs}, 1, '[]', 0, 0)`;
  exec(
    db,
    `INSERT INTO signal (identity, key_rule, via, event, received_at_ms, delivered_at_ms, deliveries, triggers, sample, merged)
     VALUES ${event('a', 'webhook', 5)}, ${event('b', 'paste', 9)}, ${event('c', 'webhook', 7)}`,
  );
  migrate(db, cacheMigrations);
  expect(deliveryTimes(db, 9)).toEqual([7, 5]);
  expect(lastDeliveryAtMs(db)).toBe(7);
  const plan = plansOf(db, (on) => [lastDeliveryAtMs(on), deliveryTimes(on, 9)]).join('\n');
  expect(plan).toMatch(/signal_outside/);
  expect(plan).not.toMatch(/TEMP B-TREE/);
});
