import { expect, test } from 'vitest';
import type * as CompanyModule from '../../../../renderer/features/company/company.svelte.ts';
import type * as ForecastModule from '../../../../renderer/features/quota/quota-forecast.svelte.ts';
import type * as QuotaModule from '../../../../renderer/features/quota/quota.svelte.ts';
import type { AppError } from '../../../../shared/app-error.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/*
 * The error from a failed load is shown until a load succeeds. The error from a failed action is shown until
 * the next attempt.
 */
const load = compiled();
const FULL: AppError = { kind: 'storage', reason: 'full' };

/** Creates an API for the in-memory core, in which requests on the channels in `failing` fail. */
function createFailingApi() {
  const { port: fixture } = createFixture(STATES.account);
  const failing: string[] = [];
  const port: Port = {
    ...fixture,
    request: (channel, input) =>
      failing.includes(channel)
        ? Promise.resolve({ ok: false, error: FULL })
        : fixture.request(channel, input),
  };
  return { api: createApi<typeof contract>(port), failing };
}

test('shows errors of the ledger', async () => {
  const { Quota } = (await load('/renderer/features/quota/quota.svelte.ts')) as typeof QuotaModule;
  const { api, failing } = createFailingApi();
  const quota = new Quota(api);
  await quota.load();
  failing.push('quota.ledger');
  await quota.load();
  expect(quota.error).toEqual(FULL);
  failing.splice(0, 1, 'quota.confirm');
  await quota.load();
  expect(quota.error).toBeNull();
  await quota.confirmPrice.refresh();
  expect(await quota.confirm()).toBeNull();
  expect(quota.error).toEqual(FULL);
  await quota.load();
  expect(quota.error).toEqual(FULL);
  quota.dispose();
});

test('shows errors of caps and calibration', async () => {
  const { QuotaForecastState } = (await load(
    '/renderer/features/quota/quota-forecast.svelte.ts',
  )) as typeof ForecastModule;
  const { api, failing } = createFailingApi();
  const forecast = new QuotaForecastState(api);
  failing.push('quota.history');
  await forecast.load();
  expect(forecast.error).toEqual(FULL);
  failing.splice(0, 1, 'quota.setAllowance', 'quota.calibrate');
  await forecast.load();
  expect(forecast.error).toBeNull();
  expect(await forecast.setCap('all', 50)).toBe(false);
  await forecast.load();
  expect(forecast.error).toEqual(FULL);
  forecast.error = null;
  await forecast.calibrate();
  expect(forecast.error).toEqual(FULL);
  forecast.dispose();
});

test('shows errors of a company and its contacts', async () => {
  const { Company } = (await load('/renderer/features/company/company.svelte.ts')) as typeof CompanyModule;
  const { api, failing } = createFailingApi();
  const { queryId } = await api.library.open({});
  const [row] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  failing.push('companies.get');
  const company = new Company(api, row?.companyId ?? '');
  await company.opened;
  expect([company.error, company.view]).toEqual([FULL, null]);
  failing.splice(0, 1, 'companies.fetchProfile');
  await company.load();
  expect([company.error, company.view === null]).toEqual([null, false]);
  expect(await company.fetchProfile()).toBeNull();
  await company.load();
  expect(company.error).toEqual(FULL);
  company.dispose();

  failing.splice(0, 1, 'companies.people');
  const passedBy = new Company(api, row?.companyId ?? '', 'hurried');
  await passedBy.show(false);
  expect([passedBy.error, passedBy.people]).toEqual([FULL, null]);
  failing.splice(0, 1);
  await passedBy.show(false);
  await passedBy.load();
  expect(passedBy.error).toBeNull();
  expect(passedBy.people).not.toBeNull();
  passedBy.dispose();
});
