import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NO_FILTERS, toggled } from '../../../../renderer/features/library/library-filters.ts';
import {
  hasCriteria,
  deletedMarksIn,
  deletedMarksText,
  hasDeletedMarks,
  questionKey,
  withoutDeletedMarks,
} from '../../../../renderer/features/library/saved-views/saved-view-query.ts';
import type * as ListsModule from '../../../../renderer/features/lists/lists.svelte.ts';
import type * as MarksModule from '../../../../renderer/features/lists/status-and-tags.svelte.ts';
import type * as SavedModule from '../../../../renderer/features/library/saved-views/saved-views.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import type { SavedFilter } from '../../../../shared/model/saved-filter.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { PASSPHRASE } from '../../fixture/app.ts';

/*
 * Tests saved views of the library: their queries, their text, and what happens when a list or tag that a
 * view uses is deleted.
 */
const load = compiled();

const apiOf = (state: keyof typeof STATES): Api =>
  createApi<typeof contract>(createFixture(STATES[state]).port);
const questionFor = (text: string, filters = NO_FILTERS) => ({ text, filters, sort: 'name' as const });
const NOTHING_DELETED: SavedFilter['deletedMarks'] = { lists: [], statuses: [], ownTags: [] };

describe('a question', () => {
  test('has the same key in any order of its values, and another key if any part differs', () => {
    const one = toggled(toggled(NO_FILTERS, 'stages', 'seed'), 'stages', 'series a');
    const other = toggled(toggled(NO_FILTERS, 'stages', 'series a'), 'stages', 'seed');
    expect(questionKey(questionFor('grid ', one))).toBe(questionKey(questionFor('grid', other)));
    const tokens = [
      questionFor('grid', one),
      questionFor('grids', one),
      questionFor('grid', toggled(one, 'statuses', 'none')),
      questionFor('grid', { ...one, note: true }),
      { ...questionFor('grid', one), sort: 'amount' as const },
    ].map(questionKey);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test('without any criteria cannot be saved', () => {
    expect(hasCriteria(questionFor('  '))).toBe(false);
    expect(hasCriteria(questionFor('a'))).toBe(true);
    expect(hasCriteria(questionFor('', toggled(NO_FILTERS, 'lists', '1')))).toBe(true);
  });

  test('drops deleted lists, statuses and tags, and keeps the other filters', () => {
    const statuses = ['none', 'won', 'own-4'];
    const filters = { ...NO_FILTERS, lists: ['1', '2'], statuses, ownTags: ['3'], note: true };
    const missing = {
      lists: [{ id: '2', name: 'Warm' }],
      statuses: [{ id: 'own-4', name: 'Demo booked' }],
      ownTags: [{ id: '3', name: null }],
    };
    expect(withoutDeletedMarks(filters, missing)).toEqual({
      ...filters,
      lists: ['1'],
      statuses: ['none', 'won'],
      ownTags: [],
    });
    expect(withoutDeletedMarks(filters, NOTHING_DELETED)).toEqual(filters);
    const onlyStatus = { ...NOTHING_DELETED, statuses: missing.statuses };
    expect([missing, onlyStatus, NOTHING_DELETED].map(hasDeletedMarks)).toEqual([true, true, false]);
  });

  test('finds the values that a view reports as deleted, and values deleted since the app was started', () => {
    const filters = {
      ...NO_FILTERS,
      lists: ['1', '2'],
      statuses: ['none', 'won', 'own-4'],
      ownTags: ['3', '5'],
    };
    const known = {
      lists: { existing: [{ id: '1' }], seen: new Map([['1', 'Cold']]) },
      statuses: {
        existing: [{ id: 'won' }],
        seen: new Map([
          ['won', 'Won'],
          ['own-4', 'Demo booked'],
        ]),
      },
      ownTags: { existing: [], seen: new Map([['5', 'Hot']]) },
    };
    const view = {
      ...NOTHING_DELETED,
      lists: [{ id: '2', name: 'Warm' }],
      ownTags: [{ id: '9', name: 'Old' }],
    };
    expect(deletedMarksIn(filters, view, known)).toEqual({
      lists: [{ id: '2', name: 'Warm' }],
      statuses: [{ id: 'own-4', name: 'Demo booked' }],
      ownTags: [{ id: '5', name: 'Hot' }],
    });
    expect(deletedMarksIn(NO_FILTERS, null, known)).toEqual(NOTHING_DELETED);
  });

  test('names deleted lists, statuses and tags in a sentence', () => {
    const upperCase = (name: string): string => name.toUpperCase();
    expect(deletedMarksText({ ...NOTHING_DELETED, lists: [{ id: '1', name: 'warm' }] }, upperCase)).toBe(
      'The list “WARM” was deleted.',
    );
    expect(deletedMarksText({ ...NOTHING_DELETED, statuses: [{ id: 'won', name: 'Won' }] }, upperCase)).toBe(
      'The status “WON” was deleted.',
    );
    const both = { ...NOTHING_DELETED, lists: [{ id: '1', name: 'a' }], ownTags: [{ id: '2', name: null }] };
    expect(deletedMarksText(both, upperCase)).toBe('The list “A” and the tag (name unknown) were deleted.');
  });
});

async function createState(api: Api) {
  const { SavedViewsState } = (await load(
    '/renderer/features/library/saved-views/saved-views.svelte.ts',
  )) as typeof SavedModule;
  return new SavedViewsState(api);
}

test('reloads saved views after every change, including changes to their lists, and finds the view of a query', async () => {
  const api = apiOf('account');
  const state = await createState(api);
  const question = questionFor('grid', toggled(NO_FILTERS, 'lists', 'list-1'));
  const undo = await state.create('Warm grid', question);
  expect(state.viewWith(question)?.name).toBe('Warm grid');
  expect(state.viewWith(questionFor('grid'))).toBeNull();
  expect([state.isTaken(' WARM grid ', null), state.isTaken('Warm grid', state.all[0]?.id ?? '')]).toEqual([
    true,
    false,
  ]);
  await api.watchlists.remove({ id: 'list-1' });
  await expect.poll(() => state.all[0]?.deletedMarks.lists).toEqual([{ id: 'list-1', name: 'Warm intros' }]);
  await api.watchlists.restore({ id: 'list-1' });
  await expect.poll(() => state.all[0]?.deletedMarks.lists).toEqual([]);
  await state.replace(state.all[0]?.id ?? '', questionFor('', toggled(NO_FILTERS, 'statuses', 'won')));
  await api.marks.removeStatus({ id: 'won', moveTo: null });
  await expect.poll(() => state.all[0]?.deletedMarks.statuses).toEqual([{ id: 'won', name: null }]);
  const id = state.all[0]?.id ?? '';
  await state.rename(id, 'Grid');
  await state.replace(id, questionFor('solar'));
  expect(state.viewWith(questionFor('solar'))?.name).toBe('Grid');
  await state.remove(id);
  expect([state.all.length, typeof undo]).toEqual([0, 'string']);
  state.dispose();
});

test('lists and statuses that were deleted since the start can still be named', async () => {
  const api = apiOf('account');
  const { ListsState } = (await load('/renderer/features/lists/lists.svelte.ts')) as typeof ListsModule;
  const { StatusesAndTags } = (await load(
    '/renderer/features/lists/status-and-tags.svelte.ts',
  )) as typeof MarksModule;
  const [lists, marks] = [new ListsState(api), new StatusesAndTags(api)];
  await Promise.all([lists.refresh(), marks.refresh()]);
  await api.watchlists.remove({ id: 'list-1' });
  await api.marks.removeStatus({ id: 'won', moveTo: null });
  await expect.poll(() => lists.nameOf('list-1')).toBeNull();
  await expect.poll(() => marks.statuses.some(({ id }) => id === 'won')).toBe(false);
  const filters = { ...NO_FILTERS, lists: ['list-1'], statuses: ['won'] };
  const deleted = deletedMarksIn(filters, null, {
    lists: { existing: lists.all, seen: lists.seen },
    statuses: { existing: marks.statuses, seen: marks.seenStatuses },
    ownTags: { existing: marks.tags, seen: marks.seenTags },
  });
  expect(deletedMarksText(deleted, (name) => name)).toBe(
    'The list “Warm intros” and the status “Won” were deleted.',
  );
  lists.dispose();
  marks.dispose();
});

test('reports a failed reload, and keeps the loaded views', async () => {
  const { port } = createFixture(STATES.account);
  let fails = false;
  const state = await createState(
    createApi<typeof contract>({
      subscribe: (listener) => port.subscribe(listener),
      request: (channel, input) =>
        fails ? Promise.reject(new Error('closed')) : port.request(channel, input),
    }),
  );
  await state.create('Grid', questionFor('grid'));
  fails = true;
  await state.refresh();
  expect([state.failed, state.all.length]).toEqual([true, 1]);
  fails = false;
  await state.refresh();
  expect(state.failed).toBe(false);
});

const renderedSchema = z.object({ body: z.string() });
async function renderHtml(all: readonly SavedFilter[], now: ReturnType<typeof questionFor>): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/library/saved-views/SavedViews.svelte');
  const token = questionKey(now);
  const state = {
    all,
    failed: false,
    viewWith: () => all.find(({ question }) => question !== null && questionKey(question) === token) ?? null,
  };
  const props = { library: { question: now }, saved: { state } };
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body.replace(/<!--.*?-->/g, '');
}

test('the list shows hostile names safely, marks the view in use, and warns of deleted or unreadable parts', async () => {
  const html = await renderHtml(
    [
      {
        id: '1',
        name: '<img src=x onerror=alert(1)>\u202e',
        question: questionFor('a'),
        deletedMarks: NOTHING_DELETED,
      },
      {
        id: '2',
        name: 'Gone',
        question: questionFor('b'),
        deletedMarks: { ...NOTHING_DELETED, lists: [{ id: '9', name: null }] },
      },
      { id: '3', name: 'Odd', question: null, deletedMarks: NOTHING_DELETED },
    ],
    questionFor('a'),
  );
  expect(html).not.toContain('<img');
  expect(html).not.toContain('\u202e');
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html).toContain('Uses a deleted list, status or tag');
  expect(html).toContain(
    'This view was saved by a different version of Roundwatch and can’t be opened in this version.',
  );
  expect(html).toContain('Actions for the view Gone');
});

test('a long list hides some views, but not the one in use', async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({
    id: String(at),
    name: `Filter ${at}`,
    question: questionFor(`text ${at}`),
    deletedMarks: NOTHING_DELETED,
  }));
  const html = await renderHtml(many, questionFor('text 40'));
  expect(html.match(/aria-pressed=/g)).toHaveLength(9);
  expect(html).toContain('Filter 40');
  expect(html).toContain('Show all 50');
});

test('offers to save the first question, and has the same place without one', async () => {
  const unavailable = 'aria-disabled="true"';
  expect(await renderHtml([], questionFor(''))).toContain(unavailable);
  const html = await renderHtml([], questionFor('grid'));
  expect(html).not.toContain(unavailable);
  expect(html).toContain('Save view…');
});

test('locks contacts with a passphrase on request, and refuses without one', async () => {
  const account = apiOf('account');
  await expect(account.keys.lockContacts({})).rejects.toMatchObject({
    appError: { reason: 'no-passphrase' },
  });
  const locked = apiOf('locked');
  expect((await locked.keys.unlockPeople({ passphrase: PASSPHRASE })).people.state).toBe('open');
  expect((await locked.keys.lockContacts({})).people).toMatchObject({ state: 'locked', why: 'passphrase' });
});
