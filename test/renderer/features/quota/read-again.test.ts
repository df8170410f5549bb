import { expect, test } from 'vitest';
import type * as CompanyModule from '../../../../renderer/features/company/company.svelte.ts';
import type * as PlanModule from '../../../../renderer/features/quota/quota-forecast.svelte.ts';
import type * as QuotaModule from '../../../../renderer/features/quota/quota.svelte.ts';
import type { AppError } from '../../../../shared/app-error.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* A reading that failed is said until one works; what the seller asked for in vain is said until the next try. */
const load = compiled();
const FULL: AppError = { kind: 'storage', reason: 'full' };

/** The core in memory, and what refuses the channels that are named. */
function begin() {
  const { port } = createFixture(STATES.account);
  const refused: string[] = [];
  const refusing: Port = {
    ...port,
    request: (channel, input) =>
      refused.includes(channel) ? Promise.resolve({ ok: false, error: FULL }) : port.request(channel, input),
  };
  return { api: createApi<typeof contract>(refusing), refused };
}

test('the ledger', async () => {
  // What is loaded is the module of that file.
  const { Quota } = (await load('/renderer/features/quota/quota.svelte.ts')) as typeof QuotaModule;
  const { api, refused } = begin();
  const quota = new Quota(api);
  await quota.load();
  refused.push('quota.ledger');
  await quota.load();
  expect(quota.error).toEqual(FULL);
  refused.splice(0, 1, 'quota.confirm');
  await quota.load();
  expect(quota.error).toBeNull();
  await quota.confirmPrice.refresh();
  expect(await quota.confirm()).toBeNull();
  expect(quota.error).toEqual(FULL);
  await quota.load();
  expect(quota.error).toEqual(FULL);
  quota.dispose();
});

test('the caps and what was learned', async () => {
  const { QuotaForecastState } = (await load(
    '/renderer/features/quota/quota-forecast.svelte.ts',
  )) as typeof PlanModule;
  const { api, refused } = begin();
  const plan = new QuotaForecastState(api);
  refused.push('quota.history');
  await plan.load();
  expect(plan.error).toEqual(FULL);
  refused.splice(0, 1, 'quota.setAllowance', 'quota.calibrate');
  await plan.load();
  expect(plan.error).toBeNull();
  expect(await plan.setCap('all', 50)).toBe(false);
  await plan.load();
  expect(plan.error).toEqual(FULL);
  plan.error = null;
  await plan.calibrate();
  expect(plan.error).toEqual(FULL);
  plan.dispose();
});

test('a company, and its people', async () => {
  const { Company } = (await load('/renderer/features/company/company.svelte.ts')) as typeof CompanyModule;
  const { api, refused } = begin();
  const { queryId } = await api.library.open({});
  const [row] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  refused.push('companies.get');
  const company = new Company(api, row?.companyId ?? '');
  await company.opened;
  expect([company.error, company.view]).toEqual([FULL, null]);
  refused.splice(0, 1, 'companies.fetchProfile');
  await company.load();
  expect([company.error, company.view === null]).toEqual([null, false]);
  expect(await company.fetchProfile()).toBeNull();
  await company.load();
  expect(company.error).toEqual(FULL);
  company.dispose();

  refused.splice(0, 1, 'companies.people');
  const passedBy = new Company(api, row?.companyId ?? '', 'hurried');
  await passedBy.show(false);
  expect([passedBy.error, passedBy.people]).toEqual([FULL, null]);
  refused.splice(0, 1);
  await passedBy.show(false);
  await passedBy.load();
  expect(passedBy.error).toBeNull();
  expect(passedBy.people).not.toBeNull();
  passedBy.dispose();
});
