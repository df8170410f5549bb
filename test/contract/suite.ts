import { check, failure, memo, same, thirtyDays, type ContractStep, type Subject } from './suite-kit.ts';
import { backupSteps } from './suite-backups.ts';
import { companySteps } from './suite-company.ts';
import { insightSteps } from './suite-insights.ts';
import { investorSteps } from './suite-investors.ts';
import { librarySteps } from './suite-library.ts';
import { offlineSteps } from './suite-offline.ts';
import { panelSteps } from './suite-panels.ts';
import { planSteps } from './suite-plan.ts';
import { reviewSteps } from './suite-reviews.ts';
import { privacySteps } from './suite-privacy.ts';
import { quotaSteps } from './suite-quota.ts';
import { savedViewBackupSteps, savedViewSteps } from './suite-saved-views.ts';
import { settingsSteps } from './suite-settings.ts';
import { savedSearchSteps } from './suite-saved-searches.ts';
import { signalSteps } from './suite-signals.ts';
import { searchSteps } from './suite-search.ts';
import { watchSteps } from './suite-watch.ts';
import { archiveSteps } from './suite-archive.ts';
import { importFilesSteps } from './suite-import-files.ts';
import { oursSteps } from './suite-ours.ts';
import { triageSteps } from './suite-triage.ts';
import { userDataSteps } from './suite-user-data.ts';
import { until } from '../support/common/until.ts';

export type { Subject } from './suite-kit.ts';

/*
 * Tests of the contract, which must pass on every transport: the in-memory port, the loopback shell's
 * WebSocket, and Electron's IPC. The steps run in order in one new data folder. Later steps use the data of
 * earlier steps. Over Electron's IPC, `npm test` runs only `shellSteps`, and `npm run security` runs all.
 */

const rejections: ContractStep[] = [
  {
    name: 'an unknown channel and malformed input are rejected as validation errors',
    run: async ({ port }) => {
      for (const [channel, input] of [
        ['companies.dump', {}],
        ['__proto__.get', {}],
        ['companies.get', { id: 7 }],
        ['companies.get', null],
        ['companies.get', { id: 'a', all: true }],
        ['app.info', 'text'],
      ] as const) {
        const reply = await port.request(channel, input);
        check(!reply.ok && reply.error.kind === 'validation', `${channel} answered ${JSON.stringify(reply)}`);
      }
    },
  },
  {
    name: 'nothing is open at first, and calls that need a workspace report that',
    run: async ({ api }) => {
      same(
        await api.workspaces.list({}),
        { workspaces: [], activeId: null, assistantsOn: false, lost: [] },
        'workspaces',
      );
      const error = await failure(api.quota.status({}), 'not-found');
      same(error.what, 'workspace', 'what');
      same((await api.connection.status({})).state, 'idle', 'connection');
    },
  },
  {
    name: 'the price of connecting is known first',
    run: async ({ api }) => {
      const preview = await api.workspaces.connectPrice({});
      same(preview.cost, { requests: 2, records: 2, pageTurns: 0, companies: 0 }, 'cost');
      same(preview.decision, { kind: 'go' }, 'decision');
    },
  },
];

const demo: ContractStep[] = [
  {
    name: 'exploring the demo opens it and announces that',
    run: async ({ api }) => {
      const pushed: unknown[] = [];
      const stop = api.workspaces.onChanged((payload) => pushed.push(payload));
      const workspace = await api.workspaces.exploreDemo({});
      same(workspace.kind, 'demo', 'kind');
      await until(() => pushed.length > 0, 'a push');
      same(pushed[0], { activeId: workspace.id }, 'push');
      stop();
      same((await api.workspaces.exploreDemo({})).id, workspace.id, 'the same demo again');
    },
  },
  {
    name: 'a workspace is renamed without characters that hide or reorder text, and the new name is stored',
    run: async ({ api }) => {
      const before = await api.workspaces.exploreDemo({});
      const { id } = before;
      const renamed = await api.workspaces.rename({ id, name: ' My \u202edemo ' });
      same([renamed.id, renamed.name], [id, 'My demo'], 'renamed');
      same(
        (await api.workspaces.list({})).workspaces.find((each) => each.id === id)?.name,
        'My demo',
        'listed',
      );
      await failure(api.workspaces.rename({ id, name: '\u202e' }), 'validation');
      await failure(api.workspaces.rename({ id: '0123456789abcdef01234567', name: 'x' }), 'not-found');
      await api.workspaces.rename({ id, name: before.name });
    },
  },
  {
    name: 'a search costs the displayed price and returns rows by position',
    run: async (subject) => {
      const { api } = subject;
      const query = await thirtyDays(api);
      const preview = await api.quota.price({ call: { endpoint: 'fundings', query } });
      same(preview.cost, { requests: 1, records: 25, pageTurns: 1, companies: 0 }, 'price');
      const { set, receipt } = await api.search.run({
        question: { list: 'fundings', query },
        accepted: preview.cost,
        screen: 'search',
      });
      same(receipt.outcome, 'spent', 'outcome');
      same(receipt.cost.records, set.loaded, 'records');
      check(set.total >= 25, `only ${set.total} US rounds in 30 days`);
      const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
      same(rows.length, 25, 'rows');
      check(
        rows.every(({ countryCode }) => countryCode === 'US'),
        'a row is not from the US',
      );
      check(
        rows.every(({ known }) => !known),
        'a row was known before the first search',
      );
      same((await api.search.last({})).set?.setId, set.setId, 'last set');
      const first = rows.find(({ window }) => window.state === 'open');
      check(first !== undefined, 'no open contact window in 30 days');
      subject.memo.set('setId', set.setId);
      for (const row of rows) subject.memo.set('companyId', row.companyId);
    },
  },
  {
    name: 'more than a page is rejected before it is sent',
    run: async ({ api }) => {
      const query = { ...(await thirtyDays(api)), limit: 51 };
      await failure(api.quota.price({ call: { endpoint: 'fundings', query } }), 'validation');
    },
  },
  {
    name: 'a request that costs more than the accepted price is not sent',
    run: async ({ api }) => {
      const query = { ...(await thirtyDays(api)), stages: ['Seed'] };
      const { total } = await api.demo.transcript({ offset: 0, limit: 1 });
      const accepted = { requests: 1, records: 10, pageTurns: 1, companies: 0 };
      const error = await failure(
        api.search.run({ question: { list: 'fundings', query }, accepted, screen: 'search' }),
        'price-changed',
      );
      same(error.preview?.cost.records, 25, 'the new price');
      same((await api.demo.transcript({ offset: 0, limit: 1 })).total, total, 'calls');
    },
  },
];

const company: ContractStep[] = [
  {
    name: 'a company is read from the library free of charge, its profile at a price',
    run: async (subject) => {
      const { api } = subject;
      const id = await openWindowWithPeople(subject);
      subject.memo.set('companyId', id);
      const view = await api.companies.get({ id });
      check(view.stamps.profile !== null, 'no profile stamp');
      check(view.rounds.length > 0 && view.description !== null, 'an empty profile');
      check((view.totalContacts ?? 0) > 0, 'no contacts counted');
    },
  },
  {
    name: 'contacts are fetched with their addresses, for one company only',
    run: async (subject) => {
      const { api } = subject;
      const id = memo(subject, 'companyId');
      const before = await api.companies.people({ id });
      check(
        before.people.every(({ email }) => email === null),
        'the profile contains an email address',
      );
      const preview = await api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
      same(preview.cost.companies, 0, 'a company opened today does not count again');
      const { receipt } = await api.companies.fetchPeople({ id, accepted: preview.cost, screen: 'company' });
      const { people, state } = await api.companies.people({ id });
      same(state, 'fetched', 'state');
      same(receipt.cost.records, people.length, 'records');
      check(
        people.some(({ email }) => email?.endsWith('.example') === true),
        'no email address',
      );
    },
  },
  {
    name: 'a company unknown to the service is not found, free of charge',
    run: async ({ api }) => {
      const accepted = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
      const recordsLeft = async () =>
        (await api.quota.status({})).budgets.find(({ budget }) => budget === 'month-records')?.left;
      const leftBefore = await recordsLeft();
      const error = await failure(
        api.companies.fetchProfile({ id: '../../stats?x=1', accepted, screen: 'company' }),
        'not-found',
      );
      same(error.what, 'company', 'what');
      same(await recordsLeft(), leftBefore, 'records left');
    },
  },
];

const userData: ContractStep[] = [
  {
    name: 'a company can be added to lists, and deleted lists can be restored',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const { id } = await api.watchlists.create({ name: 'Warm intros' });
      same(
        (await failure(api.watchlists.create({ name: 'Warm intros' }), 'conflict')).reason,
        'name-taken',
        'reason',
      );
      await api.watchlists.add({ id, companyIds: [companyId], reason: 'met at a fair' });
      await api.watchlists.add({ id, companyIds: [companyId] });
      same((await api.watchlists.of({ companyId })).ids, [id], 'lists of the company');
      const names = () => api.watchlists.namesOf({ companyIds: [companyId, 'not-listed'] });
      same((await names()).companies, [{ companyId, lists: ['Warm intros'] }], 'names of the lists');
      await api.watchlists.remove({ id });
      same((await api.watchlists.list({})).watchlists, [], 'lists');
      same((await names()).companies, [], 'names without the deleted list');
      await api.watchlists.restore({ id });
      same((await api.watchlists.list({})).watchlists, [{ id, name: 'Warm intros', count: 1 }], 'restored');
      subject.memo.set('listId', id);
    },
  },
  {
    name: 'a note is saved, and an older revision never overwrites a newer one',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const empty = await api.notes.get({ companyId });
      same([empty.body, empty.revision, empty.savedAtMs], ['', 0, null], 'no note');
      const first = await api.notes.save({
        companyId,
        body: 'Ask about *Spain* \u{1F1EA}\u{1F1F8}',
        baseRevision: 0,
      });
      same(first.revision, 1, 'revision');
      same(
        (await failure(api.notes.save({ companyId, body: 'lost?', baseRevision: 0 }), 'conflict')).reason,
        'newer-revision',
        'reason',
      );
      same((await api.notes.get({ companyId })).body, 'Ask about *Spain* \u{1F1EA}\u{1F1F8}', 'body');
    },
  },
  {
    name: 'the library counts exactly and returns rows by position',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const whole = await api.library.open({});
      same(whole.total, whole.libraryTotal, 'total');
      const listed = await api.library.open({ watchlistId: memo(subject, 'listId') });
      same(listed.total, 1, 'listed');
      const { rows } = await api.library.rows({ queryId: listed.queryId, offset: 0, limit: 50 });
      same([rows[0]?.companyId, rows[0]?.hasNote, rows[0]?.hasPeople], [companyId, true, true], 'the row');
      const name = rows[0]?.name ?? '';
      const found = await api.library.open({ text: name.toUpperCase() });
      check(found.total >= 1, `${name} is not found by its name`);
      const noted = await api.library.open({ has: 'note' });
      same(
        [noted.total, noted.facets.withNote, noted.facets.windowOpen],
        [1, 1, whole.facets.windowOpen],
        'with a note',
      );
      await failure(api.library.rows({ queryId: 'gone', offset: 0, limit: 1 }), 'not-found');
    },
  },
];

const consistency: ContractStep[] = [
  {
    name: 'the ledger and the service agree on every request',
    run: async ({ api }) => {
      const { calls, total } = await api.demo.transcript({ offset: 0, limit: 50 });
      const { rows } = await api.quota.ledger({ offset: 0, limit: 50 });
      const sent = rows.filter(({ state }) => state !== 'refused');
      same(sent.length, total, 'number of calls');
      same(
        sent.map(({ call, status, cost }) => [
          call,
          status,
          cost?.requests ?? 0,
          // The app's ledger counts one record for `/stats`. The demo's service charges none.
          call === '/stats' ? 0 : (cost?.records ?? 0),
        ]),
        calls.map(({ path, status, cost }) => [
          path.replace('/api/v1', ''),
          status,
          cost.requests,
          cost.records,
        ]),
        'calls',
      );
    },
  },
  {
    name: 'without the service all stored data is available, and only a new request fails',
    run: async (subject) => {
      const { api } = subject;
      const id = memo(subject, 'companyId');
      await api.demo.setService({ running: false });
      const preview = await api.quota.price({ call: { endpoint: 'company', companyId: id } });
      await failure(api.companies.fetchProfile({ id, accepted: preview.cost, screen: 'company' }), 'network');
      same((await api.connection.status({})).state, 'offline', 'connection');
      check((await api.companies.people({ id })).people.length > 0, 'contacts are missing');
      same(
        (await api.search.rows({ setId: memo(subject, 'setId'), offset: 0, limit: 25 })).rows.length,
        25,
        'rows',
      );
      await api.demo.setService({ running: true });
      await api.companies.fetchProfile({ id, accepted: preview.cost, screen: 'company' });
      same((await api.connection.status({})).state, 'online', 'connection');
    },
  },
];

const ending: ContractStep[] = [
  {
    name: 'removing the demo leaves nothing open',
    run: async ({ api }) => {
      const { activeId } = await api.workspaces.list({});
      check(activeId !== null, 'nothing was open');
      await api.workspaces.remove({ id: activeId });
      same(
        await api.workspaces.list({}),
        { workspaces: [], activeId: null, assistantsOn: false, lost: [] },
        'workspaces',
      );
    },
  },
];

/**
 * Fetches the profiles of results whose contact window is open, one after another, until a profile contains
 * contacts. Returns that company's id.
 */
async function openWindowWithPeople(subject: Subject): Promise<string> {
  const { api } = subject;
  const { rows } = await api.search.rows({ setId: memo(subject, 'setId'), offset: 0, limit: 25 });
  for (const { companyId, window } of rows) {
    if (window.state !== 'open') continue;
    const { cost } = await api.quota.price({ call: { endpoint: 'company', companyId } });
    await api.companies.fetchProfile({ id: companyId, accepted: cost, screen: 'company' });
    if ((await api.companies.people({ id: companyId })).state === 'names-only') return companyId;
  }
  throw new Error('no company with contacts among the first results');
}

export const contractSteps: readonly ContractStep[] = [
  ...rejections,
  ...demo,
  ...company,
  ...panelSteps,
  ...investorSteps,
  ...insightSteps,
  ...reviewSteps,
  ...searchSteps,
  ...quotaSteps,
  ...userData,
  ...librarySteps,
  ...userDataSteps,
  ...savedViewSteps,
  ...triageSteps,
  ...companySteps,
  ...consistency,
  ...settingsSteps,
  ...savedSearchSteps,
  ...signalSteps,
  // These steps must come after `consistency`, because they restore a backup. The restore starts a new
  // transcript, which lacks some of the requests in the ledger.
  ...backupSteps,
  ...savedViewBackupSteps,
  ...watchSteps,
  ...planSteps,
  ...offlineSteps,
  ...oursSteps,
  ...archiveSteps,
  ...importFilesSteps,
  ...privacySteps,
  ...ending,
];

/**
 * The steps that depend on the shell: its transport, requests to the service, keys, settings, incoming
 * webhook events, folders and backups. All other steps test only the core's handlers, which are the same in
 * every shell.
 */
export const shellSteps: readonly ContractStep[] = [
  ...rejections,
  ...demo,
  ...company,
  ...quotaSteps,
  ...userData,
  ...consistency,
  ...settingsSteps,
  ...signalSteps,
  ...backupSteps,
  ...offlineSteps,
  ...privacySteps,
  ...ending,
];
