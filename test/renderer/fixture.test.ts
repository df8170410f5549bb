import { expect, test } from 'vitest';
import { createApi } from '../../shared/contract/kit.ts';
import type { contract } from '../../shared/contract/index.ts';
import { createFixture, STATES, type StateName } from './fixture/host.ts';
import { PASSPHRASE, REFUSED_KEY } from './fixture/app.ts';

const apiOf = (name: StateName) => createApi<typeof contract>(createFixture(STATES[name]).port);
const fields = { place: 'keychain', people: { mode: 'keychain' }, screen: 'first-run' } as const;

test('every start state answers in the contract’s shape', async () => {
  for (const name of Object.keys(STATES)) {
    const api = apiOf(name as StateName);
    await api.workspaces.list({});
    await api.quota.status({});
    await api.quota.ledger({ offset: 0, limit: 50 });
    const { set } = await api.search.last({});
    if (set) await api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
    const { queryId } = await api.library.open({});
    const { rows } = await api.library.rows({ queryId, offset: 0, limit: 50 });
    for (const row of rows.slice(0, 2)) {
      await api.companies.get({ id: row.companyId });
      await api.companies.people({ id: row.companyId });
      await api.companies.panels({ id: row.companyId });
      await api.companies.roles({ id: row.companyId, offset: 0, limit: 50 });
    }
  }
});

test('connects, rejects a key, and refers a browser to the desktop app', async () => {
  const api = apiOf('first-run-loopback');
  const { cost: accepted } = await api.workspaces.connectPrice({});
  const at = (baseUrl: string, apiKey: string) =>
    api.workspaces.connect({ ...fields, baseUrl, apiKey, accepted });
  await expect(at('https://api.signals.example/api/v1', 'k')).rejects.toMatchObject({
    appError: { kind: 'unsupported' },
  });
  await expect(at('http://127.0.0.1:1/api/v1', REFUSED_KEY)).rejects.toMatchObject({
    appError: { kind: 'unauthorized' },
  });
  expect((await at('http://127.0.0.1:1/api/v1', 'k')).workspace.loopback).toBe(true);
});

test('covers every state of a panel, and stores a fetched one', async () => {
  const api = apiOf('account');
  const statesOf = async (id: string) => {
    const { tech, highlights, news } = await api.companies.panels({ id });
    const roles = await api.companies.roles({ id, offset: 0, limit: 50 });
    return [tech.state, highlights.state, news.state, roles.state];
  };
  const never = 'never-fetched';
  expect(await statesOf('lumenfold')).toEqual(['fetched', 'fetched', 'fetched', 'fetched']);
  expect(await statesOf('gridmarsh')).toEqual(['summary', 'summary', never, never]);
  expect(await statesOf('rautia')).toEqual(['unavailable', 'none', 'none', 'none']);
  expect(await statesOf('alpenrail')).toEqual([never, never, never, never]);
  const { cost: accepted } = await api.quota.price({ call: { endpoint: 'news', companyId: 'alpenrail' } });
  await api.companies.fetchPanel({ id: 'alpenrail', panel: 'news', accepted, screen: 'company' });
  expect(await statesOf('alpenrail')).toEqual([never, never, 'fetched', never]);
  await expect(
    api.companies.fetchPanel({ id: 'rautia', panel: 'news', accepted, screen: 'company' }),
  ).rejects.toMatchObject({ appError: { kind: 'not-available', what: 'news' } });
});

test('unlocks contacts with the right passphrase only', async () => {
  const api = apiOf('locked');
  expect((await api.keys.unlockPeople({ passphrase: 'not this one' })).people.state).toBe('locked');
  expect((await api.keys.unlockPeople({ passphrase: PASSPHRASE })).people.state).toBe('open');
});
