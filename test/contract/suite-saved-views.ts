import { check, failure, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

const question = { text: '', filters: { statuses: ['none' as const], hiring: false }, sort: 'name' as const };

export const savedViewSteps: readonly ContractStep[] = [
  {
    name: 'a saved view is stored, opened and changed, and every change can be undone',
    run: async ({ api }) => {
      let pushes = 0;
      const stop = api.savedFilters.onChanged(() => (pushes += 1));
      const { id, undo } = await api.savedFilters.create({ name: ' Not touched ', question });
      const [view] = (await api.savedFilters.list({})).filters;
      same([view?.id, view?.name, view?.question?.sort], [id, 'Not touched', 'name'], 'saved');
      check(view?.question?.filters.statuses[0] === 'none', 'the filters are not stored');
      const found = await api.library.open(view.question);
      const { counts } = found;
      same(counts?.statuses.find(({ value }) => value === 'none')?.count, found.total, 'without a status');
      same(
        (await failure(api.savedFilters.create({ name: 'NOT TOUCHED', question }), 'conflict')).reason,
        'name-taken',
        'name',
      );
      const renamed = await api.savedFilters.rename({ id, name: 'Fresh' });
      const replaced = await api.savedFilters.replace({ id, question: { ...question, text: 'grid' } });
      const removed = await api.savedFilters.remove({ id });
      same((await api.savedFilters.list({})).filters, [], 'removed');
      for (const each of [removed, replaced, renamed]) await api.marks.undo({ token: each.undo ?? '' });
      same((await api.savedFilters.list({})).filters, [view], 'after undo');
      await api.marks.undo({ token: undo ?? '' });
      same((await api.savedFilters.list({})).filters, [], 'after undoing everything');
      await failure(api.savedFilters.remove({ id }), 'not-found');
      await until(() => pushes >= 8, 'the pushes of every change');
      stop();
    },
  },
  {
    name: 'a saved view reports a deleted list',
    run: async ({ api }) => {
      const list = await api.watchlists.create({ name: 'Soon deleted' });
      const { id } = await api.savedFilters.create({
        name: 'On it',
        question: { ...question, filters: { lists: [list.id] } },
      });
      const deletedLists = async () => (await api.savedFilters.list({})).filters[0]?.deletedMarks.lists;
      same(await deletedLists(), [], 'there');
      await api.watchlists.remove({ id: list.id });
      same(await deletedLists(), [{ id: list.id, name: 'Soon deleted' }], 'gone');
      await api.watchlists.restore({ id: list.id });
      same(await deletedLists(), [], 'back');
      await api.watchlists.remove({ id: list.id });
      await api.savedFilters.remove({ id });
    },
  },
  {
    name: 'a saved view reports a deleted status',
    run: async ({ api }) => {
      const { id: statusId } = await api.marks.addStatus({ name: 'Soon deleted' });
      const { id } = await api.savedFilters.create({
        name: 'In it',
        question: { ...question, filters: { statuses: ['none', statusId] } },
      });
      const deletedStatuses = async () =>
        (await api.savedFilters.list({})).filters[0]?.deletedMarks.statuses.map((each) => each.id);
      same(await deletedStatuses(), [], 'there');
      const { undo } = await api.marks.removeStatus({ id: statusId, moveTo: null });
      same(await deletedStatuses(), [statusId], 'gone');
      await api.marks.undo({ token: undo ?? '' });
      same(await deletedStatuses(), [], 'back');
      await api.marks.removeStatus({ id: statusId, moveTo: null });
      await api.savedFilters.remove({ id });
    },
  },
  {
    name: 'hostile filters are rejected, and the demo’s contacts cannot be locked',
    run: async ({ api, port }) => {
      for (const input of [
        { name: 'x', question: { ...question, sort: 'name; DROP TABLE note' } },
        { name: 'x', question: { ...question, filters: { planets: ['mars'] } } },
        { name: 'x', question: { ...question, text: 'x'.repeat(201) } },
        { name: 'x'.repeat(81), question },
        { name: '', question },
        { name: 'x', question, id: '1' },
      ]) {
        const reply = await port.request('savedFilters.create', input);
        check(
          !reply.ok && reply.error.kind === 'validation',
          `accepted: ${JSON.stringify(input).slice(0, 80)}`,
        );
      }
      same((await failure(api.keys.lockContacts({}), 'conflict')).reason, 'no-passphrase', 'lock');
    },
  },
];

/** Steps that restore a backup with a saved view. A restore reopens the demo, so these steps run late. */
export const savedViewBackupSteps: readonly ContractStep[] = [
  {
    name: 'a saved view is part of a backup',
    run: async ({ api }) => {
      await api.savedFilters.create({ name: 'Backed up', question });
      const { filters: before } = await api.savedFilters.list({});
      const { backup } = await api.backups.make({});
      await api.savedFilters.remove({ id: before[0]?.id ?? '' });
      await api.backups.restore({ id: backup.id });
      same((await api.savedFilters.list({})).filters, before, 'restored');
      await api.savedFilters.remove({ id: before[0]?.id ?? '' });
    },
  },
];
