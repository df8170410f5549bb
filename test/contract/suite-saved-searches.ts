import { savedQuerySchema } from '../../shared/model/saved-search.ts';
import { marketSchema } from '../../shared/model/market.ts';
import { check, failure, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover saved searches, the user's market, and the fit of companies. */

const search = savedQuerySchema.parse({
  list: 'fundings',
  dates: { kind: 'last', days: 7 },
  query: { limit: 5, countries: ['US'] },
});
const firms = savedQuerySchema.parse({ ...search, list: 'companies' });

export const savedSearchSteps: readonly ContractStep[] = [
  {
    name: 'a saved search is unique for its search, has a price, and every change can be undone',
    run: async ({ api }) => {
      let pushes = 0;
      const stop = api.savedSearches.onChanged(() => (pushes += 1));
      const made = await api.savedSearches.create({ name: ' States ', search });
      same([made.name, made.existed], ['States', false], 'made');
      const again = await api.savedSearches.create({ name: 'Twice', search: { ...search } });
      same([again.id, again.name, again.existed, again.undo], [made.id, 'States', true, null], 'again');
      const other = await api.savedSearches.create({ name: 'Firms', search: firms });
      check(!other.existed, 'the two lists are not distinguished');
      const list = async () => (await api.savedSearches.list({})).searches;
      const before = await list();
      same(
        before.map(({ price }) => price?.cost.records),
        [5, 5],
        'prices',
      );
      same(
        before.map(({ fresh, fetchedAtMs, unlisted }) => [fresh, fetchedAtMs, unlisted]),
        [
          [0, null, []],
          [0, null, []],
        ],
        'never run',
      );
      const { id } = made;
      same(
        (await failure(api.savedSearches.replace({ id: other.id, search }), 'conflict')).reason,
        'already-saved',
        'question',
      );
      const changes = [
        await api.savedSearches.rename({ id, name: 'U.S.' }),
        await api.savedSearches.replace({ id, search: { ...search, dates: { kind: 'last', days: 30 } } }),
        await api.savedSearches.move({ id, by: 1 }),
        await api.savedSearches.remove({ id }),
      ];
      same(
        (await list()).map(({ name }) => name),
        ['Firms'],
        'removed',
      );
      for (const { undo } of changes.toReversed()) await api.marks.undo({ token: undo ?? '' });
      same(
        (await list()).map(({ name, search: savedQuery }) => [name, savedQuery]),
        [
          ['States', search],
          ['Firms', firms],
        ],
        'after undo',
      );
      await failure(api.savedSearches.markSeen({ id: '999' }), 'not-found');
      await until(() => pushes >= 10, 'the pushes of every change');
      stop();
    },
  },
  {
    name: 'new results are a difference of ids, and opening a search sends no request',
    run: async ({ api }) => {
      // Moves the demo to the next day, because earlier tests may have used up the minute budget.
      await api.demo.travel({ days: 1 });
      const find = async () =>
        (await api.savedSearches.list({})).searches.find(({ name }) => name === 'States');
      const saved = await find();
      check(saved?.price != null, 'no price');
      const opened = await api.savedSearches.open({ id: saved.id });
      same([opened.set, opened.current], [null, false], 'nothing stored');
      const { set } = await api.search.run({
        question: opened.question,
        accepted: saved.price.cost,
        screen: 'search',
      });
      const fetched = await find();
      same(fetched?.fresh, set.loaded, 'new');
      check(fetched?.fetchedAtMs != null && fetched.viewedAtMs === null, 'the cursors');
      const rows = await api.savedSearches.newRows({ id: saved.id, offset: 1, limit: 50 });
      same([rows.total, rows.rowIds.length], [set.loaded, set.loaded - 1], 'new rows by position');
      const { total } = await api.demo.transcript({ offset: 0, limit: 1 });
      const shown = await api.savedSearches.open({ id: saved.id });
      same([shown.set?.setId, shown.current], [set.setId, true], 'kept');
      same((await api.demo.transcript({ offset: 0, limit: 1 })).total, total, 'calls');
      const seen = await api.savedSearches.markSeen({ id: saved.id });
      same((await find())?.fresh, 0, 'seen');
      check((await find())?.viewedAtMs != null, 'no time of the mark');
      same((await api.savedSearches.markSeen({ id: saved.id })).undo, null, 'nothing to mark');
      await api.marks.undo({ token: seen.undo ?? '' });
      same((await find())?.fresh, set.loaded, 'new again');
      const [row] = (await api.search.rows({ setId: set.setId, offset: 0, limit: 1 })).rows;
      const done = await api.triage.setDone({ companyIds: [row?.companyId ?? ''] });
      const fresh = (await find())?.fresh ?? set.loaded;
      check(fresh < set.loaded, 'a done company still counts as new');
      same((await api.savedSearches.newRows({ id: saved.id, offset: 0, limit: 1 })).total, fresh, 'rows');
      await api.marks.undo({ token: done.undo ?? '' });
      same((await find())?.fresh, set.loaded, 'new again once reopened');
    },
  },
  {
    name: 'the market becomes a saved search and gives every row its fit, and both can be undone',
    run: async ({ api }) => {
      const none = await api.market.get({});
      same([none.market, none.skipped], [null, false], 'no market');
      const { set } = await api.search.last({});
      check(set !== null, 'no results');
      const rows = async () =>
        (await api.search.rows({ setId: set.setId, offset: 0, limit: 50 })).rows.map(({ fit }) => fit);
      check(
        (await rows()).every((fit) => fit === undefined),
        'a fit without a market',
      );
      const market = marketSchema.parse({ countries: ['US'], stages: ['Seed'], maxAmount: '$2,000K' });
      const { undo, searchId } = await api.market.set({ market, saveAs: 'States' });
      const made = (await api.savedSearches.list({})).searches.find(({ id }) => id === searchId);
      same(made?.name, 'States (2)', 'the next free name');
      same(made?.search?.dates, { kind: 'last', days: 7 }, 'relative dates');
      same((await api.market.get({})).market?.maxAmount, '2000K', 'the amount as it is sent');
      check(
        (await rows()).every((fit) => fit !== undefined && fit >= 0 && fit <= 100),
        'a row without a fit',
      );
      const [companyId = ''] = (await api.search.rows({ setId: set.setId, offset: 0, limit: 1 })).rows.map(
        (row) => row.companyId,
      );
      const { fit, icp } = await api.market.fit({ companyId });
      same([fit?.score, icp], [(await rows())[0], null], 'the same fit');
      same((await api.companies.get({ id: companyId })).row.fit, fit?.score, 'in the company');
      const weighed = await api.market.setWeights({
        weights: { stage: 0, size: 0, country: 1, industry: 0, tech: 0, hiring: 0 },
      });
      same(new Set(await rows()).size, 1, 'only the country weighs');
      await api.marks.undo({ token: weighed.undo ?? '' });
      same((await api.market.fit({ companyId })).fit, fit, 'weights after undo');
      await api.marks.undo({ token: undo ?? '' });
      same((await api.market.get({})).market, null, 'market after undo');
      check(
        (await api.savedSearches.list({})).searches.every(({ id }) => id !== searchId),
        'its saved search still exists',
      );
      await api.market.skip({});
      same((await api.market.get({})).skipped, true, 'skipped');
    },
  },
  {
    name: 'buyer roles are saved without duplicates, removed if empty, and undone in both cases',
    run: async ({ api }) => {
      const stored = async () => (await api.market.get({})).buyerRoles;
      const undone = async (token: string | null) => (await api.marks.undo({ token: token ?? '' })).undo;
      same(await stored(), null, 'no buyer roles');
      const role = { department: 'it' as const, seniorities: ['executive' as const] };
      const wanted = { roles: [role, role], keywords: ['RevOps', 'revops'] };
      const { undo } = await api.market.setBuyerRoles({ buyerRoles: wanted });
      const saved = await stored();
      same(saved?.roles, [role], 'one role for each department');
      same(saved?.keywords.length, 1, 'each keyword once');
      const again = await undone(undo);
      same(await stored(), null, 'undone');
      await undone(again);
      same(await stored(), saved, 'redone');
      const removed = await api.market.setBuyerRoles({ buyerRoles: { roles: [], keywords: [] } });
      same(await stored(), null, 'removed');
      await undone(removed.undo);
      same(await stored(), saved, 'back');
      await api.market.setBuyerRoles({ buyerRoles: null });
    },
  },
  {
    name: 'hostile searches and weights are rejected',
    run: async ({ port }) => {
      const inputs: readonly (readonly [string, unknown])[] = [
        ['savedSearches.create', { name: 'x', search: { ...search, list: 'planets' } }],
        ['savedSearches.create', { name: 'x', search: { ...search, dates: { kind: 'last', days: 0 } } }],
        ['savedSearches.create', { name: 'x', search: { ...search, query: { ...search.query, offset: 1 } } }],
        ['savedSearches.create', { name: 'x', search: { ...firms, query: { limit: 5, minAmount: '1M' } } }],
        [
          'savedSearches.create',
          { name: 'x', search: { ...search, query: { limit: 5, minAmount: '1M; --' } } },
        ],
        ['savedSearches.create', { name: '', search }],
        ['savedSearches.move', { id: '1', by: 2 }],
        ['market.set', { market: { countries: ['Norway'] }, saveAs: null }],
        [
          'market.setWeights',
          { weights: { stage: 0.5, size: 0, country: 0, industry: 0, tech: 0, hiring: 0 } },
        ],
        [
          'market.setWeights',
          { weights: { stage: 101, size: 0, country: 0, industry: 0, tech: 0, hiring: 0 } },
        ],
        [
          'market.setBuyerRoles',
          { buyerRoles: { roles: [{ department: 'space', seniorities: [] }], keywords: [] } },
        ],
        ['market.setBuyerRoles', { buyerRoles: { roles: [], keywords: ['x'.repeat(61)] } }],
        ['market.fit', { companyId: '' }],
      ];
      for (const [channel, input] of inputs) {
        const reply = await port.request(channel, input);
        check(
          !reply.ok && reply.error.kind === 'validation',
          `accepted: ${JSON.stringify(input).slice(0, 80)}`,
        );
      }
    },
  },
];
