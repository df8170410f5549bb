import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listTemplates } from '../../../../electron/core/user-data/templates.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { statusOfCompany } from '../../../../electron/core/user-data/statuses.ts';
import { tagsOfCompany } from '../../../../electron/core/user-data/tags.ts';
import { tasksOf } from '../../../../electron/core/user-data/tasks.ts';
import { putWatchRule } from '../../../../electron/core/database/queries/yours/watched-lists.ts';
import { setRules } from '../../../../electron/core/day-plan/plan-rules.ts';
import { planRulesSchema } from '../../../../shared/model/plan.ts';
import { noJournal } from '../../../support/app/no-journal.ts';
import { createWatchlistReads, createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { timelineOf } from '../../../../electron/core/user-data/timeline.ts';
import { undoChange, undoSteps } from '../../../../electron/core/user-data/undo-journal.ts';
import {
  openAssistantWorld,
  CLIENT,
  type AssistantWorld,
} from '../../../support/assistants/assistant-world.ts';
import { callerOf, refusalOf, type Caller } from '../../../support/assistants/tool-calls.ts';

let world: AssistantWorld;
let companyId: string;
let caller: Caller;
beforeEach(async () => {
  world = await openAssistantWorld({ limit: 5 });
  companyId = world.companies[0] ?? '';
  caller = callerOf(world);
});
afterEach(() => world.dispose());

const yours = () => world.workspace.files.yours;
const note = (): string => createNotes(yours()).get(companyId).body;
const reads: Readonly<Record<string, () => unknown>> = {
  add_note: note,
  add_task: () =>
    tasksOf(yours(), companyId, { offset: 0, limit: 9 }).tasks.map(({ title, dueOn }) => [title, dueOn]),
  add_tag: () => tagsOfCompany(yours(), companyId).map(({ name }) => name),
  add_to_list: () =>
    createWatchlistReads(yours())
      .reasons(companyId)
      .map(({ name, reason }) => [name, reason]),
  set_status: () => statusOfCompany(yours(), companyId)?.name ?? null,
  draft_message: () => listTemplates(yours()).map(({ subject, body }) => [subject, body]),
};
const TOOLS: readonly [string, object, string, RegExp][] = [
  [
    'add_note',
    { text: 'Opens in\u202e Bergen.' },
    'note',
    /Opens in Bergen\.\\n\\n_Added by Desk Assistant, \d{4}-\d\d-\d\d_/,
  ],
  ['add_task', { title: 'Call Ingrid', due_on: '2026-06-03' }, 'task', /Call Ingrid","2026-06-03/],
  ['add_tag', { tag: 'nordics' }, 'tag', /nordics/],
  ['add_to_list', { list: 'Warm', reason: 'Hiring in sales' }, 'list', /Warm","Hiring in sales/],
  ['set_status', { status: 'contacted' }, 'status', /Contacted/],
  [
    'draft_message',
    { subject: 'Your round', body: 'Hi {first_name}' },
    'draft',
    /Your round","Hi \{first_name\}/,
  ],
];

describe.each(TOOLS)('%s', (tool, input, made, expected) => {
  it('changes the user’s data in one step that is marked, and can be undone', async () => {
    const before = JSON.stringify(reads[tool]?.());
    const reply = await caller.call(tool, { company_id: companyId, ...input });
    expect([reply.made, reply.companyIds, caller.handed]).toEqual([made, [companyId], [companyId]]);
    expect(JSON.stringify(reads[tool]?.())).toMatch(expected);
    expect(reply.data['done']).toMatch(/^The .* (?:added|tagged|set|saved)\b.*\.$/);
    const steps = undoSteps(yours(), 9);
    expect(steps).toMatchObject([{ assistant: CLIENT.name }]);
    const entries = () =>
      timelineOf(world.workspace.files, { companyId, show: 'own', after: null, limit: 9 }).entries;
    // A draft is stored as a template. Templates belong to no company, so this company's timeline does not
    // contain the draft.
    expect(entries().map((entry) => 'assistant' in entry && entry.assistant)).toEqual(
      tool === 'draft_message' ? [] : [CLIENT.name],
    );
    undoChange(yours(), steps[0]?.undo ?? '', world.workspace.clock.nowMs());
    expect(JSON.stringify(reads[tool]?.())).toEqual(before);
    // After the undo, the history of a note contains both revisions.
    expect(entries().map(({ what }) => what)).toEqual(tool === 'add_note' ? ['note', 'note'] : []);
  });

  it('changes nothing for an unknown company, beyond the limit on companies, or with other arguments', async () => {
    const refusals = [
      refusalOf(caller.call(tool, { ...input, company_id: 'cmp_nobody' })),
      refusalOf(callerOf(world, { cap: 0 }).call(tool, { ...input, company_id: companyId })),
      refusalOf(caller.call(tool, { ...input, company_id: companyId, send: true })),
    ];
    expect(await Promise.all(refusals)).toEqual(['not-found', 'over-cap', 'invalid']);
    expect(undoSteps(yours(), 9)).toEqual([]);
  });
});

it('a note is added after the user’s text, and the undo restores exactly that text', async () => {
  createNotes(yours()).save({
    companyId,
    companyName: 'Acme',
    body: 'Mine.',
    baseRevision: 0,
    savedAtMs: world.workspace.clock.nowMs(),
  });
  await caller.call('add_note', { company_id: companyId, text: 'Theirs.' });
  expect(note()).toMatch(/^Mine\.\n\nTheirs\.\n\n_Added by Desk Assistant/);
  undoChange(yours(), undoSteps(yours(), 1)[0]?.undo ?? '', world.workspace.clock.nowMs());
  expect(note()).toBe('Mine.');
});

it('assistants make at most 30 changes an hour, so they cannot push the user’s steps out of the undo list', async () => {
  for (let at = 0; at < 30; at += 1)
    await caller.call('add_task', { company_id: companyId, title: `Task ${at}` });
  for (const [tool, input] of TOOLS)
    expect([tool, await refusalOf(caller.call(tool, { company_id: companyId, ...input }))]).toEqual([
      tool,
      'too-many',
    ]);
  expect(undoSteps(yours(), 99).length).toBe(30);
  world.service.travel(3_600_001);
  expect((await caller.call('add_tag', { company_id: companyId, tag: 'later' })).made).toBe('tag');
});

it('tags and lists of the same name are reused, and a second draft gets its own name', async () => {
  const [other] = world.companies.slice(1);
  for (const id of [companyId, other ?? '']) {
    await caller.call('add_to_list', { company_id: id, list: 'Warm' });
    await caller.call('add_to_list', { company_id: id, list: 'WARM' });
  }
  expect(createWatchlistReads(yours()).list()).toMatchObject([{ name: 'Warm', count: 2 }]);
  for (const body of ['One', 'Two'])
    await caller.call('draft_message', { company_id: companyId, subject: 'x', body });
  expect(new Set(listTemplates(yours()).map(({ name }) => name)).size).toBe(2);
  expect(await refusalOf(caller.call('set_status', { company_id: companyId, status: 'no such' }))).toBe(
    'not-found',
  );
});

it('no company is added to a list on which the user’s rules spend records', async () => {
  const lists = createWatchlists(yours(), noJournal);
  const [watched, prefetched, revealed, plain] = ['Watched', 'Prefetched', 'Revealed', 'Plain'].map(
    (name) => lists.create(name, 1).id,
  );
  const watch = { watched: true, refreshDays: 7, recordsAMonth: 50, sinceMs: 1 };
  putWatchRule(yours(), { listId: Number(watched), ...watch });
  putWatchRule(yours(), { listId: Number(plain), ...watch, watched: false });
  const rule = { weight: 2, prefetch: false, reveals: false } as const;
  const rules = planRulesSchema.parse({
    lists: [
      { ...rule, listId: prefetched, prefetch: true },
      { ...rule, listId: revealed, reveals: true },
      { ...rule, listId: plain },
    ],
  });
  setRules(yours(), noJournal, rules, 1);
  for (const list of ['watched', 'Prefetched', 'REVEALED'])
    expect([list, await refusalOf(caller.call('add_to_list', { company_id: companyId, list }))]).toEqual([
      list,
      'not-allowed',
    ]);
  expect((await caller.call('add_to_list', { company_id: companyId, list: 'Plain' })).made).toBe('list');
  expect(
    createWatchlistReads(yours())
      .reasons(companyId)
      .map(({ name }) => name),
  ).toEqual(['Plain']);
});
