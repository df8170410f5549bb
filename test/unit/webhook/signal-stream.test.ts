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
import { storeSignal } from '../../../electron/core/webhook/store-signal.ts';
import { mergeSignals } from '../../../electron/core/webhook/merge-into-library.ts';
import {
  filtered,
  signalStream,
  streamRows,
  type Entry,
} from '../../../electron/core/webhook/signal-stream.ts';
import { storePage } from '../../../electron/core/library/store-responses.ts';
import type { SignalFilters } from '../../../shared/model/signal.ts';
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

const ALL: SignalFilters = { text: '', from: null, unseen: false, icp: null };
let files: { cache: WriteDb; yours: WriteDb };
beforeEach(() => {
  files = { cache: memoryCache(), yours: memoryYours() };
});

function hear(atMs: number, told: Told): void {
  storeSignal(files.cache, { body: eventOf(told), via: 'webhook', receivedAtMs: atMs });
  while (mergeSignals(files.cache, log).isMore);
}
/** Creates a saved search and stores this round as a new result of it. @returns the search id */
function comes(name: string, roundId: string, companyId: string, atMs: number): number {
  const told = row(company(companyId, { name: companyId }), round(roundId, { stage: 'Seed' }));
  const query = fundingsQuery({ search: name });
  storePage(files.cache, { endpoint: 'fundings', query, page: page([told]), fetchedAtMs: atMs });
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
const rowsOf = (entries: readonly Entry[] = signalStream(files)) => streamRows(files, entries, 1_000_000);

describe('what was heard without asking', () => {
  it('stands in one stream, newest first, each with where it came from', () => {
    hear(1_000, { companyId: 'c1', roundId: 'r1' });
    comes('Fintech', 'r2', 'c2', 2_000);
    hear(3_000, { companyId: 'c3', roundId: 'r3', icp: null });
    expect(rowsOf().map(({ companyId, sources, icpMatch }) => [companyId, sources, icpMatch])).toEqual([
      ['c3', ['webhook'], null],
      ['c2', ['search'], null],
      ['c1', ['webhook'], 72],
    ]);
  });

  it('a round that an event and a search tell of is one row, and names the search', () => {
    hear(1_000, { companyId: 'c1', roundId: 'r1' });
    comes('Fintech', 'r1', 'c1', 2_000);
    comes('Seed', 'r1', 'c1', 3_000);
    expect(rowsOf()).toMatchObject([
      { companyId: 'c1', sources: ['webhook', 'search'], searches: ['Fintech', 'Seed'], atMs: 1_000 },
    ]);
  });

  it('news that was seen in its search is gone; an event that was seen stays', () => {
    const searchId = comes('Fintech', 'r2', 'c2', 2_000);
    hear(1_000, { companyId: 'c1', roundId: 'r1' });
    const viewId = insertView(files.yours, { searchId, viewedAtMs: 1 });
    putSeen(files.yours, { searchId, viewId }, [{ rowId: 'r2/c2', companyId: 'c2' }]);
    const [event] = signalStream(files);
    putSignalsSeen(files.yours, insertSignalView(files.yours, 1), [
      { identity: event?.event?.identity ?? '', companyId: 'c1' },
    ]);
    expect(rowsOf().map(({ companyId, seen }) => [companyId, seen])).toEqual([['c1', true]]);
  });

  it('stays seen where the cache was made anew and the same event comes again', () => {
    hear(1_000, { companyId: 'c1', roundId: 'r1' });
    const [event] = signalStream(files);
    putSignalsSeen(files.yours, insertSignalView(files.yours, 1), [
      { identity: event?.event?.identity ?? '', companyId: 'c1' },
    ]);
    files = { ...files, cache: memoryCache() };
    hear(9_000, { companyId: 'c1', roundId: 'r1' });
    expect(rowsOf()).toMatchObject([{ companyId: 'c1', seen: true }]);
  });

  it('tells no news of a company that is not kept any more', () => {
    comes('Fintech', 'r2', 'c2', 2_000);
    run(files.cache, "DELETE FROM company WHERE company_id = 'c2'");
    expect(signalStream(files)).toEqual([]);
  });

  it.each<[string, Partial<SignalFilters>, string[]]>([
    ['events alone', { from: 'event' }, ['c3', 'c1']],
    ['news of searches alone', { from: 'search' }, ['c2']],
    ['a score', { icp: 72 }, ['c1']],
    ['a score above all', { icp: 73 }, []],
    ['no score, which no row of a search has either', { icp: 'none' }, ['c3']],
    ['the beginning of a word of its name', { text: 'COMPANY c3' }, ['c3']],
    ['its country', { text: 'germ' }, ['c3', 'c1']],
    ['the name of a search’s company', { text: 'c2' }, ['c2']],
    ['no word in the middle', { text: 'ompany' }, []],
  ])('is filtered by %s', (_what, filters, wanted) => {
    hear(1_000, { companyId: 'c1', roundId: 'r1' });
    comes('Fintech', 'r2', 'c2', 2_000);
    hear(3_000, { companyId: 'c3', roundId: 'r3', icp: null });
    const left = filtered(files, signalStream(files), { ...ALL, ...filters });
    expect(left.map(({ companyId }) => companyId)).toEqual(wanted);
  });

  it('flags an event whose own time is more than a day off, and an unknown kind', () => {
    hear(Date.UTC(2026, 5, 20), { companyId: 'c1', roundId: 'r1' });
    hear(Date.UTC(2026, 5, 10, 9), { companyId: 'c2', roundId: 'r2', event: 'trigger_revised' });
    expect(rowsOf().map(({ oddSentAtMs, known }) => [oddSentAtMs, known])).toEqual([
      [Date.UTC(2026, 5, 10, 8, 1), true],
      [null, false],
    ]);
  });
});
