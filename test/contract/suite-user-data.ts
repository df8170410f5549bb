import { check, failure, memo, same, type ContractStep, type Subject } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover user data. They need a company and a list from earlier steps. */

const ALL = { offset: 0, limit: 50 };

async function undoChange(subject: Subject, token: string | null): Promise<string> {
  check(token !== null, 'a change has no undo token');
  const { undo } = await subject.api.marks.undo({ token });
  check(undo !== null, 'an undo cannot be undone');
  return undo;
}

async function companyIdsOfLastSearch({ api, memo: state }: Subject): Promise<string[]> {
  const { rows } = await api.search.rows({ setId: state.get('setId') ?? '', offset: 0, limit: 25 });
  return [...new Set(rows.map(({ companyId }) => companyId))];
}

const lists: ContractStep[] = [
  {
    name: 'a list has a reason for each company, and undo restores reason and date',
    run: async (subject) => {
      const { api } = subject;
      const [id, companyId] = [memo(subject, 'listId'), memo(subject, 'companyId')];
      const [entry] = (await api.watchlists.reasons({ companyId })).entries;
      same([entry?.id, entry?.reason], [id, 'met at a fair'], 'reason');
      await api.watchlists.setReason({ id, companyId, reason: 'their CTO wrote' });
      const { undo } = await api.watchlists.drop({ id, companyIds: [companyId] });
      same((await api.watchlists.reasons({ companyId })).entries, [], 'dropped');
      await undoChange(subject, undo);
      same(
        (await api.watchlists.reasons({ companyId })).entries,
        [{ ...entry, reason: 'their CTO wrote' }],
        'the entry',
      );
      const { companies, total } = await api.watchlists.companies({ id, ...ALL });
      same(
        [total, companies[0]?.companyId, companies[0]?.reason],
        [1, companyId, 'their CTO wrote'],
        'listed',
      );
      await failure(api.watchlists.companies({ id: '999', ...ALL }), 'not-found');
    },
  },
  {
    name: 'a list created with companies is deleted by one undo',
    run: async (subject) => {
      const { api } = subject;
      const companyIds = await companyIdsOfLastSearch(subject);
      const made = await api.watchlists.create({ name: 'Made of a selection', companyIds });
      same(made.count, companyIds.length, 'count');
      const { companies } = await api.watchlists.companies({ id: made.id, ...ALL });
      same(companies.map(({ companyId }) => companyId).sort(), companyIds.toSorted(), 'on it');
      const again = await undoChange(subject, made.undo);
      const names = async () => (await api.watchlists.list({})).watchlists.map(({ name }) => name);
      same((await names()).includes('Made of a selection'), false, 'gone');
      await undoChange(subject, again);
      same((await names()).includes('Made of a selection'), true, 'back');
      await api.watchlists.remove({ id: made.id });
    },
  },
  {
    name: 'many companies are added and moved in one change each',
    run: async (subject) => {
      const { api } = subject;
      const ids = await companyIdsOfLastSearch(subject);
      const from = await api.watchlists.create({ name: 'From' });
      const to = await api.watchlists.create({ name: 'To' });
      await api.watchlists.add({ id: from.id, companyIds: ids, reason: 'same week' });
      const moved = await api.watchlists.move({ from: from.id, to: to.id, companyIds: ids });
      const counts = async () =>
        (await api.watchlists.list({})).watchlists
          .filter(({ id }) => id === from.id || id === to.id)
          .map(({ count }) => count);
      same(await counts(), [0, ids.length], 'moved');
      const again = await undoChange(subject, moved.undo);
      same(await counts(), [ids.length, 0], 'moved back');
      await undoChange(subject, again);
      same(await counts(), [0, ids.length], 'moved again');
      same(await api.watchlists.drop({ id: from.id, companyIds: ids }), { undo: null }, 'nothing to drop');
      for (const { undo } of [to, from])
        same(
          (await failure(api.marks.undo({ token: `${undo ?? ''}9999` }), 'not-found')).what,
          'undo',
          'what',
        );
      await api.watchlists.remove({ id: to.id });
      await api.watchlists.remove({ id: from.id });
    },
  },
];

const notes: ContractStep[] = [
  {
    name: 'a note has a history, and an older text is restored as the newest',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const { body: first, revision } = await api.notes.get({ companyId });
      const long = `${'They asked for a demo in June. '.repeat(20)}[site](https://a.example)`;
      const saved = await api.notes.save({ companyId, body: long, baseRevision: revision });
      const cleared = await api.notes.save({ companyId, body: '', baseRevision: saved.revision });
      const { revisions, total } = await api.notes.history({ companyId, ...ALL });
      same(
        [total, revisions[0]?.revision, revisions[0]?.excerpt],
        [revisions.length, cleared.revision, ''],
        'history',
      );
      const older = revisions.find(({ excerpt }) => excerpt.startsWith('They asked'));
      check(older !== undefined, 'the cleared text is not in the history');
      same((await api.notes.revision({ companyId, revision: older.revision })).body, long, 'the older text');
      const base = { companyId, baseRevision: cleared.revision };
      await failure(api.notes.restore({ ...base, revision: 9_999 }), 'not-found');
      await failure(api.notes.restore({ companyId, revision: older.revision, baseRevision: 1 }), 'conflict');
      const restored = await api.notes.restore({ ...base, revision: older.revision });
      same((await api.notes.get({ companyId })).body, long, 'restored');
      await undoChange(subject, restored.undo);
      same((await api.notes.get({ companyId })).body, '', 'the undo of a restore');
      const now = await api.notes.get({ companyId });
      await api.notes.save({ companyId, body: first, baseRevision: now.revision });
    },
  },
];

const marks: ContractStep[] = [
  {
    name: 'status and tags are set for many companies in one change, announced, and undone exactly',
    run: async (subject) => {
      const { api } = subject;
      const ids = await companyIdsOfLastSearch(subject);
      const companyId = ids[0] ?? '';
      const pushed: unknown[] = [];
      const stop = api.marks.onChanged((change) => pushed.push(change));
      const { undo: status } = await api.marks.setStatus({
        companyIds: [...ids, companyId],
        statusId: 'contacted',
      });
      const tag = await api.marks.addTag({ companyIds: ids, name: 'Série A' });
      same((await api.marks.addTag({ companyIds: ids, name: 'serie a' })).undo, null, 'the same tag again');
      await until(() => pushed.length === 2, 'two pushes');
      same(pushed, [{ companyIds: ids }, { companyIds: ids }], 'pushes');
      stop();
      const own = await api.marks.get({ companyId });
      same([own.status?.id, own.tags], ['contacted', [{ id: tag.id, name: 'Série A' }]], 'marks');
      const count = async () =>
        (await api.marks.statuses({})).statuses.find(({ id }) => id === 'contacted')?.count;
      same(await count(), ids.length, 'contacted');
      same(
        (await api.marks.tags({ text: 'SERIE', ...ALL })).tags,
        [{ id: tag.id, name: 'Série A', count: ids.length }],
        'tags',
      );
      const { steps } = await api.marks.undoable({ limit: 2 });
      same(
        steps.map(({ undo, what, companies, isUndo }) => [undo, what, companies, isUndo]),
        [
          [tag.undo, 'tagged', ids.length, false],
          [status, 'status-set', ids.length, false],
        ],
        'the changes that can be undone',
      );
      await undoChange(subject, status);
      const undone = await undoChange(subject, tag.undo);
      same(await api.marks.get({ companyId }), { status: null, tags: [] }, 'after undo');
      const { redone } = await api.marks.redo({});
      same([redone?.what, redone?.undone], ['tagged', undone], 'redone');
      same((await api.marks.get({ companyId })).tags, [{ id: tag.id, name: 'Série A' }], 'after redo');
      await undoChange(subject, redone?.undo ?? null);
      same(await api.marks.get({ companyId }), { status: null, tags: [] }, 'after another undo');
      same([await count(), (await api.marks.tags(ALL)).total], [0, 0], 'counts');
    },
  },
  {
    name: 'tags are renamed, merged and removed; statuses have the user’s names',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const warm = await api.marks.addTag({ companyIds: [companyId], name: 'Warm' });
      const intro = await api.marks.createTag({ name: 'Intro' });
      same(
        (await failure(api.marks.renameTag({ id: warm.id, name: 'INTRO' }), 'conflict')).reason,
        'name-taken',
        'reason',
      );
      const merged = await api.marks.mergeTags({ from: warm.id, into: intro.id });
      same((await api.marks.get({ companyId })).tags, [{ id: intro.id, name: 'Intro' }], 'merged');
      await failure(api.marks.removeTag({ id: warm.id }), 'not-found');
      await undoChange(subject, merged.undo);
      same((await api.marks.get({ companyId })).tags, [{ id: warm.id, name: 'Warm' }], 'separated again');
      await api.marks.dropTag({ companyIds: [companyId], id: warm.id });
      await api.marks.removeTag({ id: intro.id });
      same((await api.marks.tags(ALL)).tags, [{ id: warm.id, name: 'Warm', count: 0 }], 'tags');
      const renamed = await api.marks.renameStatus({ id: 'won', name: 'Signed' });
      same(
        (await failure(api.marks.renameStatus({ id: 'lost', name: 'signed' }), 'conflict')).reason,
        'name-taken',
        'reason',
      );
      await undoChange(subject, renamed.undo);
      const names = async () => (await api.marks.statuses({})).statuses.map(({ name }) => name).slice(4);
      same(await names(), ['Won', 'Lost', 'Not now'], 'names');
    },
  },
  {
    name: 'a status is added, moved and deleted; its companies get another status',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const names = async () => (await api.marks.statuses({})).statuses.map(({ name }) => name).slice(4);
      const statusOf = async () => (await api.marks.get({ companyId })).status?.name ?? null;
      const before = (await api.marks.get({ companyId })).status?.id ?? null;
      const { id } = await api.marks.addStatus({ name: 'Demo booked' });
      await failure(api.marks.addStatus({ name: 'demo BOOKED' }), 'conflict');
      await api.marks.moveStatus({ id, to: 4 });
      same(await names(), ['Demo booked', 'Won', 'Lost', 'Not now'], 'names');
      await api.marks.setStatus({ companyIds: [companyId], statusId: id });
      same(await statusOf(), 'Demo booked', 'status');
      const { undo } = await api.marks.removeStatus({ id, moveTo: 'won' });
      same([await names(), await statusOf()], [['Won', 'Lost', 'Not now'], 'Won'], 'after the deletion');
      await undoChange(subject, undo);
      same(await statusOf(), 'Demo booked', 'status after the undo');
      await api.marks.removeStatus({ id, moveTo: null });
      same(
        [await names(), await statusOf()],
        [['Won', 'Lost', 'Not now'], null],
        'after the second deletion',
      );
      await failure(api.marks.moveStatus({ id, to: 0 }), 'not-found');
      const both = await api.marks.addStatus({ name: 'Demo booked', companyIds: [companyId] });
      same(
        [await names(), await statusOf()],
        [['Won', 'Lost', 'Not now', 'Demo booked'], 'Demo booked'],
        'set',
      );
      await undoChange(subject, both.undo);
      same([await names(), await statusOf()], [['Won', 'Lost', 'Not now'], null], 'after one undo');
      if (before !== null) await api.marks.setStatus({ companyIds: [companyId], statusId: before });
    },
  },
  {
    name: 'an undo that would revert a later change is rejected and changes nothing',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const first = await api.marks.setStatus({ companyIds: [companyId], statusId: 'new' });
      const second = await api.marks.setStatus({ companyIds: [companyId], statusId: 'replied' });
      const error = await failure(api.marks.undo({ token: first.undo ?? '' }), 'conflict');
      same(error.reason, 'changed-since', 'reason');
      same((await api.marks.get({ companyId })).status?.id, 'replied', 'status');
      await undoChange(subject, second.undo);
      await undoChange(subject, first.undo);
      same((await api.marks.get({ companyId })).status, null, 'status');
    },
  },
];

const planned: ContractStep[] = [
  {
    name: 'tasks are due on their day, snoozed, done and reopened',
    run: async (subject) => {
      const { api } = subject;
      const ids = (await companyIdsOfLastSearch(subject)).slice(0, 3);
      const { today } = await api.tasks.due(ALL);
      await failure(api.tasks.add({ companyIds: ids, title: 'x', dueOn: '2026-02-30' }), 'validation');
      for (const due of [
        { dueOn: today, dueTime: '24:00' },
        { dueOn: today, dueTime: '9:00' },
        { dueOn: null, dueTime: '09:00' },
      ])
        await failure(api.tasks.add({ companyIds: ids, title: 'x', ...due }), 'validation');
      const added = await api.tasks.add({ companyIds: ids, title: ' Follow up ', dueOn: today });
      const due = await api.tasks.due(ALL);
      same([due.total, due.overdue, due.tasks[0]?.title], [3, 0, 'Follow up'], 'due');
      check(
        (due.tasks[0]?.companyName ?? '') !== due.tasks[0]?.companyId,
        'a task without the company’s name',
      );
      const [first = '', second = '', third = ''] = added.ids;
      const timed = await api.tasks.change({ id: third, title: 'Call', dueOn: today, dueTime: '09:00' });
      const last = (await api.tasks.due(ALL)).tasks.at(-1);
      same([last?.title, last?.dueTime], ['Call', '09:00'], 'a task with a time');
      const snoozed = await api.tasks.snooze({ ids: [first], until: '2999-01-01' });
      const done = await api.tasks.setDone({ ids: [second], done: true });
      same((await api.tasks.due(ALL)).total, 1, 'left');
      same((await api.tasks.due({ until: '2999-01-01', ...ALL })).total, 2, 'with later ones');
      check(
        (await api.tasks.of({ companyId: ids[1] ?? '', ...ALL })).tasks[0]?.doneAtMs !== null,
        'not done',
      );
      for (const { undo } of [done, snoozed, timed, added]) await undoChange(subject, undo);
      same((await api.tasks.due({ until: '2999-01-01', ...ALL })).total, 0, 'tasks');
      await failure(api.tasks.remove({ ids: [first] }), 'not-found');
    },
  },
  {
    name: 'a contact is logged without a name for one company, and without a contact for many',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const person = (await api.companies.people({ id: companyId })).people[0];
      check(person !== undefined, 'no contact to log');
      const contact = { happenedOn: '2026-06-09', channel: 'email', line: 'sent the deck' } as const;
      const logged = await api.contactLog.add({
        companyIds: [companyId],
        ...contact,
        personId: person.personId,
      });
      const { entries } = await api.contactLog.of({ companyId, ...ALL });
      same(
        [entries.length, entries[0]?.personId, entries[0]?.aboutPerson],
        [1, person.personId, true],
        'logged',
      );
      check(!JSON.stringify(entries).includes(person.name), 'the log contains a name');
      const many = (await companyIdsOfLastSearch(subject)).slice(0, 5);
      await failure(
        api.contactLog.add({ companyIds: many, ...contact, personId: person.personId }),
        'validation',
      );
      const bulk = await api.contactLog.add({ companyIds: many, ...contact, channel: 'call' });
      same(bulk.ids.length, many.length, 'logged for many');
      same(
        (await api.contactLog.of({ companyId: many[0] ?? '', ...ALL })).entries[0]?.channel,
        'call',
        'channel',
      );
      const removed = await api.contactLog.remove({ ids: bulk.ids });
      await undoChange(subject, removed.undo);
      await undoChange(subject, bulk.undo);
      await api.contactLog.change({ id: logged.ids[0] ?? '', ...contact, line: 'sent the new deck' });
      const [entry] = (await api.contactLog.of({ companyId, ...ALL })).entries;
      same([entry?.line, entry?.personId], ['sent the new deck', person.personId], 'corrected');
    },
  },
  {
    name: 'a contact is followed up on working days, until an answer completes the follow-ups',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const { rules } = await api.followUps.rules({});
      const set = await api.followUps.setRules({ rules: { ...rules, offsets: [1, 2] } });
      const { today } = await api.tasks.due(ALL);
      const { days } = await api.followUps.propose({ companyId, happenedOn: today });
      same(days.length, 2, 'proposed');
      await undoChange(subject, set.undo);
      same((await api.followUps.rules({})).rules, rules, 'rules');
      const entry = { companyIds: [companyId], happenedOn: today, channel: 'email' as const, line: '' };
      await failure(api.contactLog.add({ ...entry, followUps: [today] }), 'validation');
      await failure(api.contactLog.add({ ...entry, followUps: days, answer: 'replied' }), 'validation');
      const logged = await api.contactLog.add({ ...entry, followUps: days });
      const chains = async () =>
        (await api.followUps.of({ companyId })).chains.map(({ tasks }) => tasks.map(({ dueOn }) => dueOn));
      same(await chains(), [days], 'follow-ups');
      same((await api.followUps.due(ALL)).total, 0, 'due today');
      const until = days[1] ?? '';
      same((await api.tasks.due({ until, ...ALL })).total, 2, 'among the tasks');
      same((await api.tasks.due({ until, followUps: false, ...ALL })).total, 0, 'left out');
      const answered = await api.contactLog.add({ ...entry, answer: 'replied' });
      same([answered.completed, await chains()], [2, []], 'completed');
      await undoChange(subject, answered.undo);
      same(await chains(), [days], 'open again');
      await undoChange(subject, logged.undo);
      same(await chains(), [], 'undone');
    },
  },
];

const exported: ContractStep[] = [
  {
    name: 'user data is exported as files, and the reply contains their location',
    run: async (subject) => {
      const { api } = subject;
      const { place, files } = await api.words.export({});
      check(
        place?.includes('Roundwatch notes') === true && files > 0,
        `${files} files in ${place ?? 'no folder'}`,
      );
    },
  },
];

export const userDataSteps: readonly ContractStep[] = [...lists, ...notes, ...marks, ...planned, ...exported];
