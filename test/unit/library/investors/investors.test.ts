import { describe, expect, it } from 'vitest';
import { deleteCompany } from '../../../../electron/core/database/queries/cache/deletion.ts';
import { storeCompanyRemoved } from '../../../../electron/core/library/store-responses.ts';
import {
  investorRoundsPage,
  investorsNamed,
  investorView,
} from '../../../../electron/core/library/investors/investor-view.ts';
import { exportNotes } from '../../../../electron/core/user-data/export/export-notes.ts';
import { createInvestorChanges } from '../../../../electron/core/user-data/investors.ts';
import { recordChange, undoChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { investorNews, unseenByInvestor } from '../../../../electron/core/watch/investor-news.ts';
import { createWatchChanges, feed } from '../../../../electron/core/watch/watched-lists.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { ChangeKind } from '../../../../shared/model/user-data.ts';
import {
  amount,
  company,
  fundingsQuery,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../../support/app/library-fixtures.ts';
import { requested, searchOf } from '../../../support/app/library-search.ts';
import { storePage, storeRounds } from '../../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 20);

function world() {
  const files = { cache: memoryCache(), yours: memoryYours() };
  /** Stores all rounds of a company, as `/companies/{id}/fundings` returns them. */
  const store = (
    companyId: string,
    rounds: readonly (Parameters<typeof round>[1] & { readonly id: string })[],
    atMs = T0,
  ): void => {
    storePage(files.cache, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: page([
        row(company(companyId, { name: `Company ${companyId}`, countryName: 'Norway' }), round(null)),
      ]),
      fetchedAtMs: atMs,
    });
    storeRounds(
      files.cache,
      {
        companyId,
        rounds: rounds.map(({ id, ...facts }) => ({ round: round(id, facts), raw: {} })),
        setAside: 0,
      },
      atMs,
    );
  };
  const change = (
    what: ChangeKind,
    work: (changes: ReturnType<typeof createInvestorChanges>) => void,
  ): string | null =>
    recordChange(files.yours, { what, atMs: T0 }, (journal) => work(createInvestorChanges(files, journal)))
      .recorded.undo;
  const merge = (name: string, into: string) =>
    change('investor-merged', (changes) => changes.merge(name, into, T0));
  const watch = (name: string, watched = true) =>
    change('investor-watched', (changes) => changes.watch(name, watched));
  const seeAll = () =>
    recordChange(files.yours, { what: 'changes-seen', atMs: T0 }, (journal) =>
      createWatchChanges(files, journal).markSeen(null),
    ).recorded.undo;
  const undo = (token: string | null): void => void undoChange(files.yours, token ?? '', T0);
  return { files, store, change, merge, watch, seeAll, undo };
}

const by = (...names: readonly string[]) =>
  names.map((name, at) => ({ name, role: at === 0 ? 'lead' : 'participant' }));
const eur = (value: number) => amount(String(value), value, 'EUR');

describe('an investor', () => {
  it('has the companies, stages, dates and co-investors of all its stored rounds', () => {
    const { files, store } = world();
    store('a', [
      {
        id: 'a1',
        stage: 'Seed',
        announcedOn: '2025-01-02',
        amount: eur(2e6),
        investors: by('Ninepin', 'Tarn'),
      },
      {
        id: 'a2',
        stage: 'Series A',
        announcedOn: '2026-05-01',
        amount: eur(9e6),
        investors: by('Tarn', 'Ninepin'),
      },
    ]);
    store('b', [{ id: 'b1', stage: 'Seed', announcedOn: '2026-02-03', investors: by('NINEPIN', 'Alder') }]);
    store('c', [{ id: 'c1', stage: 'Seed', investors: by('Alder') }]);
    expect(investorView(files, 'ninepin')).toMatchObject({
      name: 'Ninepin',
      filterValue: 'ninepin',
      companies: 2,
      rounds: 3,
      led: 2,
      firstOn: '2025-01-02',
      lastOn: '2026-05-01',
      stages: [
        { stage: 'Seed', rounds: 2 },
        { stage: 'Series A', rounds: 1 },
      ],
      coInvestors: [
        { name: 'Tarn', rounds: 2, companies: 1 },
        { name: 'Alder', rounds: 1, companies: 1 },
      ],
      coInvestorTotal: 2,
      withoutAmount: 1,
    });
    expect(
      investorRoundsPage(files, 'Ninepin', { offset: 0, limit: 2 }).map(
        ({ roundId, isLead, companyName }) => [roundId, isLead, companyName],
      ),
    ).toEqual([
      ['a2', false, 'Company a'],
      ['b1', true, 'Company b'],
    ]);
    expect(investorView(files, 'Nobody')).toBeNull();
  });

  it('has one sum for each currency, and no sum of amounts without one', () => {
    const { files, store } = world();
    store('a', [
      { id: '1', amount: eur(2e6), investors: by('Ninepin') },
      { id: '2', amount: eur(3e6), investors: by('Ninepin') },
      { id: '3', amount: { ...amount('95M', 95e6, 'NOK'), precision: 'rounded' }, investors: by('Ninepin') },
      { id: '4', amount: amount('4', 4, null), investors: by('Ninepin') },
    ]);
    expect(investorView(files, 'Ninepin')).toMatchObject({
      amounts: [
        { currency: 'EUR', rounds: 2, total: 5e6, rounded: false },
        { currency: 'NOK', rounds: 1, total: 95e6, rounded: true },
      ],
      withoutCurrency: 1,
    });
  });

  it('keeps a round that the service no longer lists, but not in a sum', () => {
    const { files, store } = world();
    store('a', [{ id: '1', amount: eur(2e6), investors: by('Ninepin') }]);
    store('a', [{ id: '2', amount: eur(3e6), investors: by('Ninepin') }], T0 + 60_000);
    expect(investorView(files, 'Ninepin')).toMatchObject({ rounds: 2, amounts: [{ total: 3e6, rounds: 1 }] });
    const rows = investorRoundsPage(files, 'Ninepin', { offset: 0, limit: 9 });
    expect(rows.map(({ roundId, isGone }) => [roundId, isGone])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    storeCompanyRemoved(files.cache, 'a', T0);
    deleteCompany(files.cache, 'a');
    expect(investorView(files, 'Ninepin')).toBeNull();
  });
});

describe('spellings of an investor', () => {
  function spelled() {
    const made = world();
    made.store('a', [{ id: '1', amount: eur(1), investors: by('Ninepin', 'Tarn Capital') }]);
    made.store('b', [{ id: '2', amount: eur(2), investors: by('Ninepin Capital', 'Ninepin') }]);
    made.store('c', [{ id: '3', amount: eur(4), investors: by('ninepin capital partners', 'Tarn') }]);
    return made;
  }
  const suggested = (files: ReturnType<typeof world>['files'], name: string) =>
    investorView(files, name)?.suggestions.map((each) => each.name);

  it('are suggested, but counted apart until the user merges them', async () => {
    const { files } = spelled();
    expect(suggested(files, 'Ninepin')).toEqual(['Ninepin Capital', 'ninepin capital partners']);
    expect(investorView(files, 'Ninepin')?.companies).toBe(2);
    const search = searchOf(files);
    const { facets } = await (await search.find(requested())).counts();
    expect(facets.investors?.values.filter(({ label }) => /ninepin/i.test(label))).toHaveLength(3);
    search.dispose();
  });

  it('count as one in the view and in the facet after a merge, and apart after undo', async () => {
    const { files, merge, undo } = spelled();
    const search = searchOf(files);
    const counts = async () =>
      (await (await search.find(requested())).counts()).facets.investors?.values
        .filter(({ label }) => /ninepin/i.test(label))
        .map(({ label, count }) => [label, count]);
    await counts();
    merge('Ninepin', 'Ninepin Capital');
    const second = merge('Ninepin Capital', 'ninepin capital partners');
    expect(investorView(files, 'NINEPIN')).toMatchObject({
      name: 'ninepin capital partners',
      companies: 3,
      rounds: 3,
      led: 3,
      amounts: [{ currency: 'EUR', total: 7, rounds: 3 }],
      spellings: [{ name: 'Ninepin' }, { name: 'Ninepin Capital' }],
      suggestions: [],
    });
    expect(await counts()).toEqual([['ninepin capital partners', 3]]);
    // A filter that was saved with a merged name finds the same companies.
    const filtered = await search.find(requested({ investors: ['ninepin'] }));
    expect(filtered.total).toBe(3);
    expect(investorsNamed(files, 'nine')).toEqual(['ninepin capital partners']);
    expect(investorView(files, 'Tarn')?.coInvestors).toEqual([
      { name: 'ninepin capital partners', rounds: 1, companies: 1 },
    ]);
    undo(second);
    expect(await counts()).toEqual([
      ['Ninepin Capital', 2],
      ['ninepin capital partners', 1],
    ]);
    search.dispose();
  });

  it('can be separated, and declared to be different', () => {
    const { files, merge, change, undo } = spelled();
    merge('Ninepin', 'Ninepin Capital');
    change('investor-separated', (changes) => changes.separate('NINEPIN'));
    expect(investorView(files, 'Ninepin')?.companies).toBe(2);
    const distinct = change('investor-distinct', (changes) =>
      changes.setDistinct('Ninepin', 'ninepin capital partners', T0),
    );
    expect(suggested(files, 'Ninepin')).toEqual(['Ninepin Capital']);
    expect(suggested(files, 'ninepin capital partners')).toEqual(['Ninepin Capital']);
    undo(distinct);
    expect(suggested(files, 'Ninepin')).toHaveLength(2);
  });

  it('of an investor that no round has cannot be merged or watched', () => {
    const { merge, watch } = spelled();
    expect(() => merge('Nobody', 'Ninepin')).toThrow(AppFailure);
    expect(() => merge('Ninepin', 'Nobody')).toThrow(AppFailure);
    expect(() => watch('Nobody')).toThrow(AppFailure);
    expect(merge('NINEPIN', 'Ninepin')).toBeNull();
  });
});

describe('a watched investor', () => {
  it('reports rounds that are stored afterwards, each once, until they are seen', () => {
    const { files, store, watch, seeAll, undo } = world();
    store('a', [{ id: '1', investors: by('Ninepin') }]);
    const watched = watch('Ninepin');
    expect(investorNews(files)).toEqual([]);
    // A round that is stored again is not news, even if it now has more investors.
    store('a', [{ id: '1', investors: by('Ninepin', 'Tarn') }], T0 + 1_000);
    expect(investorNews(files)).toEqual([]);
    // A round is news if it was first stored after the user began to watch the investor, even if the response
    // was sent before that.
    store('b', [{ id: '2', stage: 'Seed', amount: eur(5), investors: by('Tarn', 'ninepin') }], T0 - 60_000);
    const unseen = { listId: null, unseenOnly: true, offset: 0, limit: 9 };
    expect(feed(files, unseen)).toMatchObject({
      total: 1,
      unseen: 1,
      changes: [
        {
          companyId: 'b',
          companyName: 'Company b',
          lists: [],
          change: { kind: 'investor-round', roundId: '2', stage: 'Seed', investors: ['Ninepin'] },
        },
      ],
    });
    expect(unseenByInvestor(files)).toEqual([{ name: 'Ninepin', unseen: 1 }]);
    const seen = seeAll();
    expect(feed(files, unseen).unseen).toBe(0);
    undo(seen);
    expect(feed(files, unseen).unseen).toBe(1);
    seeAll();
    undo(watch('Ninepin', false));
    store('c', [{ id: '3', investors: by('Ninepin') }], T0 - 90_000);
    expect(feed(files, unseen)).toMatchObject({ unseen: 1, changes: [{ companyId: 'c' }] });
    expect(watched).not.toBeNull();
  });

  it('includes the spellings that the user merged', () => {
    const { files, store, watch, merge } = world();
    store('a', [{ id: '1', investors: by('Ninepin', 'Ninepin Capital') }]);
    watch('Ninepin');
    merge('Ninepin', 'Ninepin Capital');
    store('b', [{ id: '2', investors: by('Ninepin Capital') }], T0 + 1_000);
    expect(investorNews(files)).toMatchObject([
      { companyId: 'b', investors: ['Ninepin Capital'], seen: false },
    ]);
    expect(investorView(files, 'Ninepin Capital')?.watched).toBe(true);
    watch('Ninepin Capital', false);
    expect(investorNews(files)).toEqual([]);
  });

  it('and merged names are in the Markdown export', () => {
    const { files, store, watch, merge } = world();
    store('a', [{ id: '1', investors: by('Ninepin', 'Ninepin *Capital*') }]);
    watch('Ninepin');
    merge('Ninepin *Capital*', 'Ninepin');
    const file = [...exportNotes(files.yours)].find(({ name }) => name === 'Investors.md');
    expect(file?.text).toBe(
      '# Investors\n\n## Watched\n\n- Investors: Ninepin\n\n## Merged names\n\n- Ninepin: Ninepin \\*Capital\\*\n',
    );
  });
});
