import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { App } from '../../../../renderer/session/app.svelte.ts';
import {
  isEdited,
  savedSearchActions,
  savedSearchesOf,
  savedSearchFor,
  startTypedSearch,
} from '../../../../renderer/features/search/saved/saved-search-actions.ts';
import { savedSearchCommands } from '../../../../renderer/features/search/saved/saved-search-commands.ts';
import { searchToSave } from '../../../../renderer/features/search/saved/saved-search-query.ts';
import { Search } from '../../../../renderer/features/search/search.svelte.ts';
import { searchCommands } from '../../../../renderer/features/search/search-commands.ts';
import { APPROVAL_DELAY_MS } from '../../../../renderer/session/commands/approval-delay.svelte.ts';
import { searchActions } from '../../../../renderer/features/search/search-actions.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { NOW_MS } from '../../fixture/time.ts';

/* Tests how a saved search is edited, and how a new search is started from it. */

beforeEach(() => {
  // The tests run without a page, so nothing is painted.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Saves the search whose results are on screen. */
async function openSaved() {
  const { port } = createFixture(STATES.account);
  const app = stubKeep(new App(createApi<typeof contract>(port)));
  await app.refreshWorkspace();
  const search = new Search(app.api);
  await expect.poll(() => search.isLoaded).toBe(true);
  const question = () => search.form.question(NOW_MS);
  const shown = question();
  if (shown === null) throw new Error('the filters make no question');
  await savedSearchesOf(app).create('Nordics', searchToSave(shown, search.form.range));
  return { app, search, question, actions: savedSearchActions(app, search, question) };
}

test('a saved search is shown as edited while its filters differ from the saved ones', async () => {
  const { app, search, question } = await openSaved();
  const saved = savedSearchFor(app, search.set);
  const edited = () => isEdited(app, saved, question(), search.form.range);
  expect([saved?.name, edited()]).toEqual(['Nordics', false]);
  const { stages } = search.form;
  search.form.stages = ['Seed'];
  expect(edited()).toBe(true);
  search.form.stages = stages;
  expect(edited()).toBe(false);
  search.form.minAmount = 'no amount';
  expect(edited()).toBe(true);
  expect(isEdited(app, null, question(), search.form.range)).toBe(false);
});

test('a new search leaves the saved search, its filters and its results', async () => {
  const { app, search, question, actions } = await openSaved();
  const state = savedSearchesOf(app);
  const command = () =>
    savedSearchCommands(search, state, actions, {
      current: null,
      unsaved: false,
      isSelecting: () => false,
    }).find(({ id }) => id === 'search.new');
  expect([state.opened?.name, search.set === null, search.form.isClear]).toEqual(['Nordics', false, false]);
  expect(command()?.available?.()).toBe(true);
  await command()?.run();
  expect([state.opened, search.set, search.rows, search.form.isClear]).toEqual([null, null, [], true]);
  expect(question()?.query).toMatchObject({ countries: [], stages: [], validatedContacts: false });
  expect(command()?.available?.()).toBe(false);
  expect(state.all).toHaveLength(1);
  search.dispose();
});

test.each([
  ['a date range', { range: '30' }],
  ['an amount', { minAmount: '1M' }],
  ['a switch', { hasOpenRoles: true }],
  ['a hiring filter without effect', { departments: ['it'] }],
  ['a text', { text: 'grid' }],
] as const)('%s counts as a filter to clear', async (_what, change) => {
  const { search } = await openSaved();
  search.form.clear();
  expect(search.form.isClear).toBe(true);
  Object.assign(search.form, change);
  expect(search.form.isClear).toBe(false);
  search.dispose();
});

test('a typed line starts a new search, and leaves the saved search as it is', async () => {
  const { app, search } = await openSaved();
  const state = savedSearchesOf(app);
  const amounts = { minAmount: '5M', maxAmount: null, currency: 'EUR' };
  const found = { countries: ['DE'], stages: ['Series A'], industries: [], days: null, ...amounts };
  await startTypedSearch(app, search, found);
  expect([state.opened, search.form.countries, search.form.stages]).toEqual([null, ['DE'], ['Series A']]);
  expect([search.form.minAmount, search.form.maxAmount, search.form.currency]).toEqual(['5M', '', 'EUR']);
  expect(isEdited(app, state.opened, search.form.question(NOW_MS), search.form.range)).toBe(false);
});

describe('a typed line that was not filled in', () => {
  /** Counts the requests that would be charged. */
  async function openTyped(text: string) {
    const { app, search, question } = await openSaved();
    await search.firstPage.load(question());
    search.line.text = text;
    let runs = 0;
    const run = search.run.bind(search);
    search.run = (wanted) => {
      runs += 1;
      return run(wanted);
    };
    const actions = searchActions(app, search, question);
    const pressKey = async (): Promise<void> => {
      const nothing = { focusText: () => Promise.resolve(), chooseColumns: () => undefined };
      const command = searchCommands(search, { ...actions, ...nothing }).find(
        ({ id }) => id === 'search.run',
      );
      if (command?.available?.() === true) await command.run();
    };
    return { search, actions, pressKey, question, runs: () => runs };
  }

  test('is filled in instead of running the search, which shows another price', async () => {
    const { search, pressKey, runs } = await openTyped('companies in the United States');
    expect(search.line.isPending).toBe(true);
    await pressKey();
    expect([search.form.countries, search.line.text, search.line.isPending]).toEqual([['US'], '', false]);
    expect(runs()).toBe(0);
    search.dispose();
  });
  test.each(['companies in the United States', 'something else'])(
    '“%s” lets the key run the search only after its price was on the screen for a while',
    async (text) => {
      const { search, pressKey, question, runs } = await openTyped(text);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const before = search.firstPage.price.preview;
      const filled = pressKey();
      await pressKey();
      await filled;
      await pressKey();
      expect(search.firstPage.price.preview).not.toBe(before);
      await vi.waitFor(() => expect(search.firstPage.price.isPayable).toBe(true));
      search.price(question());
      await vi.advanceTimersByTimeAsync(APPROVAL_DELAY_MS - 100);
      await pressKey();
      expect(runs()).toBe(0);
      await vi.advanceTimersByTimeAsync(APPROVAL_DELAY_MS);
      await pressKey();
      expect(runs()).toBe(1);
      search.dispose();
    },
  );
  test('does not let the key run the search while the line is read', async () => {
    const { search, pressKey, runs } = await openTyped('');
    search.line.isBusy = true;
    await pressKey();
    expect(runs()).toBe(0);
    search.line.isBusy = false;
    await pressKey();
    expect(runs()).toBe(1);
    search.dispose();
  });
  test('does not block the search if it contains no filter, or further words', async () => {
    const { search, actions, runs } = await openTyped('something else');
    await actions.run();
    expect([search.line.error !== null, search.line.isPending, runs()]).toEqual([true, false, 0]);
    search.line.text = 'companies in the United States, mostly Berlin';
    expect(search.line.isPending).toBe(true);
    await actions.run();
    expect(search.line.leftOut).toContain('mostly Berlin');
    expect([search.line.text.endsWith('Berlin'), search.line.isPending]).toEqual([true, false]);
    await expect.poll(() => search.firstPage.price.isPayable).toBe(true);
    await actions.run();
    expect([runs(), search.line.leftOut]).toEqual([1, null]);
    search.line.leftOut = 'Not understood';
    await actions.showStoredResults();
    expect(search.line.leftOut).toBeNull();
    search.dispose();
  });
  test.each(['', 'companies in Germany'])(
    'does not fill in its filters once the line reads “%s” instead',
    async (newer) => {
      const { search, actions } = await openTyped('companies in the United States');
      const { countries } = search.form;
      const filled = actions.fillFromLine();
      search.line.text = newer;
      await filled;
      expect([search.form.countries, search.line.text, search.line.isBusy]).toEqual([
        countries,
        newer,
        false,
      ]);
      search.dispose();
    },
  );
  test('is dropped if the filters of another search are shown', async () => {
    const { search } = await openTyped('companies in the United States');
    const shown = search.form.question(NOW_MS);
    if (shown === null) throw new Error('the filters make no question');
    search.fillForm(shown, NOW_MS);
    expect(search.line.text).toBe('');
    search.dispose();
  });
});
