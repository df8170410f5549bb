import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../../shared/model/budget.ts';
import { close, exec, type WriteDb } from '../../../electron/core/database/sql.ts';
import {
  budgetOf,
  cost,
  createGoverned,
  detailCall,
  listCall,
  type Governed,
} from '../../support/quota/manual-governor.ts';
import { openLedger } from '../../support/quota/governor-world.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * The app crashes at a step of a request. When it opens the same ledger again, no cost is lost or counted
 * twice.
 */
describe('ledger after a crash', () => {
  let folder: ReturnType<typeof tempDir>;
  const open: WriteDb[] = [];
  beforeEach(() => {
    folder = tempDir();
  });
  afterEach(() => {
    for (const db of open.splice(0)) close(db);
    folder.remove();
  });
  const start = (): Governed => {
    const db = openLedger(join(folder.path, 'ledger.db'));
    open.push(db);
    return createGoverned({ db });
  };
  const afterRestart = (): { rows: LedgerRow[]; left: number; used: number; unknown: number } => {
    const { governor } = start();
    const { left, used, unknown } = budgetOf(governor, 'month-records');
    return { rows: governor.ledger(0, 50).rows, left, used, unknown };
  };

  it('is empty before the reservation', () => {
    start();
    expect(afterRestart()).toMatchObject({ rows: [], left: 3_000 });
  });

  it('counts a reserved request as unknown, and so as spent, before it is sent', async () => {
    const governed = start();
    // `send` reads the ledger through a second connection before anything is sent.
    let seen: LedgerRow[] = [];
    void governed.governor.run(
      listCall(25),
      { screen: 'search', reason: 'You', lane: 'interactive', accepted: listCall(25).worst },
      {
        send: () => {
          const other = openLedger(join(folder.path, 'ledger.db'));
          open.push(other);
          seen = createGoverned({ db: other }).governor.ledger(0, 50).rows;
          return new Promise<never>(() => undefined);
        },
        store: () => undefined,
        fail: () => {
          throw new Error('not reached');
        },
      },
    );
    await governed.clock.advance(0);
    expect(seen).toMatchObject([{ state: 'unknown', reserved: cost(1, 25, 1), cost: null }]);
    expect(afterRestart()).toMatchObject({ unknown: 25, used: 0, left: 2_975 });
  });

  it('counts a sent request as unknown before the response', async () => {
    const governed = start();
    void governed.run(listCall(25));
    await governed.clock.advance(5_000);
    expect(afterRestart()).toMatchObject({ rows: [{ state: 'unknown' }], unknown: 25, left: 2_975 });
  });

  it('has both the result of a 429 and the closed budget, or neither', async () => {
    const governed = start();
    // Makes the app crash after it has written the result to the request's ledger row, but before it writes
    // the closed budget.
    exec(governed.db, `CREATE TRIGGER dies BEFORE INSERT ON closure BEGIN SELECT raise(ABORT, 'dies'); END`);
    const refused = governed.run(listCall(25)).catch(() => undefined);
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 429, body: { limit_type: 'daily', limit: 300, used: 300 } });
    await refused;
    expect(afterRestart()).toMatchObject({ rows: [{ state: 'unknown' }], unknown: 25, left: 2_975 });
  });

  it('counts a request as unknown between storing and settling', async () => {
    const governed = start();
    let during: ReturnType<typeof afterRestart> | null = null;
    void governed
      .run(listCall(25), {
        store: () => {
          during = afterRestart();
          throw new Error('died here');
        },
      })
      .catch(() => undefined);
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ rows: 3 });
    await governed.clock.advance(0);
    expect(during).toMatchObject({ rows: [{ state: 'unknown' }], unknown: 25, left: 2_975 });
  });

  it('has the charge once after settling', async () => {
    const governed = start();
    await governed.spend(listCall(25), 3);
    expect(afterRestart()).toMatchObject({
      rows: [{ state: 'spent', cost: cost(1, 3, 1) }],
      used: 3,
      left: 2_997,
    });
    expect(afterRestart()).toMatchObject({ used: 3, unknown: 0, left: 2_997 });
  });

  it('still has the companies of the day, the closures and the rolling minute', async () => {
    const governed = start();
    for (let made = 0; made < 19; made += 1) await governed.spend(detailCall(`c${made % 3}`));
    const refused = governed.run(listCall(5)).catch(() => undefined);
    await governed.clock.advance(0);
    governed.sent[0]?.answer({
      status: 429,
      body: { limit_type: 'monthly_pagination', limit: 200, used: 200 },
    });
    await refused;
    await governed.spend(detailCall('c0'));

    const next = start();
    expect(budgetOf(next.governor, 'page-turns')).toMatchObject({ left: 0 });
    expect(budgetOf(next.governor, 'page-turns').closedUntilMs).not.toBeNull();
    expect(budgetOf(next.governor, 'companies-day')).toMatchObject({ used: 3 });
    expect(budgetOf(next.governor, 'minute')).toMatchObject({ used: 20, left: 0 });
    expect(next.governor.preview(detailCall('c9')).decision.kind).toBe('wait');
    await next.clock.advance(62_000);
    await next.spend(detailCall('c9'));
    expect(next.governor.preview(detailCall('c1')).cost).toEqual(cost(1, 1, 0, 0));
  });
});
