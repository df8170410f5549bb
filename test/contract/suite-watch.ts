import { check, failure, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover watched lists. */

const rule = { watched: true, refreshDays: 7, recordsAMonth: 5 };

export const watchSteps: readonly ContractStep[] = [
  {
    name: 'a list is watched by its own rule, and every change can be undone',
    run: async ({ api }) => {
      let pushes = 0;
      const stop = api.watch.onChanged(() => (pushes += 1));
      const { id } = await api.watchlists.create({ name: 'Watched' });
      const listRule = async () => (await api.watch.lists({})).lists.find((list) => list.id === id);
      same((await listRule())?.watched, false, 'at first');
      const { undo } = await api.watch.set({ id, ...rule });
      same(
        await listRule(),
        { id, name: 'Watched', companies: 0, ...rule, usedThisMonth: 0, due: 0, unseen: 0 },
        'watched',
      );
      await api.marks.undo({ token: undo ?? '' });
      same((await listRule())?.watched, false, 'after undo');
      same((await failure(api.watch.set({ id: '999', ...rule }), 'not-found')).what, 'watchlist', 'unknown');
      await until(() => pushes >= 2, 'both pushes');
      stop();
      await api.watchlists.remove({ id });
    },
  },
  {
    name: 'a company fetched long ago is due on a watched list, at the price of a profile, within the allowance',
    run: async ({ api }) => {
      const { id } = await api.watchlists.create({ name: 'Due' });
      const { queryId } = await api.library.open({});
      const { rows } = await api.library.rows({ queryId, offset: 0, limit: 3 });
      const companyIds = rows.map(({ companyId }) => companyId);
      await api.watchlists.add({ id, companyIds });
      await api.watch.set({ id, watched: true, refreshDays: 1, recordsAMonth: 2 });
      await api.demo.travel({ days: 2 });
      const { companies, total } = await api.watch.due({ listId: id, offset: 0, limit: 50 });
      same([total, companies.map(({ allowed }) => allowed)], [3, [true, true, false]], 'due');
      check(
        companies.every(({ cost, listId }) => cost.records === 1 && listId === id),
        'the price of a profile',
      );
      same((await api.watch.lists({})).lists.find((list) => list.id === id)?.due, 3, 'counted');
      const { companies: priced, preview } = await api.watch.duePrice({ listId: id });
      same([priced, preview?.cost.records], [2, 2], 'the price of all allowed requests');
      same(
        await api.watch.feed({ listId: id, offset: 0, limit: 50 }),
        { changes: [], total: 0, unseen: 0 },
        'feed',
      );
      const stranger = {
        companyId: 'cmp_nowhere',
        accepted: { requests: 1, records: 1, pageTurns: 0, companies: 1 },
      };
      await failure(api.watch.refresh({ ...stranger, screen: 'library' }), 'not-found');
      same((await api.watch.markSeen({ companyIds: [companyIds[0] ?? ''] })).undo === null, false, 'marked');
      await api.watchlists.remove({ id });
    },
  },
  {
    name: 'hostile rules and positions are rejected',
    run: async ({ port }) => {
      for (const [channel, input] of [
        ['watch.set', { id: '1', watched: true, refreshDays: 0, recordsAMonth: 1 }],
        ['watch.set', { id: '1', watched: true, refreshDays: 1, recordsAMonth: -1 }],
        ['watch.feed', { listId: null, offset: 0, limit: 51 }],
        ['watch.markSeen', { companyIds: [] }],
        ['watch.due', { listId: null, offset: -1, limit: 1 }],
      ] as const) {
        const reply = await port.request(channel, input);
        check(!reply.ok && reply.error.kind === 'validation', `accepted: ${channel}`);
      }
    },
  },
];
