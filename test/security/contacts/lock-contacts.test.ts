import { setFlagsFromString, getHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContactEncryption } from '../../../electron/core/contacts/contact-encryption.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { startSimulatorProcess, type SimulatorProcess } from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';

/*
 * Locks contacts in a running app, and searches this process's memory for them. The simulated service has its
 * own copy of the contacts, so it runs in another process.
 */

const passphrase = 'correct horse battery';
const DAY_MS = 86_400_000;
let service: SimulatorProcess;
let folder: ReturnType<typeof tempDir>;
let app: TestApp;
let id: string;

const price = async (call: PricedCall) => {
  const { cost } = await app.api.quota.price({ call });
  return { accepted: cost, screen: 'company' as const };
};
const fetchContacts = async (companyId: string) =>
  app.api.companies.fetchPeople({
    id: companyId,
    ...(await price({ endpoint: 'contacts', companyId })),
  });
const connect = (api: Api, people: Parameters<Api['workspaces']['connect']>[0]['people']) =>
  api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'session',
    screen: 'first-run',
    people,
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });

/**
 * Runs a search and fetches contacts for one company after another. Stops at the first company with more than
 * one contact, and returns its id.
 */
async function work(): Promise<string> {
  const { serverNowMs } = await app.api.quota.status({});
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const query = {
    fundingDateStart: day(serverNowMs - 6 * DAY_MS),
    fundingDateEnd: day(serverNowMs),
    limit: 10,
    offset: 0,
    validatedContacts: true,
    hasOpenRoles: false,
    countries: [],
    stages: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    hiringDepartments: [],
    hiringSeniority: [],
  };
  const { set } = await app.api.search.run({
    question: { list: 'fundings', query },
    ...(await price({ endpoint: 'fundings', query })),
  });
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 10 });
  for (const { companyId } of rows) {
    const fetched = await fetchContacts(companyId).catch(() => null);
    if (fetched !== null && (await app.api.companies.people({ id: companyId })).people.length > 1)
      return companyId;
  }
  throw new Error('no company with contacts');
}

const people = async () => app.api.companies.people({ id });
const search = async (text: string) => {
  const { queryId, total } = await app.api.library.open({ text });
  const { rows } = await app.api.library.contactMatches({ queryId });
  return { queryId, total, matched: rows.map(({ companyId }) => companyId) };
};
/** Returns a word of a contact's name that occurs in no company name. */
async function nameInContactsOnly(): Promise<string> {
  for (const { name } of (await people()).people)
    for (const word of name.split(' ')) {
      const found = await search(word);
      if (word.length > 3 && found.total === 0 && found.matched.length > 0) return word;
    }
  throw new Error('every contact name also occurs in a company name');
}

beforeEach(async () => {
  service = await startSimulatorProcess(['--seed', '7', '--companies', '600']);
  folder = tempDir();
  app = await startTestApp({ dataDir: folder.path, keychain: null, settings: createMapSettings() });
  await connect(app.api, { mode: 'passphrase', passphrase });
  id = await work();
});
afterEach(async () => {
  await app.dispose();
  await service.stop();
  folder.remove();
});

describe('locking contacts', () => {
  it('removes contacts from replies and search until the passphrase unlocks them', async () => {
    const before = await people();
    const name = await nameInContactsOnly();
    const open = await search(name);
    expect(open.matched.length).toBeGreaterThan(0);
    const pushed: string[] = [];
    app.port.subscribe((channel) => pushed.push(channel));

    expect((await app.api.keys.lockContacts({})).people).toEqual({
      mode: 'passphrase',
      state: 'locked',
      why: 'passphrase',
    });
    expect(pushed).toEqual(expect.arrayContaining(['keys.onChanged', 'library.onChanged']));
    expect(await people()).toMatchObject({ state: 'locked', people: [] });
    expect(await search(name)).toMatchObject({ total: 0, matched: [] });
    // A search that was opened before contacts were locked finds no contacts either.
    const again = await app.api.library.contactMatches({ queryId: open.queryId });
    expect(again).toEqual({ rows: [], againAfterMs: null });
    expect((await app.api.keys.lockContacts({})).people.state).toBe('locked');

    const calls = (await service.transcript()).length;
    await expect(fetchContacts(id)).rejects.toMatchObject({
      appError: { kind: 'conflict', reason: 'people-locked' },
    });
    expect(await service.transcript()).toHaveLength(calls);
    await app.api.notes.save({ companyId: id, body: 'Written while locked.', baseRevision: 0 });
    expect((await app.api.companies.get({ id })).row.companyId).toBe(id);
    expect((await app.api.library.open({})).total).toBeGreaterThan(0);
    expect((await app.api.savedFilters.create({ name: 'Locked', question: everything })).id).toBe('1');

    expect((await app.api.keys.unlockPeople({ passphrase: 'another one' })).people.state).toBe('locked');
    expect((await app.api.keys.unlockPeople({ passphrase })).people.state).toBe('open');
    expect(await people()).toEqual(before);
    expect((await search(name)).matched).toEqual(open.matched);
    expect(app.logged.join('\n')).not.toContain(name);
  });

  it('stores the contacts of a request in flight without revealing them', async () => {
    const { people: before } = await people();
    await service.control('faults', { faults: [{ action: { kind: 'delay', ms: 400 } }] });
    const calls = async (): Promise<number> => (await service.transcript()).length;
    const sentBefore = await calls();
    const pending = fetchContacts(id);
    await expect.poll(calls).toBe(sentBefore + 1);
    expect((await app.api.keys.lockContacts({})).people.state).toBe('locked');
    expect(await people()).toMatchObject({ state: 'locked', people: [] });
    expect((await pending).receipt.outcome).toBe('spent');
    expect(await calls()).toBe(sentBefore + 1);
    expect(await people()).toMatchObject({ state: 'locked', people: [] });
    await app.api.keys.unlockPeople({ passphrase });
    const after = await people();
    expect(after.people.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    const stampOf = (all: typeof before): number => Math.max(...all.map(({ stamp }) => stamp.fetchedAtMs));
    expect(stampOf(after.people)).toBeGreaterThan(stampOf(before));
  });

  it('leaves no contact name in memory', async () => {
    // The test itself must not leave the name in the heap, so it keeps only a buffer with the reversed name.
    const nameBytes = await nameInContactsOnly().then((name) => Buffer.from(name.toLowerCase()).reverse());
    expect(await heapHolds(nameBytes)).toBe(true);
    await app.api.keys.lockContacts({});
    expect(await heapHolds(nameBytes)).toBe(false);
  });
});

describe('locking contacts is refused', () => {
  it.each(['keychain', 'none', 'demo'] as const)('without a passphrase: %s', async (mode) => {
    const other = await startTestApp({ demo: mode === 'demo' });
    if (mode !== 'demo') await connect(other.api, { mode });
    const before = await other.api.keys.state({});
    await expect(other.api.keys.lockContacts({})).rejects.toMatchObject({
      appError: { kind: 'conflict', reason: 'no-passphrase' },
    });
    expect(await other.api.keys.state({})).toEqual(before);
    await other.dispose();
  });
});

describe('a forgotten contact key', () => {
  it('neither encrypts nor decrypts, and its bytes are overwritten', () => {
    const key = Buffer.alloc(32, 7);
    const identityKey = Buffer.alloc(32, 9);
    const random = { bytes: (size: number) => Buffer.alloc(size, 1) };
    const seal = createContactEncryption(key, random, { identityKey, previousKey: Buffer.alloc(32, 8) });
    const place = { table: 'contact', row: '1/a', column: 'name' };
    const sealed = seal.seal('Anna', place);
    expect(seal.open(sealed, place)).toBe('Anna');
    seal.forget();
    expect(identityKey.equals(Buffer.alloc(32))).toBe(true);
    for (const use of [
      () => seal.open(sealed, place),
      () => seal.seal('Anna', place),
      () => seal.reseal(sealed, place),
      () => seal.identity('anna'),
    ])
      expect(use).toThrow(
        expect.objectContaining({ appError: { kind: 'conflict', reason: 'people-locked' } }),
      );
  });
});

const everything = { text: '', sort: 'fetched' as const, filters: {} };

/**
 * Runs the garbage collector, then returns whether the heap still contains a string. The caller passes the
 * string's bytes in reverse order, because the search would otherwise find its own argument.
 */
async function heapHolds(reversed: Buffer): Promise<boolean> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('no gc');
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    Reflect.apply(collect, undefined, []);
  }
  const nameBytes = Buffer.from(reversed).reverse();
  const parts: Buffer[] = [];
  for await (const part of getHeapSnapshot())
    parts.push(Buffer.isBuffer(part) ? part : Buffer.from(String(part)));
  return Buffer.concat(parts).includes(nameBytes);
}
