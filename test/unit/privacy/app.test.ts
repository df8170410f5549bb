import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { createFakeKeychain, type FakeKeychain } from '../../support/app/fake-keychain.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { deliver, freePort } from '../../support/webhook/webhook-receiver.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

/*
 * Tests how contacts are blocked, erased, retained and deleted. Calls the contract, with an account on the
 * simulated service.
 */

let service: Simulator;
let folder: ReturnType<typeof tempDir>;
let keychain: FakeKeychain;
let settings: ReturnType<typeof createMapSettings>;
let app: TestApp;
let id: string;
const passphrase = 'correct horse battery';
const restart = async (ports: Partial<Ports> = {}): Promise<void> => {
  await app.dispose();
  app = await startTestApp({ dataDir: folder.path, keychain, settings, ports });
};

const price = async (call: PricedCall) => {
  const { cost } = await app.api.quota.price({ call });
  return { accepted: cost, screen: 'company' as const };
};
const fetchPeople = async (companyId: string): Promise<void> => {
  await app.api.companies.fetchPeople({
    id: companyId,
    ...(await price({ endpoint: 'contacts', companyId })),
  });
};

async function connect(people: Parameters<Api['workspaces']['connect']>[0]['people']): Promise<void> {
  await app.api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    screen: 'first-run',
    people,
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });
}

/** Runs a search and fetches the contacts of a company. Returns the company's id. */
async function work(): Promise<string> {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const query = {
    fundingDateStart: day(service.nowMs() - 6 * 86_400_000),
    fundingDateEnd: day(service.nowMs()),
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
    await app.api.companies.fetchProfile({
      id: companyId,
      ...(await price({ endpoint: 'company', companyId })),
    });
    const outcome = await fetchPeople(companyId).catch(() => 'none');
    if (outcome !== 'none' && (await app.api.companies.people({ id: companyId })).people.length > 1)
      return companyId;
  }
  throw new Error('no company with contacts');
}

beforeEach(async () => {
  // Each test gets a new service, because the budget per minute of one service is too small for all tests.
  service = await startSimulator({ seed: 7, companies: 600, makeWorld: sharedWorld });
  folder = tempDir();
  keychain = createFakeKeychain();
  settings = createMapSettings();
  app = await startTestApp({ dataDir: folder.path, keychain, settings });
  await connect({ mode: 'keychain' });
  id = await work();
});
afterEach(async () => {
  await app.dispose();
  await service.dispose();
  folder.remove();
});

const people = async () => (await app.api.companies.people({ id })).people;

describe('suppressed contact', () => {
  it('is deleted and stays away after a repeated fetch, a restart and a wipe, until the suppression is lifted', async () => {
    const [first, ...others] = await people();
    const person = { companyId: id, personId: first?.personId ?? '' };
    const { id: suppression, forgotten } = await app.api.privacy.suppress(person);
    expect(forgotten).toMatchObject({ companies: 0, logsEmptied: true, copiesPending: false });
    expect(forgotten.people).toBeGreaterThanOrEqual(1);
    const names = others.map(({ name }) => name);
    expect((await people()).map(({ name }) => name)).toEqual(names);
    await fetchPeople(id);
    await restart();
    await fetchPeople(id);
    expect((await people()).map(({ name }) => name)).toEqual(names);
    await app.api.privacy.wipeServiceData({});
    await fetchPeople(id);
    expect((await people()).map(({ name }) => name)).toEqual(names);
    const { suppressions, total } = await app.api.privacy.suppressions({ offset: 0, limit: 50 });
    expect(total).toBe(1);
    expect(suppressions[0]).toMatchObject({ id: suppression, asked: 'person' });
    expect(suppressions[0]?.knownBy).toContain('name');
    expect(JSON.stringify(suppressions)).not.toContain(first?.name);
    await app.api.privacy.unsuppress({ id: suppression });
    await fetchPeople(id);
    expect((await people()).map(({ name }) => name)).toContain(first?.name);
  });

  it('can be one that was never fetched, identified by an email address', async () => {
    const known = (await people()).find(({ email }) => email !== null);
    await app.api.privacy.wipeServiceData({});
    const typed = { email: ` ${known?.email?.toUpperCase() ?? ''}`, linkedinUrl: null };
    const { forgotten } = await app.api.privacy.suppressByIdentifier(typed);
    expect(forgotten.people).toBe(0);
    await fetchPeople(id);
    expect((await people()).map(({ email }) => email)).not.toContain(known?.email);
    expect((await people()).length).toBeGreaterThan(0);
  });
});

describe('erased contact', () => {
  it('stays in the user’s own texts, including undo steps and backups, but nothing refers to it', async () => {
    const { api } = app;
    const contact = (await people()).find(({ name, email }) => name !== null && email !== null);
    const name = contact?.name ?? '';
    const personId = contact?.personId ?? '';
    const companyIds = [id];
    const body = `Ask ${name} on Monday.`;
    await api.notes.save({ companyId: id, body, baseRevision: 0 });
    await api.templates.create({ name: 'Intro', subject: `For ${name}`, body: `Dear ${name}` });
    const entry = { happenedOn: '2026-11-20', channel: 'email' as const, line: `Wrote to ${name}` };
    await api.contactLog.add({ companyIds, ...entry, personId });
    const { ids } = await api.tasks.add({ companyIds, title: `Call ${name}`, dueOn: null });
    const { undo } = await api.tasks.remove({ ids });
    await api.backups.make({});
    const entries = async () =>
      (await app.api.contactLog.of({ companyId: id, offset: 0, limit: 50 })).entries;
    expect(await entries()).toMatchObject([{ line: entry.line, personId, aboutPerson: true }]);

    await api.privacy.eraseContact({ companyId: id, personId });
    const workspaces = join(folder.path, 'workspaces');
    expect(findPlaintext(workspaces, [contact?.email ?? '']).hits).toEqual([]);
    expect((await people()).map((each) => each.name)).not.toContain(name);
    expect((await api.notes.get({ companyId: id })).body).toBe(body);
    expect((await api.templates.list({})).templates).toMatchObject([{ body: `Dear ${name}` }]);
    expect(await entries()).toMatchObject([{ line: entry.line, personId: null }]);
    await api.marks.undo({ token: undo ?? '' });
    expect((await api.tasks.of({ companyId: id, offset: 0, limit: 50 })).tasks).toMatchObject([
      { title: `Call ${name}` },
    ]);
    const timeline = await api.timeline.of({ companyId: id, limit: 50 });
    expect(timeline.entries.some(({ what }) => what === 'erased-person')).toBe(true);
    expect(app.logged.filter((line) => line.includes(name))).toEqual([]);

    const { backups } = await api.backups.list({});
    await api.backups.restore({ id: backups.find(({ kind }) => kind === 'hand')?.id ?? '' });
    expect((await api.notes.get({ companyId: id })).body).toBe(body);
    expect(await entries()).toMatchObject([{ line: entry.line, personId: null }]);
    expect((await people()).map((each) => each.name)).not.toContain(name);
  });
});

describe('undocumented fields of an unknown event', () => {
  it('are named while contacts are unlocked, and otherwise reported as locked', async () => {
    await app.api.privacy.changeKey({ how: { mode: 'passphrase', passphrase } });
    const { signals } = app.api;
    const { key } = await signals.makeKey({ place: 'session' });
    await signals.setAddress({ port: await freePort(), tunnelHost: null });
    const { port, path } = await signals.setEnabled({ enabled: true });
    const event = { event: 'person_moved', ceo: 'Jane Doe' };
    const { status } = await deliver(event, { port, path, authorization: `Bearer ${key}` });
    expect(status).toBe(202);
    const filters = { from: null, unseen: false, icp: null, text: '' };
    const { rows = [] } = await signals.open({ filters, rowsFrom: 0 });
    const details = () => signals.get({ id: rows[0]?.id ?? '' });
    expect(await details()).toMatchObject({ areFieldsLocked: false });
    expect((await details()).fields).toContain('ceo');
    await app.api.keys.lockContacts({});
    expect(await details()).toMatchObject({ areFieldsLocked: true });
    expect((await details()).fields).not.toContain('ceo');
    await app.api.keys.unlockPeople({ passphrase });
    expect((await details()).fields).toContain('ceo');
  });
});

describe('erased company', () => {
  it('is in no file, even after an older backup is restored; user data stays', async () => {
    const { name } = (await app.api.companies.get({ id })).row;
    await app.api.notes.save({ companyId: id, body: 'Call on Monday.', baseRevision: 0 });
    const list = await app.api.watchlists.create({ name: 'Warm' });
    await app.api.watchlists.add({ id: list.id, companyIds: [id], reason: 'They hire' });
    const companyIds = [id];
    await app.api.marks.setStatus({ companyIds, statusId: 'contacted' });
    await app.api.marks.addTag({ companyIds, name: 'Fits' });
    const { ids } = await app.api.tasks.add({ companyIds, title: 'Write', dueOn: null });
    const { undo } = await app.api.tasks.remove({ ids });
    const entry = { happenedOn: '2026-11-20', channel: 'email' as const, line: 'Wrote once' };
    await app.api.contactLog.add({ companyIds, ...entry, personId: (await people())[0]?.personId ?? null });
    expect(findPlaintext(join(folder.path, 'workspaces'), [name]).hits.length).toBeGreaterThan(1);
    await app.api.backups.make({});
    const forgotten = await app.api.privacy.eraseCompany({ companyId: id });
    expect(forgotten).toMatchObject({
      companies: 1,
      backupsAmended: 1,
      copiesPending: false,
      logsEmptied: true,
    });
    expect(findPlaintext(join(folder.path, 'workspaces'), [name]).hits).toEqual([]);
    await app.api.marks.undo({ token: undo ?? '' });
    expect((await app.api.tasks.of({ companyId: id, offset: 0, limit: 50 })).tasks).toMatchObject([
      { title: 'Write' },
    ]);
    expect(findPlaintext(join(folder.path, 'workspaces'), [name]).hits).toEqual([]);
    const { backups } = await app.api.backups.list({});
    const made = backups.find(({ kind }) => kind === 'hand');
    expect(made?.state).toBe('good');
    await app.api.notes.save({ companyId: id, body: 'Call on Tuesday.', baseRevision: 1 });
    await app.api.backups.restore({ id: made?.id ?? '' });
    expect((await app.api.notes.get({ companyId: id })).body).toBe('Call on Monday.');
    expect(findPlaintext(join(folder.path, 'workspaces'), [name]).hits).toEqual([]);
    expect((await app.api.privacy.why({ companyId: id })).why).toEqual([]);
    expect((await app.api.privacy.status({})).erasedCompanies).toBe(1);
  });
});

describe('reason for storing a company', () => {
  it('includes the request, its price, who started it and the date of deletion', async () => {
    const { why } = await app.api.privacy.why({ companyId: id });
    const of = (what: string, source: string) =>
      why.find((each) => each.what === what && each.source === source);
    const { rows } = await app.api.quota.ledger({ offset: 0, limit: 50 });
    for (const source of ['fundings', 'company', 'contacts'] as const) {
      const reason = of('company', source);
      const entry = rows.find(
        ({ endpoint, companyId }) => endpoint === source && (source === 'fundings' || companyId === id),
      );
      expect(reason?.call, source).toMatchObject({
        ledgerId: entry?.id,
        cost: entry?.cost,
        reason: 'You',
        endpoint: source,
      });
    }
    const outcome = why.filter(({ what }) => what === 'people');
    expect(outcome.reduce((sum, { people: count }) => sum + (count ?? 0), 0)).toBe((await people()).length);
    for (const { fetchedAtMs, expiresAtMs } of outcome) {
      const goes = new Date(fetchedAtMs);
      goes.setUTCFullYear(goes.getUTCFullYear() + 1);
      expect(expiresAtMs).toBe(goes.getTime());
    }
    await app.api.privacy.setRetention({ months: null });
    const after = (await app.api.privacy.why({ companyId: id })).why;
    expect(after.every(({ expiresAtMs }) => expiresAtMs === null)).toBe(true);
  });
});

describe('contact key', () => {
  it('changes to a passphrase and back; only the new one decrypts contacts', async () => {
    const before = await people();
    const secrets = [...keychain.entries.values()];
    const [first] = before;
    const person = { companyId: id, personId: first?.personId ?? '' };
    await app.api.privacy.suppress(person);
    const state = await app.api.privacy.changeKey({ how: { mode: 'passphrase', passphrase } });
    expect(state.people).toEqual({ mode: 'passphrase', state: 'open' });
    expect([...keychain.entries.values()]).toHaveLength(secrets.length - 1);
    await restart();
    expect((await app.api.companies.people({ id })).state).toBe('locked');
    await app.api.keys.unlockPeople({ passphrase: 'not this one' });
    expect((await app.api.keys.state({})).people).toMatchObject({ state: 'locked', why: 'passphrase' });
    await app.api.keys.unlockPeople({ passphrase });
    expect(await people()).toEqual(before.slice(1));
    await app.api.privacy.changeKey({ how: { mode: 'keychain' } });
    await restart();
    expect(await people()).toEqual(before.slice(1));
    await fetchPeople(id);
    expect((await people()).map(({ name }) => name)).not.toContain(first?.name);
    expect((await app.api.privacy.status({})).isKeyChanging).toBe(false);
  });

  it('stays, without loss, if the keychain does not accept another', async () => {
    const before = await people();
    keychain.become('locked');
    await expect(app.api.privacy.changeKey({ how: { mode: 'keychain' } })).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-locked' },
    });
    keychain.become('ready');
    await restart();
    expect(await people()).toEqual(before);
  });
});

describe('while contacts are locked', () => {
  it('everything else works, and the error explains how to unlock them', async () => {
    await app.api.notes.save({ companyId: id, body: 'Kept.', baseRevision: 0 });
    await app.dispose();
    keychain.become('locked');
    app = await startTestApp({ dataDir: folder.path, keychain, settings });
    const { api } = app;
    expect((await api.keys.state({})).people).toEqual({
      mode: 'keychain',
      state: 'locked',
      why: 'keychain-locked',
    });
    expect(await api.companies.people({ id })).toMatchObject({ state: 'locked', people: [] });
    const locked = { appError: { kind: 'conflict', reason: 'people-locked' } };
    await expect(api.privacy.suppress({ companyId: id, personId: '1' })).rejects.toMatchObject(locked);
    await expect(api.privacy.eraseContact({ companyId: id, personId: '1' })).rejects.toMatchObject(locked);
    await expect(
      api.privacy.suppressByIdentifier({ email: 'a@b.c', linkedinUrl: null }),
    ).rejects.toMatchObject(locked);
    await expect(api.privacy.changeKey({ how: { mode: 'passphrase', passphrase } })).rejects.toMatchObject(
      locked,
    );

    expect((await api.companies.get({ id })).row.companyId).toBe(id);
    expect((await api.companies.panels({ id })).tech).toBeDefined();
    expect((await api.library.open({})).total).toBeGreaterThan(0);
    expect((await api.notes.get({ companyId: id })).body).toBe('Kept.');
    await api.notes.save({ companyId: id, body: 'Changed.', baseRevision: 1 });
    expect((await api.watchlists.create({ name: 'Warm' })).count).toBe(0);
    expect((await api.search.last({})).set).not.toBeNull();
    expect((await api.quota.status({})).budgets.length).toBeGreaterThan(5);
    expect((await api.backups.make({})).backup.state).toBe('good');
    expect((await api.privacy.why({ companyId: id })).why.length).toBeGreaterThan(2);
    expect((await api.privacy.retention({})).people).toBeGreaterThan(1);
    expect((await api.privacy.suppressions({ offset: 0, limit: 50 })).total).toBe(0);
    // Neither retention nor erasing a company needs the contact key.
    expect((await api.privacy.setRetention({ months: 1 })).months).toBe(1);
    expect((await api.privacy.eraseCompany({ companyId: id })).companies).toBe(1);
    await expect(api.companies.get({ id })).resolves.toMatchObject({ row: { companyId: id, name: '' } });
  });

  it('a missing key is distinguished from a damaged one', async () => {
    await app.dispose();
    const account = [...keychain.entries.keys()].find((each) => each.endsWith('people-key')) ?? '';
    await keychain.set(account, 'c2hvcnQ=');
    app = await startTestApp({ dataDir: folder.path, keychain, settings });
    expect((await app.api.keys.state({})).people).toMatchObject({ state: 'locked', why: 'key-damaged' });
    await app.dispose();
    await keychain.delete(account);
    app = await startTestApp({ dataDir: folder.path, keychain, settings });
    expect((await app.api.keys.state({})).people).toMatchObject({ state: 'locked', why: 'key-missing' });
  });
});

describe('damaged file that was set aside', () => {
  const aside = (name: string): string => {
    const [workspace = ''] = readdirSync(join(folder.path, 'workspaces'));
    const file = join(folder.path, 'workspaces', workspace, name);
    writeFileSync(file, 'what is left of it', { mode: 0o600 });
    return file;
  };
  const cacheAside = (): string => aside('cache.damaged-20261101T101010Z.db');

  it('is deleted with a contact, a key or the downloaded data, and after thirty days; damaged user data stays', async () => {
    const words = aside('yours.damaged-20261101T101010Z.db');
    const [first, second] = await people();
    const at = (personId = '') => ({ companyId: id, personId });
    const gone = async (work: () => Promise<unknown>): Promise<boolean> => {
      const file = cacheAside();
      await work();
      return !existsSync(file);
    };
    expect(await gone(() => app.api.privacy.suppress(at(first?.personId)))).toBe(true);
    expect(await gone(() => app.api.privacy.eraseContact(at(second?.personId)))).toBe(true);
    expect(await gone(() => app.api.privacy.changeKey({ how: { mode: 'keychain' } }))).toBe(true);
    expect(await gone(() => app.api.privacy.wipeServiceData({}))).toBe(true);
    expect(await gone(() => restart())).toBe(false);
    const monthAgo = service.nowMs() / 1_000 - 32 * 86_400;
    const cacheFile = cacheAside();
    utimesSync(cacheFile, monthAgo, monthAgo);
    await restart({ clock: { ...createSystemClock(), nowMs: () => service.nowMs() } });
    expect(existsSync(words)).toBe(true);
    expect(existsSync(cacheFile)).toBe(true);
    // The app deletes the old copy of the cache only once it is certain of the date. The laptop's clock now
    // agrees with the service's, and these two responses confirm it.
    await fetchPeople(id);
    await fetchPeople(id);
    expect(readdirSync(join(words, '..')).filter((name) => name.startsWith('cache.damaged'))).toEqual([]);
    expect((await app.api.privacy.eraseCompany({ companyId: id })).filesRemoved).toBe(1);
    expect(existsSync(words)).toBe(false);
  });
});

describe('workspace files', () => {
  it('are accessible to their owner only, as are folders, while open and closed', async () => {
    await app.api.backups.make({});
    await app.api.privacy.changeKey({ how: { mode: 'passphrase', passphrase } });
    const modes = (): string[] =>
      readdirSync(folder.path, { recursive: true, withFileTypes: true }).map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return `${entry.isDirectory() ? 'folder' : 'file'} ${(statSync(file).mode & 0o777).toString(8)}`;
      });
    const open = modes();
    expect(open.length).toBeGreaterThan(8);
    expect([...new Set(open)].sort()).toEqual(['file 600', 'folder 700']);
    await restart();
    expect([...new Set(modes())].sort()).toEqual(['file 600', 'folder 700']);
  });

  it('are deleted with keys, backups and settings when everything is wiped', async () => {
    const { name } = (await app.api.companies.get({ id })).row;
    await app.api.notes.save({ companyId: id, body: `Note on ${name}`, baseRevision: 0 });
    await app.api.backups.make({});
    const workspaceId = (await app.api.workspaces.list({})).activeId ?? '';
    expect(existsSync(join(folder.path, 'workspaces', workspaceId, 'backups'))).toBe(true);
    await app.api.privacy.wipeEverything({});
    expect(await app.api.workspaces.list({})).toEqual({
      workspaces: [],
      activeId: null,
      assistantsOn: false,
      lost: [],
    });
    expect([...keychain.entries]).toEqual([]);
    expect(settings.get('activeWorkspaceId')).toBeNull();
    const left = readdirSync(folder.path, { recursive: true, withFileTypes: true });
    for (const entry of left) {
      expect(entry.name).not.toContain(workspaceId);
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name), 'utf8')).not.toContain(workspaceId);
    }
    expect(findPlaintext(folder.path, [name]).hits).toEqual([]);
  });

  it('are not deleted if the keychain cannot delete the keys', async () => {
    keychain.become('locked');
    await expect(app.api.privacy.wipeEverything({})).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-locked' },
    });
    keychain.become('ready');
    expect((await people()).length).toBeGreaterThan(0);
  });
});
