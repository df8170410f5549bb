import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as CompanyModule from '../../../../renderer/features/company/company.svelte.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests when a company's contacts are loaded. */

const load = compiled();
const REST_MS = 250;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function open(urgency: CompanyModule.LoadUrgency) {
  const { Company } = (await load('/renderer/features/company/company.svelte.ts')) as typeof CompanyModule;
  const host = createFixture(STATES.account);
  const requests: string[] = [];
  const port: Port = {
    subscribe: host.port.subscribe,
    request: (channel, input) => {
      requests.push(channel);
      return host.port.request(channel, input);
    },
  };
  const api = createApi<typeof contract>(port);
  const { queryId } = await api.library.open({});
  const [row] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  requests.length = 0;
  return { company: new Company(api, row?.companyId ?? '', urgency), requests };
}
const countOf = (requests: readonly string[], channel: string): number =>
  requests.filter((each) => each === channel).length;

test('loads contacts when the user stays on a company, and nothing else again', async () => {
  const { company, requests } = await open('hurried');
  await company.opened;
  expect(countOf(requests, 'companies.people')).toBe(0);
  expect(company.people).toBeNull();
  const before = requests.length;
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(requests.slice(before)).toEqual(['companies.people']);
  await expect.poll(() => company.people).not.toBeNull();
  company.dispose();
});

test('never loads contacts of a company that was passed by, even while it was loading', async () => {
  const { company, requests } = await open('hurried');
  company.dispose();
  await company.opened;
  await vi.advanceTimersByTimeAsync(REST_MS * 4);
  expect(countOf(requests, 'companies.people')).toBe(0);
});

test('loads contacts together with the company when the user is not hurrying', async () => {
  const { company, requests } = await open('now');
  await company.opened;
  expect(countOf(requests, 'companies.people')).toBe(1);
  expect(company.people).not.toBeNull();
  company.dispose();
});

test('shows roles as filtered once the filtered roles have loaded', async () => {
  const { company } = await open('now');
  await company.opened;
  const { panels } = company;
  const department = panels.roles?.departments[0]?.value ?? 'none of them';
  const narrowing = panels.narrow('department', department);
  expect(panels.department).toBe(department);
  expect(panels.isNarrowed).toBe(false);
  await narrowing;
  expect(panels.isNarrowed).toBe(true);
  const widening = panels.narrow('department', null);
  expect(panels.isNarrowed).toBe(true);
  await widening;
  expect(panels.isNarrowed).toBe(false);
  company.dispose();
});
