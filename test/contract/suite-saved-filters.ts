import { check, failure, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

const question = { text: '', filters: { statuses: ['none' as const], hiring: false }, sort: 'name' as const };

export const savedFilterSteps: readonly ContractStep[] = [
  {
    name: 'a saved filter is kept, asked again, changed, and every change is taken back',
    run: async ({ api }) => {
      let pushes = 0;
      const stop = api.savedFilters.onChanged(() => (pushes += 1));
      const { id, undo } = await api.savedFilters.create({ name: ' Not touched ', question });
      const [kept] = (await api.savedFilters.list({})).filters;
      same([kept?.id, kept?.name, kept?.question?.sort], [id, 'Not touched', 'name'], 'kept');
      check(kept?.question?.filters.statuses[0] === 'none', 'the filters are not kept');
      const found = await api.library.open(kept.question);
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
      same((await api.savedFilters.list({})).filters, [kept], 'taken back');
      await api.marks.undo({ token: undo ?? '' });
      same((await api.savedFilters.list({})).filters, [], 'never saved');
      await failure(api.savedFilters.remove({ id }), 'not-found');
      await until(() => pushes >= 8, 'the pushes of every change');
      stop();
    },
  },
  {
    name: 'a saved filter tells which of its lists is gone',
    run: async ({ api }) => {
      const list = await api.watchlists.create({ name: 'Soon gone' });
      const { id } = await api.savedFilters.create({
        name: 'On it',
        question: { ...question, filters: { lists: [list.id] } },
      });
      const gone = async () => (await api.savedFilters.list({})).filters[0]?.gone.lists;
      same(await gone(), [], 'there');
      await api.watchlists.remove({ id: list.id });
      same(await gone(), [{ id: list.id, name: 'Soon gone' }], 'gone');
      await api.watchlists.restore({ id: list.id });
      same(await gone(), [], 'back');
      await api.watchlists.remove({ id: list.id });
      await api.savedFilters.remove({ id });
    },
  },
  {
    name: 'hostile filters are refused, and the demo’s people cannot be locked',
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
        check(!reply.ok && reply.error.kind === 'validation', `taken: ${JSON.stringify(input).slice(0, 80)}`);
      }
      same((await failure(api.keys.lockContacts({}), 'conflict')).reason, 'no-passphrase', 'lock');
    },
  },
];

/** Runs after the backup steps, because a restore reopens the demo. */
export const savedFilterBackupSteps: readonly ContractStep[] = [
  {
    name: 'a saved filter is part of a backup',
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
