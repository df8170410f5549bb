import { expect, it } from 'vitest';
import { moveUserData } from '../../../electron/core/database/queries/yours/join-company.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { createTasks, tasksOf, type Tasks } from '../../../electron/core/user-data/tasks.ts';
import { timelineOf } from '../../../electron/core/user-data/timeline.ts';
import { recordChange, undoChange, undoSteps } from '../../../electron/core/user-data/undo-journal.ts';
import type { TimelineEntry } from '../../../shared/model/timeline.ts';
import { memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { jobFiles } from '../jobs/jobs-world.ts';

const COMPANY = { companyId: 'cmp_1', companyName: 'Acme' };
const ASSISTANT = 'Desk Assistant';
const open = () => {
  const yours = memoryYours();
  const files = { cache: memoryCache(), yours, ledger: jobFiles().ledger };
  const timeline = (): TimelineEntry[] =>
    timelineOf(files, { companyId: COMPANY.companyId, show: 'own', after: null, limit: 50 }).entries;
  return { yours, timeline };
};
const task = { title: 'Call back', dueOn: null, dueTime: null };

it('an assistant’s change is marked in the list of undo steps and in the timeline, and can be undone', () => {
  const { yours, timeline } = open();
  const add = (atMs: number, assistant?: string): string =>
    recordChange(yours, { what: 'task-added', atMs, assistant: assistant ?? null }, (journal) =>
      createTasks(yours, journal).add([COMPANY], task, atMs),
    ).recorded.undo ?? '';
  add(1_000);
  const undo = add(2_000, ASSISTANT);
  expect(undoSteps(yours, 2)).toMatchObject([{ what: 'task-added', assistant: ASSISTANT }, { atMs: 1_000 }]);
  expect(undoSteps(yours, 2)[1]).not.toHaveProperty('assistant');
  expect(timeline()).toMatchObject([{ what: 'task-added', assistant: ASSISTANT }, { what: 'task-added' }]);
  expect(timeline()[1]).not.toHaveProperty('assistant');
  undoChange(yours, undo, 3_000);
  expect(timeline()).toHaveLength(1);
});

it('a task names the assistant that added it, also after the user has changed it', () => {
  const { yours } = open();
  const change = (atMs: number, assistant: string | null, work: (tasks: Tasks) => void): void =>
    void recordChange(yours, { what: 'task-added', atMs, assistant }, (journal) =>
      work(createTasks(yours, journal)),
    );
  change(1_000, null, (tasks) => tasks.add([COMPANY], task, 1_000));
  change(2_000, ASSISTANT, (tasks) => tasks.add([COMPANY], task, 2_000));
  const shown = () => tasksOf(yours, COMPANY.companyId, { offset: 0, limit: 9 }).tasks;
  expect(shown().map(({ addedBy }) => addedBy)).toEqual([undefined, ASSISTANT]);
  expect(shown()[0]).not.toHaveProperty('addedBy');
  change(3_000, null, (tasks) => tasks.snooze([shown()[1]?.id ?? ''], '2026-06-10'));
  expect(shown().find(({ snoozedUntil }) => snoozedUntil !== null)?.addedBy).toBe(ASSISTANT);
});

it('an assistant’s note is a revision and an undo step of its own, before and after the user’s', () => {
  const { yours, timeline } = open();
  const notes = createNotes(yours);
  const save = (body: string, savedAtMs: number, assistant?: string) => {
    const { revision } = notes.get(COMPANY.companyId);
    return notes.save({ ...COMPANY, body, baseRevision: revision, savedAtMs, assistant });
  };
  save('Met at the fair.', 1_000);
  save('Met at the fair.\n\nBudget in July.', 2_000, ASSISTANT);
  save('Met at the fair.\n\nBudget in July!', 3_000);
  expect(notes.history(COMPANY.companyId, { offset: 0, limit: 9 }).total).toBe(3);
  expect(timeline().map((entry) => 'assistant' in entry && entry.assistant)).toEqual([
    false,
    ASSISTANT,
    false,
  ]);
  const [latest, own] = undoSteps(yours, 2);
  expect([latest?.assistant, own?.assistant]).toEqual([undefined, ASSISTANT]);
  undoChange(yours, latest?.undo ?? '', 4_000);
  undoChange(yours, own?.undo ?? '', 5_000);
  expect(notes.get(COMPANY.companyId).body).toBe('Met at the fair.');
});

it('the mark moves with the user’s data when a company gets another id', () => {
  const { yours, timeline } = open();
  const local = { companyId: 'local-1', companyName: 'Acme' };
  recordChange(yours, { what: 'task-added', atMs: 1_000, assistant: ASSISTANT }, (journal) =>
    createTasks(yours, journal).add([local], task, 1_000),
  );
  moveUserData(yours, { from: local.companyId, into: COMPANY.companyId }, 0);
  expect(timeline()).toMatchObject([{ what: 'task-added', assistant: ASSISTANT }]);
});
