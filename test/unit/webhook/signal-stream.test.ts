import { beforeEach, describe, expect, it } from 'vitest';
import {
  insertSavedSearch,
  insertView,
  putFetched,
  putSeen,
} from '../../../electron/core/database/queries/yours/saved-searches.ts';
import {
  insertSignalView,
  putSignalsSeen,
} from '../../../electron/core/database/queries/yours/receiver-and-seen-signals.ts';
import { run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { removeSignal } from '../../../electron/core/webhook/change-signals.ts';
import {
  releaseWithdrawnEvents,
  withdrawCompanies,
} from '../../../electron/core/webhook/withdraw-companies.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { createTags } from '../../../electron/core/user-data/tags.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { mergeSignals } from '../../../electron/core/webhook/merge-into-library.ts';
import {
  filtered,
  signalStream,
  streamRows,
  type Entry,
} from '../../../electron/core/webhook/signal-stream.ts';
import { countFits, sortSignals, withFitIn } from '../../../electron/core/webhook/sort-signals.ts';
import { storeContactsClosed } from '../../../electron/core/library/store-responses.ts';
import type { SignalFilters, SignalSort } from '../../../shared/model/signal.ts';
import {
  company,
  fundingsQuery,
  log,
  memoryCache,
  memoryYours,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { eventOf, type Told } from '../../support/webhook/webhook-receiver.ts';
import { storePage, storeSignal } from '../../support/app/store-without-key.ts';
import { createTriage } from '../../../electron/core/user-data/triage.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const NOW = 1_000_000;
const ALL: SignalFilters = { text: '', from: null, unseen: false, icp: null, fit: null };
let files: { cache: WriteDb; yours: WriteDb };
beforeEach(() => {
  files = { cache: memoryCache(), yours: memoryYours() };
});

const subject = (companyId: string) => ({ companyId, companyName: companyId });
function receiveEvent(atMs: number, event: Told): void {
  storeSignal(files.cache, { body: eventOf(event), via: 'webhook', receivedAtMs: atMs });
  while (mergeSignals(files.cache, log).isMore);
}
/** Creates a saved search with a round as its new result, and returns the id of the search. */
function addSearchResult(name: string, roundId: string, companyId: string, atMs: number): number {
  const found = company(companyId, { name: companyId, countryCode: 'FR' });
  const resultRow = row(found, round(roundId, { stage: 'Seed' }));
  const query = fundingsQuery({ search: name });
  storePage(files.cache, { endpoint: 'fundings', query, page: page([resultRow]), fetchedAtMs: atMs });
  const searchId = insertSavedSearch(files.yours, {
    name,
    nameFolded: name,
    questionKey: name,
    question: '{}',
    createdAtMs: 1,
  });
  putFetched(files.yours, name, [{ rowId: `${roundId}/${companyId}`, companyId }], atMs);
  return searchId;
}
const rowsOf = (entries: readonly Entry[] = signalStream(files, NOW)) => streamRows(files, entries, NOW);

describe('signal stream', () => {
  it('lists events and search results newest first, each with its source', () => {
    receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
    addSearchResult('Fintech', 'r2', 'c2', 2_000);
    receiveEvent(3_000, { companyId: 'c3', roundId: 'r3', icp: null });
    expect(rowsOf().map(({ companyId, sources, icpMatch }) => [companyId, sources, icpMatch])).toEqual([
      ['c3', ['webhook'], null],
      ['c2', ['search'], null],
      ['c1', ['webhook'], 72],
    ]);
  });

  it('names the country of a search result that contains only its code', () => {
    addSearchResult('Fintech', 'r2', 'c2', 2_000);
    expect(rowsOf()).toMatchObject([{ companyId: 'c2', countryName: 'France' }]);
  });

  it('merges a round from an event and a search into one row with the searches’ names', () => {
    receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
    addSearchResult('Fintech', 'r1', 'c1', 2_000);
    addSearchResult('Seed', 'r1', 'c1', 3_000);
    expect(rowsOf()).toMatchObject([
      { companyId: 'c1', sources: ['webhook', 'search'], searches: ['Fintech', 'Seed'], atMs: 1_000 },
    ]);
  });

  it('drops a search result seen in its search, but keeps a seen event', () => {
    const searchId = addSearchResult('Fintech', 'r2', 'c2', 2_000);
    receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
    const viewId = insertView(files.yours, { searchId, viewedAtMs: 1 });
    putSeen(files.yours, { searchId, viewId }, [{ rowId: 'r2/c2', companyId: 'c2' }]);
    const [event] = signalStream(files, NOW);
    putSignalsSeen(files.yours, insertSignalView(files.yours, 1), [
      { identity: event?.event?.identity ?? '', companyId: 'c1' },
    ]);
    expect(rowsOf().map(({ companyId, seen }) => [companyId, seen])).toEqual([['c1', true]]);
  });

  it('keeps the order of search results that arrived together when one is marked as seen', () => {
    const searchId = addSearchResult('Fintech', 'r1', 'c1', 2_000);
    for (const id of ['r2/c2', 'r3/c3', 'r4/c4']) {
      const [roundId = '', companyId = ''] = id.split('/');
      const rounds = page([row(company(companyId, { name: companyId }), round(roundId, { stage: 'Seed' }))]);
      const query = fundingsQuery({ search: id });
      storePage(files.cache, { endpoint: 'fundings', query, page: rounds, fetchedAtMs: 2_000 });
      putFetched(files.yours, 'Fintech', [{ rowId: id, companyId }], 2_000);
    }
    receiveEvent(2_000, { companyId: 'c5', roundId: 'r5' });
    const order = () => signalStream(files, NOW, 3_000).map(({ companyId }) => companyId);
    const before = order();
    expect(before).toEqual(['c5', 'c1', 'c2', 'c3', 'c4']);
    const viewId = insertView(files.yours, { searchId, viewedAtMs: 4_000 });
    putSeen(files.yours, { searchId, viewId }, [{ rowId: 'r2/c2', companyId: 'c2' }]);
    expect(order()).toEqual(before);
  });

  it('includes the search results seen since a given time, as seen, until all searches have them as seen', () => {
    const searches = ['Fintech', 'Seed'].map((name) => addSearchResult(name, 'r2', 'c2', 2_000));
    const earlier = addSearchResult('Early', 'r3', 'c3', 3_000);
    const see = (searchId: number, viewedAtMs: number, [roundId, companyId]: [string, string]) =>
      putSeen(files.yours, { searchId, viewId: insertView(files.yours, { searchId, viewedAtMs }) }, [
        { rowId: `${roundId}/${companyId}`, companyId },
      ]);
    const seenSince = (sinceMs: number) =>
      signalStream(files, NOW, sinceMs).map(({ companyId, seen }) => [companyId, seen]);
    see(earlier, 4_999, ['r3', 'c3']);
    // Viewing a row again later changes nothing.
    see(earlier, 5_001, ['r3', 'c3']);
    see(searches[0] ?? 0, 5_000, ['r2', 'c2']);
    expect(seenSince(5_000)).toEqual([['c2', false]]);
    see(searches[1] ?? 0, 5_000, ['r2', 'c2']);
    expect(seenSince(5_000)).toEqual([['c2', true]]);
    expect([seenSince(5_001), signalStream(files, NOW)]).toEqual([[], []]);
  });

  it('keeps an event marked as seen after the cache was rebuilt and the event repeated', () => {
    receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
    const [event] = signalStream(files, NOW);
    putSignalsSeen(files.yours, insertSignalView(files.yours, 1), [
      { identity: event?.event?.identity ?? '', companyId: 'c1' },
    ]);
    files = { ...files, cache: memoryCache() };
    receiveEvent(9_000, { companyId: 'c1', roundId: 'r1' });
    expect(rowsOf()).toMatchObject([{ companyId: 'c1', seen: true }]);
  });

  it('does not count a signal as new once its company is done or snoozed, unless the signal is newer', () => {
    receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
    addSearchResult('Fintech', 'r2', 'c2', 1_000);
    receiveEvent(1_000, { companyId: 'c3', roundId: 'r3' });
    receiveEvent(3_000, { companyId: 'c1', roundId: 'r4' });
    const at = { serverMs: 2_000, ownMs: 2_000 };
    const triage = createTriage(files.yours, noJournal);
    triage.done([subject('c1'), subject('c2')], at);
    triage.snooze([subject('c3')], NOW + 1, at);
    const newAt = (nowMs: number) =>
      signalStream(files, nowMs).flatMap(({ seen, companyId, atMs }) => (seen ? [] : [[companyId, atMs]]));
    expect(newAt(NOW)).toEqual([['c1', 3_000]]);
    // When the snooze ends, the signal is new again.
    expect(newAt(NOW + 1)).toEqual([
      ['c1', 3_000],
      ['c3', 1_000],
    ]);
  });

  it('omits search results of a company that is no longer stored', () => {
    addSearchResult('Fintech', 'r2', 'c2', 2_000);
    run(files.cache, "DELETE FROM company WHERE company_id = 'c2'");
    expect(signalStream(files, NOW)).toEqual([]);
  });

  it.each<[string, Partial<SignalFilters>, string[]]>([
    ['events only', { from: 'event' }, ['c3', 'c1']],
    ['search results only', { from: 'search' }, ['c2']],
    ['a score', { icp: 72 }, ['c1']],
    ['a score above all scores', { icp: 73 }, []],
    ['no score, which excludes search results', { icp: 'none' }, ['c3']],
    ['the beginning of a word in the name', { text: 'COMPANY c3' }, ['c3']],
    ['the country', { text: 'germ' }, ['c3', 'c1']],
    ['the name of a company found by a search', { text: 'c2' }, ['c2']],
    ['the country of a company found by a search', { text: 'fran' }, ['c2']],
    ['the middle of a word, without a match', { text: 'ompany' }, []],
  ])('can be filtered by %s', (_what, filters, wanted) => {
    receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
    addSearchResult('Fintech', 'r2', 'c2', 2_000);
    receiveEvent(3_000, { companyId: 'c3', roundId: 'r3', icp: null });
    const remaining = filtered(files, signalStream(files, NOW), { ...ALL, ...filters });
    expect(remaining.map(({ companyId }) => companyId)).toEqual(wanted);
  });

  describe('sorted', () => {
    const FITS = new Map([
      ['c1', 20],
      ['c3', 80],
    ]);
    const sortedBy = (sort: SignalSort) => sortSignals(files, signalStream(files, NOW), sort, FITS);
    const idsBy = (sort: SignalSort) => sortedBy(sort).entries.map(({ companyId }) => companyId);
    beforeEach(() => {
      const euros = (text: string, value: number) => ({ text, value, currency: 'EUR' });
      receiveEvent(1_000, { companyId: 'c1', roundId: 'r1', amount: euros('€4M', 4_000_000) });
      addSearchResult('Fintech', 'r2', 'c2', 2_000);
      receiveEvent(3_000, { companyId: 'c3', roundId: 'r3', icp: null, amount: euros('€9M', 9_000_000) });
      const dollars = { text: '$30M', value: 30_000_000, currency: 'USD' };
      receiveEvent(4_000, { companyId: 'c4', roundId: 'r4', icp: 80, amount: dollars });
    });

    it.each<[SignalSort, string[]]>([
      ['received', ['c4', 'c3', 'c2', 'c1']],
      ['fit', ['c3', 'c1', 'c4', 'c2']],
      ['icp', ['c4', 'c1', 'c3', 'c2']],
      ['name', ['c2', 'c1', 'c3', 'c4']],
      ['amount', ['c3', 'c1', 'c4', 'c2']],
    ])('by %s, with unknown values last', (sort, wanted) => {
      expect(idsBy(sort)).toEqual(wanted);
    });

    it('by amount has a group for each currency, and none for unknown amounts', () => {
      expect(sortedBy('amount').currencies).toEqual([
        { currency: 'EUR', offset: 0, count: 2 },
        { currency: 'USD', offset: 2, count: 1 },
      ]);
      expect(sortedBy('fit').currencies).toEqual([]);
    });

    it('counts and filters by the fit', () => {
      const all = signalStream(files, NOW);
      expect(countFits(all, FITS)).toEqual({ high: 1, medium: 0, low: 1, none: 2 });
      expect(withFitIn(all, FITS, 'low').map(({ companyId }) => companyId)).toEqual(['c1']);
      expect(withFitIn(all, FITS, 'none').map(({ companyId }) => companyId)).toEqual(['c4', 'c2']);
    });
  });

  it('flags an event whose timestamp is more than a day off, and an unknown event type', () => {
    receiveEvent(Date.UTC(2026, 5, 20), { companyId: 'c1', roundId: 'r1' });
    receiveEvent(Date.UTC(2026, 5, 10, 9), { companyId: 'c2', roundId: 'r2', event: 'trigger_revised' });
    expect(rowsOf().map(({ oddSentAtMs, known }) => [oddSentAtMs, known])).toEqual([
      [Date.UTC(2026, 5, 10, 8, 1), true],
      [null, false],
    ]);
  });
});

describe('test events', () => {
  const SAMPLE = { companyId: 'demo-systems-3', roundId: 'r-test-1' } as const;
  /** Removes the newest event, and returns the token that undoes it. */
  function removeNewest(): string {
    const event = signalStream(files, NOW)[0]?.event;
    if (!event) throw new Error('no event');
    const change = { what: 'signals-removed', atMs: 5_000 } as const;
    return (
      recordChange(files.yours, change, (journal) => removeSignal(files.yours, journal, event, 5_000))
        .recorded.undo ?? ''
    );
  }

  it('are labelled, and stored and shown like any other event', () => {
    receiveEvent(1_000, { ...SAMPLE, icp: 88 });
    expect(rowsOf()).toMatchObject([
      { sample: true, companyId: SAMPLE.companyId, icpMatch: 88, company: { companyId: SAMPLE.companyId } },
    ]);
    const view = companyView(files.cache, files.yours, SAMPLE.companyId, 2_000);
    expect(view?.rounds.map(({ roundId }) => roundId)).toEqual([SAMPLE.roundId]);
  });

  it('stay removed by the user, even if they are delivered again, until the removal is undone', () => {
    receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
    receiveEvent(2_000, SAMPLE);
    const undo = removeNewest();
    expect(rowsOf().map(({ companyId }) => companyId)).toEqual(['c1']);
    receiveEvent(3_000, SAMPLE);
    expect(rowsOf().map(({ companyId }) => companyId)).toEqual(['c1']);
    undoChange(files.yours, undo, 6_000);
    expect(rowsOf().map(({ companyId }) => companyId)).toEqual([SAMPLE.companyId, 'c1']);
  });

  describe('whose company is known only from them', () => {
    const SUBJECT = { companyId: SAMPLE.companyId, companyName: 'Demo Systems' };
    const NOTE = { body: 'Called.', baseRevision: 0, savedAtMs: 3_000 };
    const viewOf = (id: string) => companyView(files.cache, files.yours, id, 9_000);
    const withdraw = () => withdrawCompanies(files, [SAMPLE.companyId, 'c1']);
    const mergeAll = () => {
      while (mergeSignals(files.cache, log).isMore);
    };

    it('are removed with the company, and undo brings both back', () => {
      receiveEvent(1_000, { companyId: 'c1', roundId: 'r1' });
      receiveEvent(2_000, { ...SAMPLE, icp: 88 });
      const before = viewOf(SAMPLE.companyId);
      expect(before?.rounds).toHaveLength(1);
      const undo = removeNewest();
      expect(withdraw()).toEqual([SAMPLE.companyId]);
      expect([viewOf(SAMPLE.companyId), viewOf('c1') === null]).toEqual([null, false]);
      expect(releaseWithdrawnEvents(files)).toBe(false);
      undoChange(files.yours, undo, 6_000);
      expect(releaseWithdrawnEvents(files)).toBe(true);
      mergeAll();
      expect(viewOf(SAMPLE.companyId)).toEqual(before);
      expect(rowsOf().map(({ companyId }) => companyId)).toEqual([SAMPLE.companyId, 'c1']);
    });

    it('are removed again after another delivery', () => {
      receiveEvent(2_000, SAMPLE);
      removeNewest();
      withdraw();
      receiveEvent(3_000, SAMPLE);
      expect(viewOf(SAMPLE.companyId)).not.toBeNull();
      expect(withdraw()).toEqual([SAMPLE.companyId]);
    });

    it('stay with the company until all its events are removed', () => {
      receiveEvent(1_000, SAMPLE);
      receiveEvent(2_000, { ...SAMPLE, roundId: 'r-test-2' });
      const undo = removeNewest();
      expect(withdraw()).toEqual([]);
      removeNewest();
      expect(withdraw()).toEqual([SAMPLE.companyId]);
      undoChange(files.yours, undo, 6_000);
      releaseWithdrawnEvents(files);
      mergeAll();
      expect(viewOf(SAMPLE.companyId)?.rounds.map(({ roundId }) => roundId)).toEqual(['r-test-2']);
    });

    it.each<[string, () => void]>([
      ['a search result', () => void addSearchResult('Any', 'r9', SAMPLE.companyId, 1_500)],
      ['a contact request', () => storeContactsClosed(files.cache, SAMPLE.companyId, null, 3_000)],
      ['a note', () => void createNotes(files.yours).save({ ...SUBJECT, ...NOTE })],
      ['a tag', () => void createTags(files.yours, noJournal).add([SUBJECT], 'Hot', 3_000)],
    ])('leave the company in the library if it has %s', (_what, give) => {
      receiveEvent(2_000, SAMPLE);
      give();
      removeNewest();
      expect(withdraw()).toEqual([]);
      expect(viewOf(SAMPLE.companyId)).not.toBeNull();
    });
  });
});
