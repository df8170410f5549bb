import { describe, expect, it } from 'vitest';
import { costDrifts } from '../../../electron/core/database/queries/ledger/cost-checks.ts';
import { TransportFailure } from '../../../electron/core/ports.ts';
import type { LearnedCost } from '../../../shared/model/budget.ts';
import type { GovernedCall } from '../../../electron/core/service-api/governed-request.ts';
import { failureOf } from '../../support/common/failure.ts';
import {
  createGoverned,
  detailCall,
  listCall,
  readingWith,
  statsCall,
  type Governed,
} from '../../support/quota/manual-governor.ts';

const MINUTE = 60_000;
const healthCall: GovernedCall = {
  ...statsCall,
  endpoint: 'health',
  canonical: '/health',
  worst: { requests: 1, records: 0, pageTurns: 0, companies: 0 },
};
const firstPage = (rows: number): GovernedCall => ({ ...listCall(rows), firstPage: true });

/** Creates a service that charges the given costs for requests. */
function createService(
  governed: Governed,
  costs: { stats: number; health: number; page?: number; company?: number },
  resetsAtMs: number | null = null,
) {
  const used = { monthly: 0, monthlyExport: 0, monthlyPagination: 0, dailyCompanyDetail: 0 };
  const count = (requests: number, records: number, pages = 0): void => {
    used.monthly += requests;
    used.monthlyExport += records;
    used.monthlyPagination += pages;
  };
  return {
    used,
    read: async (after = 20 * MINUTE): Promise<void> => {
      await governed.clock.advance(after);
      const { serverNowMs } = await governed.spend(statsCall);
      count(costs.stats, costs.stats);
      governed.governor.reconcile(
        readingWith({
          monthly: { used: used.monthly, resetsAtMs },
          monthlyExport: { used: used.monthlyExport, resetsAtMs },
          monthlyPagination: { used: used.monthlyPagination, resetsAtMs },
          dailyCompanyDetail: { used: used.dailyCompanyDetail },
        }),
        serverNowMs,
      );
    },
    health: async (): Promise<void> => {
      await governed.spend(healthCall);
      count(costs.health, 0);
    },
    company: async (id: string): Promise<void> => {
      await governed.spend(detailCall(id));
      count(1, 1);
      used.dailyCompanyDetail += costs.company ?? 1;
    },
    page: async (): Promise<void> => {
      await governed.spend(firstPage(5), 5);
      count(1, 5, costs.page ?? 0);
    },
    costs,
  };
}
const learn = (governed: Governed, rows: readonly Omit<LearnedCost, 'atMs'>[]): void =>
  governed.governor.storeMeasuredCosts(rows.map((row) => ({ ...row, atMs: 1 })));
const drifts = ({ db }: Governed): string[] =>
  costDrifts(db, 1, 10).map(
    ({ endpoint, unit, before, after }) => `${endpoint} ${unit} ${before} to ${after}`,
  );
const learned = ({ governor }: Governed, endpoint: string, unit: string): number | undefined =>
  governor.learned().find((row) => row.endpoint === endpoint && row.unit === unit)?.learned;

describe('ordinary use', () => {
  it('corrects nothing while the costs are right, however often the account is read', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 1, health: 1, page: 1 });
    for (let time = 0; time < 6; time += 1) {
      await service.read();
      await service.health();
      await service.page();
    }
    expect(drifts(governed)).toEqual([]);
    expect(learned(governed, 'health', 'requests')).toBeUndefined();
  });

  it('corrects a learned cost after two brackets show the same other cost', async () => {
    const governed = createGoverned();
    learn(governed, [{ endpoint: 'stats', unit: 'requests', assumed: 1, learned: 1 }]);
    const service = createService(governed, { stats: 1, health: 1 });
    await service.read();
    await service.read();
    service.costs.stats = 0;
    await service.read();
    expect([learned(governed, 'stats', 'requests'), drifts(governed)]).toEqual([1, []]);
    await service.read();
    expect([learned(governed, 'stats', 'requests'), drifts(governed)]).toEqual([
      0,
      ['stats requests 1 to 0'],
    ]);
    // The corrected cost matches the service, so it does not change again.
    await service.read();
    expect(drifts(governed)).toHaveLength(1);
  });

  it('corrects a cost in a month that does not follow the calendar', async () => {
    const governed = createGoverned();
    learn(governed, [{ endpoint: 'stats', unit: 'requests', assumed: 1, learned: 1 }]);
    const service = createService(governed, { stats: 0, health: 1 }, Date.UTC(2026, 4, 20, 6));
    for (let time = 0; time < 4; time += 1) await service.read();
    expect(drifts(governed)).toEqual(['stats requests 1 to 0']);
  });

  it('finds the request whose cost changed if the cost of a reading was confirmed alone', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 1, health: 0 });
    await service.read();
    await service.read();
    for (let time = 0; time < 2; time += 1) {
      await service.health();
      await service.read();
    }
    expect(drifts(governed)).toEqual(['health requests 1 to 0']);
    expect(learned(governed, 'health', 'requests')).toBe(0);
  });

  it('corrects nothing if two costs could explain the difference', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 0, health: 1 });
    await service.read();
    for (let time = 0; time < 4; time += 1) {
      await service.health();
      await service.read();
    }
    expect(drifts(governed)).toEqual([]);
  });

  it('corrects nothing after two brackets within ten minutes, because readings may lag', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 0, health: 1 });
    await service.read();
    await service.read(MINUTE);
    await service.read(MINUTE);
    await service.read(MINUTE);
    expect(drifts(governed)).toEqual([]);
    await service.read(10 * MINUTE);
    expect(drifts(governed)).toEqual(['stats requests 1 to 0']);
  });

  it('learns nothing from a bracket with another device, an unknown result or another kind of request', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 1, health: 1 });
    await service.read();
    for (let time = 0; time < 3; time += 1) {
      service.used.monthly += 7;
      await service.read();
    }
    // The service charges less than expected. The repeated company request may be the free one, so the app
    // must not conclude that `/stats` is free.
    for (let time = 0; time < 3; time += 1) {
      await governed.spend(detailCall('a'));
      await service.read();
    }
    expect(drifts(governed)).toEqual([]);
    service.costs.stats = 0;
    for (let time = 0; time < 3; time += 1) {
      const lost = governed.run(healthCall);
      await governed.clock.advance(0);
      governed.sent[0]?.fail(new TransportFailure('timeout', true));
      await failureOf(lost);
      await service.read();
    }
    expect(drifts(governed)).toEqual([]);
  });

  it('checks records only if calibration found that the export counter counts rows', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 1, health: 1 });
    const readTwice = async (): Promise<void> => {
      await service.read();
      service.used.monthlyExport -= 1;
      await service.read();
      service.used.monthlyExport -= 1;
      await service.read();
    };
    await service.page();
    await service.page();
    await readTwice();
    expect(drifts(governed)).toEqual([]);
    learn(governed, [{ endpoint: 'fundings', unit: 'records', assumed: 1, learned: 1 }]);
    await readTwice();
    expect(drifts(governed)).toEqual(['stats records 1 to 0']);
  });

  it('corrects the price of a profile in daily companies, and reports immediately if it rises again', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 1, health: 1, company: 1 });
    await service.read();
    await service.company('a');
    await service.read();
    expect(drifts(governed)).toEqual([]);
    service.costs.company = 0;
    await service.company('b');
    await service.read();
    expect(drifts(governed)).toEqual([]);
    await service.company('c');
    await service.read();
    expect(drifts(governed)).toEqual(['company companies 1 to 0']);
    expect(governed.governor.preview(detailCall('d')).cost).toMatchObject({ requests: 1, companies: 0 });
    service.costs.company = 1;
    await service.company('d');
    await service.read();
    expect(drifts(governed)[0]).toBe('company companies 0 to 1');
    expect(governed.governor.preview(detailCall('e')).cost.companies).toBe(1);
  });

  it('compares only a company’s first request of a day, because repeated ones may be free', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 1, health: 1, company: 1 });
    await service.company('a');
    // Two consecutive `/stats` responses show the cost of `/stats` itself. Any additional difference between
    // later responses is then the cost of the company request between them.
    await service.read();
    await service.read();
    for (let time = 0; time < 3; time += 1) {
      // The service charges nothing for the repeated request.
      await governed.spend(detailCall('a'));
      await service.read();
    }
    expect(drifts(governed)).toEqual([]);
    expect(learned(governed, 'company', 'requests')).toBeUndefined();
  });

  it('learns that first pages cost no page turn, and reports immediately if they do again', async () => {
    const governed = createGoverned();
    const service = createService(governed, { stats: 1, health: 1, page: 0 });
    await service.read();
    for (let time = 0; time < 2; time += 1) {
      await service.page();
      await service.read();
    }
    expect(drifts(governed)).toEqual(['fundings page-turns 1 to 0']);
    expect(governed.governor.preview(firstPage(5)).cost.pageTurns).toBe(0);
    service.costs.page = 1;
    await service.page();
    await service.read();
    expect(drifts(governed)[0]).toBe('fundings page-turns 0 to 1');
    expect(governed.governor.preview(firstPage(5)).cost.pageTurns).toBe(1);
  });
});
