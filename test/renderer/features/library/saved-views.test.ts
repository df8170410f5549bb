import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NO_FILTERS, toggled } from '../../../../renderer/features/library/library-filters.ts';
import {
  hasCriteria,
  deletedMarksText,
  hasDeletedMarks,
  questionKey,
  withoutDeletedMarks,
} from '../../../../renderer/features/library/saved-views/saved-view-query.ts';
import type * as SavedModule from '../../../../renderer/features/library/saved-views/saved-views.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import type { SavedFilter } from '../../../../shared/model/saved-filter.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { PASSPHRASE } from '../../fixture/app.ts';

/* Saved filters of the library: what is asked, what is gone of it, and what the screen says. */
const load = compiled();

const apiOf = (state: keyof typeof STATES): Api =>
  createApi<typeof contract>(createFixture(STATES[state]).port);
const asking = (text: string, filters = NO_FILTERS) => ({ text, filters, sort: 'name' as const });
const NOBODY: SavedFilter['gone'] = { lists: [], ownTags: [] };

describe('a question', () => {
  test('is the same in whatever order its values were chosen, and another in any of its parts', () => {
    const one = toggled(toggled(NO_FILTERS, 'stages', 'seed'), 'stages', 'series a');
    const other = toggled(toggled(NO_FILTERS, 'stages', 'series a'), 'stages', 'seed');
    expect(questionKey(asking('grid ', one))).toBe(questionKey(asking('grid', other)));
    const tokens = [
      asking('grid', one),
      asking('grids', one),
      asking('grid', toggled(one, 'statuses', 'none')),
      asking('grid', { ...one, note: true }),
      { ...asking('grid', one), sort: 'amount' as const },
    ].map(questionKey);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test('that asks nothing is not worth a name', () => {
    expect(hasCriteria(asking('  '))).toBe(false);
    expect(hasCriteria(asking('a'))).toBe(true);
    expect(hasCriteria(asking('', toggled(NO_FILTERS, 'lists', '1')))).toBe(true);
  });

  test('looks without what is gone, and keeps the rest', () => {
    const filters = { ...NO_FILTERS, lists: ['1', '2'], ownTags: ['3'], note: true };
    const gone = { lists: [{ id: '2', name: 'Warm' }], ownTags: [{ id: '3', name: null }] };
    expect(withoutDeletedMarks(filters, gone)).toEqual({ ...filters, lists: ['1'], ownTags: [] });
    expect(withoutDeletedMarks(filters, NOBODY)).toEqual(filters);
    expect([hasDeletedMarks(gone), hasDeletedMarks(NOBODY)]).toEqual([true, false]);
  });

  test('says in a sentence what is gone of it', () => {
    const of = (name: string): string => name.toUpperCase();
    expect(deletedMarksText({ ...NOBODY, lists: [{ id: '1', name: 'warm' }] }, of)).toBe(
      'The list “WARM” is not there any more.',
    );
    const both = { lists: [{ id: '1', name: 'a' }], ownTags: [{ id: '2', name: null }] };
    expect(deletedMarksText(both, of)).toBe(
      'The list “A” and the tag without a name are not there any more.',
    );
  });
});

async function stateOn(api: Api) {
  // What is loaded is the module of that file.
  const { SavedViewsState } = (await load(
    '/renderer/features/library/saved-views/saved-views.svelte.ts',
  )) as typeof SavedModule;
  return new SavedViewsState(api);
}

test('the state follows every change, a list that goes included, and knows what is asked now', async () => {
  const api = apiOf('account');
  const state = await stateOn(api);
  const question = asking('grid', toggled(NO_FILTERS, 'lists', 'list-1'));
  const undo = await state.create('Warm grid', question);
  expect(state.viewWith(question)?.name).toBe('Warm grid');
  expect(state.viewWith(asking('grid'))).toBeNull();
  expect([state.isTaken(' WARM grid ', null), state.isTaken('Warm grid', state.all[0]?.id ?? '')]).toEqual([
    true,
    false,
  ]);
  await api.watchlists.remove({ id: 'list-1' });
  await expect.poll(() => state.all[0]?.gone.lists).toEqual([{ id: 'list-1', name: 'Warm intros' }]);
  await api.watchlists.restore({ id: 'list-1' });
  await expect.poll(() => state.all[0]?.gone.lists).toEqual([]);
  const id = state.all[0]?.id ?? '';
  await state.rename(id, 'Grid');
  await state.replace(id, asking('solar'));
  expect(state.viewWith(asking('solar'))?.name).toBe('Grid');
  await state.remove(id);
  expect([state.all.length, typeof undo]).toEqual([0, 'string']);
  state.dispose();
});

test('what cannot be read is said, and what was read stays', async () => {
  const { port } = createFixture(STATES.account);
  let fails = false;
  const state = await stateOn(
    createApi<typeof contract>({
      subscribe: (listener) => port.subscribe(listener),
      request: (channel, input) =>
        fails ? Promise.reject(new Error('closed')) : port.request(channel, input),
    }),
  );
  await state.create('Grid', asking('grid'));
  fails = true;
  await state.refresh();
  expect([state.failed, state.all.length]).toEqual([true, 1]);
  fails = false;
  await state.refresh();
  expect(state.failed).toBe(false);
});

const drawnSchema = z.object({ body: z.string() });
async function draw(all: readonly SavedFilter[], now: ReturnType<typeof asking>): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/library/saved-views/SavedViews.svelte');
  const token = questionKey(now);
  const state = {
    all,
    failed: false,
    viewWith: () => all.find(({ question }) => question !== null && questionKey(question) === token) ?? null,
  };
  const props = { library: { question: now }, saved: { state } };
  const { body } = drawnSchema.parse({ body: render(component, { props }).body });
  return body.replace(/<!--.*?-->/g, '');
}

test('the list names hostile filters safely, marks the one in use, and warns of what is gone or unreadable', async () => {
  const html = await draw(
    [
      { id: '1', name: '<img src=x onerror=alert(1)>\u202e', question: asking('a'), gone: NOBODY },
      { id: '2', name: 'Gone', question: asking('b'), gone: { ...NOBODY, lists: [{ id: '9', name: null }] } },
      { id: '3', name: 'Odd', question: null, gone: NOBODY },
    ],
    asking('a'),
  );
  expect(html).not.toContain('<img');
  expect(html).not.toContain('\u202e');
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html).toContain('Asks for what is gone');
  expect(html).toContain('This version cannot read it.');
  expect(html).toContain('Actions for the filter Gone');
});

test('many are shortened, and the one in use is never among the hidden', async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({
    id: String(at),
    name: `Filter ${at}`,
    question: asking(`text ${at}`),
    gone: NOBODY,
  }));
  const html = await draw(many, asking('text 40'));
  expect(html.match(/aria-pressed=/g)).toHaveLength(9);
  expect(html).toContain('Filter 40');
  expect(html).toContain('Show all 50');
});

test('nothing is drawn where nothing is saved and nothing asked; a first question offers to be kept', async () => {
  expect(await draw([], asking(''))).not.toContain('section');
  expect(await draw([], asking('grid'))).toContain('Save this filter…');
});

test('people that a passphrase guards are locked on request, others never', async () => {
  const account = apiOf('account');
  await expect(account.keys.lockContacts({})).rejects.toMatchObject({
    appError: { reason: 'no-passphrase' },
  });
  const locked = apiOf('locked');
  expect((await locked.keys.unlockPeople({ passphrase: PASSPHRASE })).people.state).toBe('open');
  expect((await locked.keys.lockContacts({})).people).toMatchObject({ state: 'locked', why: 'passphrase' });
});
