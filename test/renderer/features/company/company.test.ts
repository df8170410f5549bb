import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as CompanyModule from '../../../../renderer/features/company/company.svelte.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type { CompanyView, ContactsOfCompany } from '../../../../shared/model/company.ts';
import { statusIdSchema } from '../../../../shared/model/user-data.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests the loading of a company's contacts and the order in which they are shown. */

const load = compiled();
const REST_MS = 250;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function open(urgency: CompanyModule.LoadUrgency) {
  const { Company } = (await load('/renderer/features/company/company.svelte.ts')) as typeof CompanyModule;
  const host = createFixture(STATES.account);
  const requests: string[] = [];
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  let duplicates: CompanyView['duplicates'] = [];
  let isErased = false;
  const port: Port = {
    subscribe: (listener) => {
      listeners.add(listener);
      const stop = host.port.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    request: async (channel, input) => {
      requests.push(channel);
      if (isErased && channel === 'companies.get')
        return { ok: false, error: { kind: 'not-found', what: 'company' } };
      const reply = await host.port.request(channel, input);
      // The service may return contacts in any order.
      if (channel === 'companies.people' && reply.ok) {
        const contacts = reply.value as ContactsOfCompany;
        return { ok: true, value: { ...contacts, people: contacts.people.toReversed() } };
      }
      return channel === 'companies.get' && reply.ok
        ? { ok: true, value: { ...(reply.value as CompanyView), duplicates } }
        : reply;
    },
  };
  const api = createApi<typeof contract>(port);
  const { queryId } = await api.library.open({});
  const [row] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  requests.length = 0;
  return {
    api,
    company: new Company(api, row?.companyId ?? '', urgency),
    requests,
    world: host.world,
    /** Simulates the deletion of downloaded data, for example in another window. */
    eraseAll: () => {
      isErased = true;
      for (const channel of ['library.onChanged', 'privacy.onChanged'])
        for (const listener of listeners) listener(channel, {});
    },
    /** Simulates that the library stores another company with the same website. */
    storeDuplicate: (other: CompanyView['duplicates'][number]) => {
      duplicates = [other];
      for (const listener of listeners) listener('library.onChanged', {});
    },
  };
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

test('sorts contacts by seniority, for any order in the reply', async () => {
  const { company } = await open('now');
  await company.opened;
  expect(company.people?.people.map(({ title }) => title)).toEqual([
    'Co-founder, CEO',
    'Co-founder, CTO',
    'VP Sales',
  ]);
  company.dispose();
});

test('sorts contacts by match as soon as buyer roles are set, and shows none once contacts are locked', async () => {
  const { company, world } = await open('now');
  await company.opened;
  expect(company.matches).toBeNull();
  world.buyerRoles = { roles: [{ department: 'sales', seniorities: [] }], keywords: [] };
  world.publish('market', 'onChanged', {});
  await expect
    .poll(() => company.people?.people.map(({ title }) => title))
    .toEqual(['VP Sales', 'Co-founder, CEO', 'Co-founder, CTO']);
  expect(company.matches).toMatchObject({ strong: 1, stored: 3, listed: 6 });
  world.keys = { ...world.keys, people: { mode: 'passphrase', state: 'locked', why: 'passphrase' } };
  world.publish('keys', 'onChanged', {});
  // The contacts are hidden immediately, before the core's reply arrives.
  await Promise.resolve();
  expect(company.people).toBeNull();
  expect(company.matches).toBeNull();
  await expect.poll(() => company.people?.state).toBe('locked');
  expect(company.people?.people).toEqual([]);
  expect(company.matches).toBeNull();
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

test('shows a duplicate that is stored while the company is open, without loading anything else', async () => {
  const { company, requests, storeDuplicate } = await open('now');
  await company.opened;
  expect(company.view?.duplicates).toEqual([]);
  requests.length = 0;
  storeDuplicate({ companyId: 'other', name: 'Lumenfold AS' });
  await vi.waitFor(() =>
    expect(company.view?.duplicates).toEqual([{ companyId: 'other', name: 'Lumenfold AS' }]),
  );
  expect(requests).toEqual(['companies.get']);
  company.dispose();
});

test('offers only the profile until it is fetched or the user asks for the parts', async () => {
  const { company } = await open('now');
  await company.opened;
  const { view } = company;
  if (view === null) throw new Error('no company');
  company.view = { ...view, stamps: { ...view.stamps, profile: null } };
  expect(company.offersProfileOnly).toBe(true);
  company.showsParts = true;
  expect(company.offersProfileOnly).toBe(false);
  company.showsParts = false;
  company.view = { ...view, stamps: { ...view.stamps, profile: { source: 'company', fetchedAtMs: 0 } } };
  expect(company.offersProfileOnly).toBe(false);
  company.dispose();
});

test('removes the company and its contacts from the screen when the stored data is deleted', async () => {
  const { company, eraseAll } = await open('now');
  await company.opened;
  expect([company.view, company.people]).not.toContain(null);
  eraseAll();
  await expect.poll(() => company.missing).toBe(true);
  expect([company.view, company.people]).toEqual([null, null]);
});

test('knows the status of the company, and reads it again after it changes', async () => {
  const { company, api } = await open('ahead');
  expect(company.status).toBeUndefined();
  await company.opened;
  expect(company.status).toBeNull();
  await api.marks.setStatus({ companyIds: [company.id], statusId: statusIdSchema.parse('meeting') });
  await expect.poll(() => company.status?.name).toBe('Meeting');
  company.dispose();
});
