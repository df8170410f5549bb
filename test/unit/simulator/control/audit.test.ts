import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Simulator } from '../../../../electron/simulator/index.ts';
import { asRow, asRows, DAY_MS, EPOCH_MS, get, lastDays, page, start } from '../support.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start({ companies: 600, nowMs: () => EPOCH_MS });
});
afterAll(() => simulator.dispose());

it('is empty before the first request', () => {
  expect(simulator.audit()).toEqual({
    calls: 0,
    byOperation: {},
    byStatus: {},
    days: [],
    repeats: [],
    longestWalk: null,
    busiestMinute: null,
    maxCompaniesPerDay: 0,
    maxCompaniesPerHour: 0,
    maxRowsPerDay: 0,
  });
});

it('distinguishes reading from bulk extraction', async () => {
  const walk = async (offset: number, filter: [string, string][] = []) =>
    page(simulator, '/fundings', [...lastDays(60), ...filter, ['limit', '10'], ['offset', String(offset)]]);
  // Fetches pages of one query at the offsets 0, 10 and 20. They count as consecutive, although a page of
  // another query is fetched in between. The page at offset 50 does not continue the sequence.
  const first = await walk(0);
  await walk(0, [['stages', 'Seed']]);
  for (const offset of [10, 20, 50]) await walk(offset);
  const ids = first.rows.map((row) => String(asRow(row['company'])['id']));
  for (const id of ids.slice(0, 3)) await get(simulator, `/companies/${id}`);
  await get(simulator, `/companies/${ids[0] ?? ''}/fundings`);
  await get(simulator, '/companies/nobody');
  simulator.advance(DAY_MS);
  for (let call = 0; call < 3; call += 1) await get(simulator, '/health');
  await get(simulator, `/companies/${ids[4] ?? ''}`);

  const audit = simulator.audit();
  expect(audit).toMatchObject({
    calls: 14,
    byOperation: { list_fundings: 5, get_company: 5, get_company_fundings: 1, health: 3 },
    byStatus: { 200: 13, 404: 1 },
    maxCompaniesPerDay: 3,
    maxCompaniesPerHour: 3,
    longestWalk: { pages: 3, rows: 30, path: '/api/v1/fundings' },
  });
  expect(audit.longestWalk?.query).not.toContain('offset');
  expect(audit.days).toMatchObject([
    { calls: 10, companies: 3 },
    { calls: 4, companies: 1 },
  ]);
  expect(audit.maxRowsPerDay).toBe(audit.days[0]?.rows);
  // There are 4 s between the list requests and no pauses between the others, so all ten fall within a
  // minute.
  expect(audit.busiestMinute?.calls).toBe(10);
  expect(audit.repeats).toEqual([{ path: '/api/v1/health', query: '', times: 2 }]);
});

it('can be limited to the newest requests', async () => {
  const seq = simulator.transcript().at(-1)?.seq ?? 0;
  await get(simulator, '/nowhere');
  expect(simulator.audit(seq)).toMatchObject({ calls: 1, byOperation: { unknown: 1 } });
  expect(asRows(simulator.audit(seq + 1).days)).toEqual([]);
});
