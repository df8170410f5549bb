import { describe, expect, it } from 'vitest';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import { all, exec } from '../../../electron/core/database/sql.ts';
import { storeContacts } from '../../../electron/core/library/store-responses.ts';
import { clearCompanyName, deleteContactRef } from '../../../electron/core/database/queries/privacy-state.ts';
import {
  contactLogOf,
  createContactLog,
  type ContactLog,
} from '../../../electron/core/user-data/contact-log.ts';
import { markContacted } from '../../../electron/core/user-data/contacted-status.ts';
import { exportNotes } from '../../../electron/core/user-data/export/export-notes.ts';
import {
  followUpChains,
  followUpsDue,
  proposeFollowUps,
  readFollowUpRules,
  setFollowUpRules,
} from '../../../electron/core/user-data/follow-ups.ts';
import { createTasks, tasksDue, tasksOf } from '../../../electron/core/user-data/tasks.ts';
import { recordChange, redoChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { followUpRulesSchema } from '../../../shared/model/settings/follow-ups.ts';
import { contact, loadContactKey, memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { subject } from './user-data-changes.ts';

type Entry = Parameters<ContactLog['add']>[1];

const T0 = Date.UTC(2026, 5, 10);
const ALL = { offset: 0, limit: 50 };
/** A Tuesday. */
const TODAY = '2026-06-09';
const wrote: Entry = {
  happenedOn: TODAY,
  channel: 'email',
  line: 'First message',
  personId: null,
  answer: null,
  followUps: ['2026-06-12', '2026-06-19'],
};

function world() {
  const files = { cache: memoryCache(), yours: memoryYours() };
  const fetch = (names: readonly string[]) => {
    storeContacts(
      files.cache,
      loadContactKey(),
      {
        companyId: 'a',
        contacts: names.map((name) => contact({ name, email: `${name}@a.example` })),
        rawPersonal: [],
      },
      T0,
    );
  };
  const idOf = (name: string): string =>
    peopleOf(files.cache, loadContactKey(), 'a', T0).people.find((person) => person.name === name)
      ?.personId ?? 'nobody';
  const log = (change: Partial<Entry> = {}, companyId = 'a') =>
    recordChange(files.yours, { what: 'contact-logged', atMs: T0 }, (journal) =>
      createContactLog(files, journal).add([subject(companyId)], { ...wrote, ...change }, T0),
    );
  const remove = (id: string) =>
    recordChange(files.yours, { what: 'contact-removed', atMs: T0 }, (journal) =>
      createContactLog(files, journal).remove([id]),
    );
  const undo = (token: string | null) => undoChange(files.yours, token ?? '', T0);
  /** Returns the follow-ups of the company as text, such as `2026-06-12 1/2 done`. */
  const followUps = (): string[] =>
    tasksOf(files.yours, 'a', ALL)
      .tasks.toSorted((a, b) => Number(a.id) - Number(b.id))
      .map(
        ({ dueOn, followUp, doneAtMs }) =>
          `${dueOn} ${followUp === null ? 'task' : `${followUp.number}/${followUp.total}`}${doneAtMs === null ? '' : ' done'}`,
      );
  return { files, fetch, idOf, log, remove, undo, followUps };
}

describe('follow-ups of a contact', () => {
  it('are tasks of the log entry, and one undo removes entry and tasks', () => {
    const { files, log, undo, followUps } = world();
    const added = log();
    expect(followUps()).toEqual(['2026-06-12 1/2', '2026-06-19 2/2']);
    expect(tasksOf(files.yours, 'a', ALL).tasks[0]).toMatchObject({ title: 'Follow up' });
    undo(added.recorded.undo);
    expect([followUps(), contactLogOf(files, 'a', ALL).total]).toEqual([[], 0]);
    redoChange(files.yours, T0);
    expect([followUps(), contactLogOf(files, 'a', ALL).total]).toEqual([
      ['2026-06-12 1/2', '2026-06-19 2/2'],
      1,
    ]);
  });

  it('replace the open ones of the same contact, in the same undo step', () => {
    const { log, undo, followUps } = world();
    log();
    const second = log({ happenedOn: '2026-06-10', followUps: ['2026-06-15', '2026-06-22'] });
    expect(followUps()).toEqual(['2026-06-15 1/2', '2026-06-22 2/2']);
    undo(second.recorded.undo);
    expect(followUps()).toEqual(['2026-06-12 1/2', '2026-06-19 2/2']);
  });

  it('complete the follow-ups that are due by then, even without new ones', () => {
    const { log, followUps } = world();
    log();
    const { value } = log({ happenedOn: '2026-06-12', followUps: [] });
    expect(value.completed).toBe(1);
    expect(followUps()).toEqual(['2026-06-12 1/2 done', '2026-06-19 2/2']);
  });

  it('keep the follow-ups of another contact, and follow-ups after a newer entry', () => {
    const { fetch, idOf, log, followUps } = world();
    fetch(['Jane', 'John']);
    log({ personId: idOf('Jane') });
    log({ personId: idOf('John'), happenedOn: '2026-06-15', followUps: ['2026-06-18'] });
    expect(followUps()).toEqual(['2026-06-12 1/2', '2026-06-19 2/2', '2026-06-18 1/1']);
    log({ personId: idOf('Jane'), happenedOn: '2026-06-08', followUps: ['2026-06-11'] });
    expect(followUps()).toHaveLength(4);
    // An entry without a contact concerns all contacts of the company, so it replaces the earlier follow-ups
    // of every contact.
    log({ happenedOn: '2026-06-10', followUps: ['2026-06-30'] });
    expect(followUps()).toEqual(['2026-06-18 1/1', '2026-06-30 1/1']);
  });

  it.each(['replied', 'meeting', 'not-interested'] as const)(
    'are all completed by the answer “%s”, and one undo reopens them',
    (answer) => {
      const { files, fetch, idOf, log, undo, followUps } = world();
      fetch(['Jane', 'John']);
      log({ personId: idOf('Jane') });
      log({ personId: idOf('John'), followUps: ['2026-06-18'] });
      log({}, 'b');
      const answered = log({ answer, followUps: [], personId: idOf('Jane') });
      expect(answered.value.completed).toBe(3);
      expect(followUps().every((each) => each.endsWith('done'))).toBe(true);
      expect(tasksDue(files.yours, { today: TODAY, until: '2026-12-31', ...ALL }).total).toBe(2);
      expect(contactLogOf(files, 'a', ALL).entries[0]).toMatchObject({ answer, channel: 'email' });
      undo(answered.recorded.undo);
      expect(followUps().some((each) => each.endsWith('done'))).toBe(false);
      expect(contactLogOf(files, 'a', ALL).total).toBe(2);
    },
  );

  it('are deleted with their entry, except completed ones, and restored with it', () => {
    const { files, log, remove, undo, followUps } = world();
    const added = log();
    recordChange(files.yours, { what: 'task-done', atMs: T0 }, (journal) =>
      createTasks(files.yours, journal).done(['1'], T0),
    );
    const removed = remove(added.value.ids[0] ?? '');
    expect(followUps()).toEqual(['2026-06-12 task done']);
    undo(removed.recorded.undo);
    expect(followUps()).toEqual(['2026-06-12 1/2 done', '2026-06-19 2/2']);
  });

  it('become ordinary tasks if an undo restores them without their entry', () => {
    const { files, log, remove, undo, followUps } = world();
    const added = log();
    const taskRemoved = recordChange(files.yours, { what: 'task-removed', atMs: T0 }, (journal) =>
      createTasks(files.yours, journal).remove(['1']),
    );
    remove(added.value.ids[0] ?? '');
    undo(taskRemoved.recorded.undo);
    expect(followUps()).toEqual(['2026-06-12 task']);
    expect(tasksDue(files.yours, { today: TODAY, until: '2026-06-12', followUps: false, ...ALL }).total).toBe(
      1,
    );
    expect(followUpsDue(files.yours, { today: '2026-06-12', ...ALL }).total).toBe(0);
  });
});

describe('follow-ups that are due', () => {
  it('are one row for each entry, the longest due first, and not among the other tasks', () => {
    const { files, log } = world();
    log({ line: 'Second message', happenedOn: '2026-06-09' });
    log({ happenedOn: '2026-06-02', followUps: ['2026-06-10'] }, 'b');
    const due = followUpsDue(files.yours, { today: '2026-06-19', ...ALL });
    expect(due.total).toBe(2);
    expect(due.followUps).toEqual([
      {
        entryId: '2',
        companyId: 'b',
        companyName: subject('b').companyName,
        taskIds: ['3'],
        dueOn: '2026-06-10',
        number: 1,
        total: 1,
        contacted: { happenedOn: '2026-06-02', channel: 'email', line: 'First message' },
      },
      {
        entryId: '1',
        companyId: 'a',
        companyName: subject('a').companyName,
        taskIds: ['1', '2'],
        dueOn: '2026-06-12',
        number: 2,
        total: 2,
        contacted: { happenedOn: '2026-06-09', channel: 'email', line: 'Second message' },
      },
    ]);
    expect(followUpsDue(files.yours, { today: '2026-06-11', ...ALL }).total).toBe(1);
    const page = { today: '2026-06-19', until: '2026-06-19', ...ALL };
    expect(tasksDue(files.yours, page).total).toBe(3);
    expect(tasksDue(files.yours, { ...page, followUps: false })).toMatchObject({ total: 0, overdue: 0 });
  });

  it('stay after the contact or the company was erased', () => {
    const { files, fetch, idOf, log } = world();
    fetch(['Jane']);
    log({ personId: idOf('Jane') });
    const [ref] = all(files.yours, 'SELECT company_id, identity FROM person_ref');
    deleteContactRef(files.yours, { companyId: 'a', identity: ref?.identity as Buffer });
    expect(followUpChains(files, 'a')).toMatchObject([{ personId: null, aboutPerson: true }]);
    clearCompanyName(files.yours, 'a');
    expect(followUpsDue(files.yours, { today: '2026-06-19', ...ALL }).followUps).toMatchObject([
      { companyName: '', taskIds: ['1', '2'] },
    ]);
  });

  it('of a company have their contact, and say how the days were chosen', () => {
    const { files, fetch, idOf, log } = world();
    fetch(['Jane']);
    log({ personId: idOf('Jane') });
    expect(followUpChains(files, 'a')).toMatchObject([
      {
        entryId: '1',
        personId: idOf('Jane'),
        aboutPerson: true,
        tasks: [{ id: '1' }, { id: '2' }],
        rhythm: { offsets: [3, 8], skipped: [] },
      },
    ]);
    log({ followUps: ['2026-06-30'] }, 'b');
    expect(followUpChains(files, 'b')[0]?.rhythm).toBeNull();
  });
});

describe('the rhythm', () => {
  const proposal = (files: ReturnType<typeof world>['files'], happenedOn = TODAY) =>
    proposeFollowUps(files, { companyId: 'a', personId: null, happenedOn, today: TODAY });

  it('proposes working days, and counts the follow-ups that they would replace', () => {
    const { files, log } = world();
    const { days } = proposal(files);
    expect(days).toEqual(['2026-06-12', '2026-06-19']);
    expect(proposal(files)).toMatchObject({ skipped: [], replaced: 0, open: 0 });
    log({ followUps: days });
    expect(proposal(files)).toMatchObject({ replaced: 2, open: 2 });
  });

  it('says whether an entry moves the company to the status Contacted', () => {
    const { files } = world();
    expect(proposal(files).setsContacted).toBe(true);
    recordChange(files.yours, { what: 'contact-logged', atMs: T0 }, (journal) =>
      markContacted(files.yours, journal, [subject('a')], T0),
    );
    expect(proposal(files).setsContacted).toBe(false);
  });

  it('leaves out days that have passed', () => {
    const { files } = world();
    expect(proposal(files, '2026-06-01').days).toEqual(['2026-06-11']);
    expect(proposal(files, '2026-05-01').days).toEqual([]);
  });

  it('can be changed and switched off, with undo, and is exported', () => {
    const { files, undo } = world();
    const set = (rules: Parameters<typeof followUpRulesSchema.parse>[0]) =>
      recordChange(files.yours, { what: 'follow-up-rules-set', atMs: T0 }, (journal) =>
        setFollowUpRules(files.yours, journal, followUpRulesSchema.parse(rules), T0),
      ).recorded.undo;
    const changed = set({ offsets: [1], daysOff: [{ from: '2026-06-10', to: '2026-06-11' }] });
    expect(proposal(files)).toMatchObject({ days: ['2026-06-12'], skipped: ['2026-06-10', '2026-06-11'] });
    expect(set({ offsets: [1], daysOff: [{ from: '2026-06-10', to: '2026-06-11' }] })).toBeNull();
    const exported = [...exportNotes(files.yours)].find(({ name }) => name === 'Follow-ups.md');
    expect(exported?.text).toContain('- Days off: 2026-06-10 to 2026-06-11');
    undo(changed);
    expect(readFollowUpRules(files.yours)).toEqual(followUpRulesSchema.parse({}));
    set({ enabled: false });
    expect(proposal(files)).toMatchObject({ days: [], skipped: [], replaced: 0 });
  });

  it('is the default if an incompatible version wrote it', () => {
    const { files } = world();
    exec(
      files.yours,
      `INSERT INTO follow_up_rules (one, value, set_at_ms) VALUES (1, '{"offsets":"daily"}', 1)`,
    );
    expect(readFollowUpRules(files.yours)).toEqual(followUpRulesSchema.parse({}));
  });
});
