import { describe, expect, it } from 'vitest';
import { run } from '../../../../electron/core/database/sql.ts';
import { readRules, setRules } from '../../../../electron/core/day-plan/plan-rules.ts';
import {
  contactEntryById,
  insertContactEntry,
} from '../../../../electron/core/database/queries/yours/contact-log.ts';
import { createWatchlistReads, createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { createStatuses, statusOfCompany } from '../../../../electron/core/user-data/statuses.ts';
import { createTags, listTags, tagsOfCompany } from '../../../../electron/core/user-data/tags.ts';
import { createTasks, tasksOf } from '../../../../electron/core/user-data/tasks.ts';
import { recordChange, type Journal } from '../../../../electron/core/user-data/undo-journal.ts';
import { whoChanged } from '../../../../electron/core/user-data/archive/compare.ts';
import { createWatchChanges, listsWithRules } from '../../../../electron/core/watch/watched-lists.ts';
import { planRulesSchema } from '../../../../shared/model/plan.ts';
import { IS_FULL } from '../../../support/common/full-size.ts';
import { failureOf } from '../../../support/common/failure.ts';
import { subject } from '../user-data-changes.ts';
import {
  archiveOf,
  compared,
  importInto,
  newFiles,
  ownData,
  randomFrom,
  scribble,
  T0,
  writeNote,
  type Files,
} from './archive-world.ts';

const HOUR = 3_600_000;
const change = <T>({ yours }: Files, work: (journal: Journal) => T, atMs = T0): T =>
  recordChange(yours, { what: 'listed', atMs }, work).value;
const noteOf = ({ yours }: Files, companyId: string): string => createNotes(yours).get(companyId).body;

/** The states of all items that differ. */
const states = (files: Files, other: Files): string[] =>
  compared(files, archiveOf(other))
    .filter(({ state }) => state !== 'same')
    .map(({ state, theirs }) => `${state} ${theirs.type}`);

/** Returns two workspaces with the same note, list, tag and tasks. */
async function pair(): Promise<[Files, Files]> {
  const [here, there] = [newFiles(), newFiles()];
  writeNote(there, 'a', 'base', T0);
  const lists = createWatchlists(there.yours, { touch: () => undefined, made: () => undefined });
  const list = lists.create('Warm', T0 + 1);
  lists.add({ id: list.id, companyId: 'a', companyName: 'A', reason: 'met', addedAtMs: T0 + 2 });
  change(there, (journal) => createTags(there.yours, journal).add([subject('a')], 'Fintech', T0 + 3));
  const due = { dueOn: null, dueTime: null };
  change(there, (journal) =>
    createTasks(there.yours, journal).add([subject('a')], { title: 'Call', ...due }, T0 + 4),
  );
  change(there, (journal) =>
    createTasks(there.yours, journal).add([subject('a')], { title: 'Write', ...due }, T0 + 4),
  );
  await importInto(here, archiveOf(there));
  return [here, there];
}

describe('an item that was changed', () => {
  it('only there is changed here, and back', async () => {
    const [here, there] = await pair();
    writeNote(there, 'a', 'there', T0 + HOUR);
    expect(states(here, there)).toEqual(['there notes']);
    await importInto(here, archiveOf(there));
    expect(noteOf(here, 'a')).toBe('there');
    writeNote(here, 'a', 'here', T0 + 2 * HOUR);
    expect(states(there, here)).toEqual(['there notes']);
    expect(states(here, there)).toEqual(['here notes']);
  });

  it('can be saved again after more imports than versions are kept', async () => {
    const [here, there] = await pair();
    for (let time = 1; time <= 12; time += 1) {
      writeNote(there, 'a', `there ${time}`, T0 + time * HOUR);
      await importInto(here, archiveOf(there));
    }
    const lengths = [...archiveOf(here).history.values()].map(({ length }) => length);
    expect(Math.max(...lengths)).toBe(8);
  });

  it('on both sides is a conflict, and keeps both texts of a note, the newer one first', async () => {
    const [here, there] = await pair();
    writeNote(there, 'a', 'from there', T0 + HOUR);
    writeNote(here, 'a', 'from here', T0 + 2 * HOUR);
    const archive = archiveOf(there);
    expect(states(here, there)).toEqual(['conflict notes']);
    await importInto(here, archive);
    expect(noteOf(here, 'a')).toMatch(/^from here\n\n---\n\nOther version, 2026-06-10:\n\nfrom there\n$/);
    expect((await importInto(here, archive)).written).toBe(0);
    expect(states(there, here)).toEqual(['there notes']);
  });

  it('on both sides keeps what the user chooses, and does not ask again', async () => {
    const [here, there] = await pair();
    writeNote(there, 'a', 'from there', T0 + HOUR);
    writeNote(here, 'a', 'from here', T0 + 2 * HOUR);
    const archive = archiveOf(there);
    const result = await importInto(here, archive, { byKind: new Map([['notes', 'here']]) });
    expect([result.written, noteOf(here, 'a')]).toEqual([0, 'from here']);
    expect(states(here, there)).toEqual(['here notes']);
  });

  it('renamed there is renamed here, and does not become a second list', async () => {
    const [here, there] = await pair();
    const [list] = createWatchlistReads(there.yours).list();
    change(there, (journal) => createWatchlists(there.yours, journal).rename(list?.id ?? '', 'Hot'));
    await importInto(here, archiveOf(there));
    expect(createWatchlistReads(here.yours).list()).toMatchObject([{ name: 'Hot', count: 1 }]);
  });

  it('takes a name with a number if another list here has the name', async () => {
    const [here, there] = await pair();
    const [list] = createWatchlistReads(there.yours).list();
    change(there, (journal) => createWatchlists(there.yours, journal).rename(list?.id ?? '', 'Hot'));
    change(here, (journal) => createWatchlists(here.yours, journal).create('HOT', T0 + HOUR));
    await importInto(here, archiveOf(there));
    const names = createWatchlistReads(here.yours)
      .list()
      .map(({ name }) => name);
    expect(names.toSorted()).toEqual(['HOT', 'Hot (2)']);
  });

  it('with the same time as another one is still the right one', async () => {
    const [here, there] = await pair();
    const { tasks } = tasksOf(there.yours, 'a', { offset: 0, limit: 50 });
    const call = tasks.find(({ title }) => title === 'Call');
    change(there, (journal) => createTasks(there.yours, journal).remove([call?.id ?? '']));
    expect(states(here, there)).toEqual([]);
    expect(states(there, here)).toEqual(['here tasks']);
  });
});

describe('an item that was deleted here', () => {
  it('stays deleted, and is a conflict if it was changed there', async () => {
    const [here, there] = await pair();
    writeNote(here, 'a', '', T0 + HOUR);
    expect(states(here, there)).toEqual(['here notes']);
    expect((await importInto(here, archiveOf(there))).written).toBe(0);
    writeNote(there, 'a', 'changed', T0 + HOUR);
    expect(states(here, there)).toEqual(['conflict notes']);
    await importInto(here, archiveOf(there));
    expect(noteOf(here, 'a')).toBe('changed');
  });

  it('does not come back with a new entry of a deleted list', async () => {
    const [here, there] = await pair();
    const [list] = createWatchlistReads(here.yours).list();
    change(here, (journal) => createWatchlists(here.yours, journal).remove(list?.id ?? '', T0 + HOUR));
    const [other] = createWatchlistReads(there.yours).list();
    const entry = { companyId: 'b', companyName: 'B', reason: '', addedAtMs: T0 + HOUR };
    change(there, (journal) => createWatchlists(there.yours, journal).add({ id: other?.id ?? '', ...entry }));
    expect(new Set(states(here, there))).toEqual(new Set(['here lists', 'here listEntries']));
    expect((await importInto(here, archiveOf(there))).written).toBe(0);
  });

  it('is left alone if it is missing in the archive', async () => {
    const [here, there] = await pair();
    writeNote(there, 'a', '', T0 + HOUR);
    await importInto(here, archiveOf(there));
    expect(noteOf(here, 'a')).toBe('base');
  });
});

describe('tags, statuses and rules', () => {
  it('joins tags that both sides created under the same name', async () => {
    const [here, there] = [newFiles(), newFiles()];
    change(here, (journal) => createTags(here.yours, journal).add([subject('a')], 'Fintech', T0));
    change(there, (journal) => createTags(there.yours, journal).add([subject('b')], 'FINTECH', T0 + 5));
    await importInto(here, archiveOf(there));
    expect(listTags(here.yours, { text: '', offset: 0, limit: 50 })).toMatchObject({ total: 1 });
    expect(tagsOfCompany(here.yours, 'b')).toHaveLength(1);
  });

  it('takes the later status of a company', async () => {
    const [here, there] = [newFiles(), newFiles()];
    const set = (files: Files, status: 'meeting' | 'replied', atMs: number): void =>
      change(files, (journal) => createStatuses(files.yours, journal).set([subject('a')], status, atMs));
    set(here, 'replied', T0);
    set(there, 'meeting', T0 + 1);
    await importInto(here, archiveOf(there));
    expect(statusOfCompany(here.yours, 'a')?.id).toBe('meeting');
    set(here, 'replied', T0 + HOUR);
    await importInto(here, archiveOf(there));
    expect(statusOfCompany(here.yours, 'a')?.id).toBe('replied');
  });

  it('brings spending rules switched off, and leaves rules that are on here switched on', async () => {
    const [here, there] = await pair();
    const rule = { watched: true, refreshDays: 7, recordsAMonth: 500 };
    const [list] = createWatchlistReads(there.yours).list();
    const id = list?.id ?? '';
    change(there, (journal) => {
      createWatchChanges(there, journal).set(id, rule, T0);
      const lists = [{ listId: id, weight: 4 as const, prefetch: true, reveals: true }];
      setRules(there.yours, journal, planRulesSchema.parse({ lists, catchUpRecords: 50 }), T0);
    });
    await importInto(here, archiveOf(there));
    const [own] = listsWithRules(here.yours);
    expect(own).toMatchObject({ watched: false, refreshDays: 7, recordsAMonth: 500 });
    expect(readRules(here.yours)).toMatchObject({
      lists: [{ weight: 4, prefetch: false, reveals: false }],
      catchUpRecords: 0,
    });
    const listId = createWatchlistReads(here.yours).list()[0]?.id ?? '';
    change(here, (journal) =>
      createWatchChanges(here, journal).set(listId, { ...rule, recordsAMonth: 100 }, T0),
    );
    change(there, (journal) =>
      createWatchChanges(there, journal).set(id, { ...rule, recordsAMonth: 900 }, T0),
    );
    await importInto(here, archiveOf(there), { byKind: new Map([['watch-rules', 'there']]) });
    expect(listsWithRules(here.yours)[0]).toMatchObject({ watched: true, recordsAMonth: 100 });
  });

  it('refuses an import for which there is no room, and changes nothing', async () => {
    const [here, there] = [newFiles(), newFiles()];
    change(here, (journal) => {
      for (let index = 0; index < 30; index += 1)
        createWatchlists(here.yours, journal).create(`here ${index}`, T0 + index);
    });
    change(there, (journal) => {
      for (let index = 0; index < 30; index += 1)
        createWatchlists(there.yours, journal).create(`there ${index}`, T0 + HOUR + index);
    });
    const before = ownData(here);
    expect(await failureOf(importInto(here, archiveOf(there)))).toMatchObject({ kind: 'validation' });
    expect(ownData(here)).toEqual(before);
  });
});

describe('what an archive says about contacts', () => {
  it('contains no reference to a contact, and an import keeps the references here', async () => {
    const [here, there] = [newFiles(), newFiles()];
    const log = (files: Files, line: string): void =>
      change(files, (journal) => {
        insertContactEntry(files.yours, {
          companyId: 'a',
          companyName: 'A',
          happenedOn: '2026-06-10',
          channel: 'call',
          line,
          personRefId: 3,
          createdAtMs: T0,
          answer: null,
        });
        journal.made({ part: 'contact_log', key: [1] });
      });
    log(there, 'first');
    await importInto(here, archiveOf(there));
    run(here.yours, 'UPDATE contact_log SET person_ref_id = 7');
    run(there.yours, "UPDATE contact_log SET line = 'second', person_ref_id = 9");
    const archive = archiveOf(there);
    expect(JSON.stringify(archive.content.contactLog)).not.toContain('person');
    await importInto(here, archive);
    expect(contactEntryById(here.yours, 1)).toMatchObject({ line: 'second', personRefId: 7 });
  });
});

describe('who changed an item', () => {
  it.each([
    { ours: 'b', ourVersions: ['a'], theirs: 'a', theirVersions: ['a'], who: 'here' },
    { ours: 'a', ourVersions: ['a'], theirs: 'b', theirVersions: ['a', 'b'], who: 'there' },
    { ours: 'b', ourVersions: ['a'], theirs: 'c', theirVersions: ['a', 'c'], who: 'conflict' },
    // One side changed the value back to an earlier version.
    { ours: 'a', ourVersions: ['a', 'b'], theirs: 'b', theirVersions: ['a', 'b'], who: 'here' },
    { ours: 'b', ourVersions: ['a', 'b'], theirs: 'a', theirVersions: ['b', 'a'], who: 'conflict' },
  ])('$who: $ours of $ourVersions and $theirs of $theirVersions', (given) => {
    const { ours, ourVersions, theirs, theirVersions, who } = given;
    expect(whoChanged(ours, ourVersions, theirs, theirVersions)).toBe(who);
  });
});

describe('several exchanges', () => {
  it('find no conflict if only one of two workspaces changes between two exchanges', async () => {
    for (let seed = 1; seed <= (IS_FULL ? 150 : 4); seed += 1) {
      const sides = [newFiles(), newFiles()] as const;
      const random = randomFrom(seed);
      for (let round = 0; round < 4; round += 1) {
        const [from, to] = round % 2 === 0 ? sides : ([sides[1], sides[0]] as const);
        scribble(from, random, 15, T0 + round * 24 * HOUR);
        const archive = archiveOf(from);
        // Ignores conflicts over items that were deleted here and changed in the archive. Deletions are not
        // exchanged, so these conflicts remain.
        const conflicts = compared(to, archive).filter(
          ({ state, ours }) => state === 'conflict' && ours !== null,
        );
        await importInto(to, archive, {}, T0 + (round + 1) * 24 * HOUR);
        expect((await importInto(to, archive)).written).toBe(0);
        expect(conflicts, `seed ${seed}, round ${round}`).toEqual([]);
      }
    }
  });
});
