import type { LibraryHas, LibraryRow } from '../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { companyRows } from '../db/queries/companies.ts';
import {
  announcedSince,
  companiesWithPeople,
  companiesWithPeopleAmong,
  contactsKnown,
  countCompanies,
  libraryIds,
  missingCompanies,
  type LibrarySort,
} from '../db/queries/library.ts';
import {
  companiesWithNote,
  companiesWithNoteAmong,
  namesWritten,
  writtenAbout,
} from '../db/queries/notes.ts';
import { companiesOnList, listNamesOf } from '../db/queries/watchlists.ts';
import type { ReadDb } from '../db/sql.ts';
import { nameOnlyRow } from './company-view.ts';
import { clip, fold, foldedWords } from './fold.ts';
import { companyRowOf, windowCutoffDate, windowOf } from './rows.ts';
import { createWatchlistReads, listIdOf, type Watchlist } from './watchlists.ts';

export interface LibraryQuery {
  readonly text: string;
  readonly watchlistId: string | null;
  readonly has: LibraryHas | null;
  readonly sort: LibrarySort;
  /** Server time, ms. */
  readonly nowMs: number;
}

export interface OpenedLibrary {
  /** Every company of the list, in order; they stay in the core. */
  ids: string[];
  libraryTotal: number;
  /** Of the companies of this list, whatever `has` asks; a watchlist's count is all that stand on it. */
  facets: { watchlists: Watchlist[]; withNote: number; withPeople: number; windowOpen: number };
}

/**
 * The library as a list of ids: what is in the cache, and what the seller put on a list or wrote about though the cache no
 * longer has it. The latter come last, by name.
 */
export function openLibrary(cache: ReadDb, yours: ReadDb, query: LibraryQuery): OpenedLibrary {
  const words = foldedWords(query.text);
  const lost = lostCompanies(cache, yours);
  const found = [...libraryIds(cache, query.sort, words), ...matching(lost, words)];
  const onList = query.watchlistId === null ? null : new Set(idsOnList(yours, query.watchlistId));
  const ids = onList === null ? found : found.filter((id) => onList.has(id));
  const having: Readonly<Record<LibraryHas, ReadonlySet<string>>> = {
    note: new Set(companiesWithNote(yours)),
    people: new Set(companiesWithPeople(cache)),
    window: new Set(openWindows(cache, query.nowMs)),
  };
  const among = (has: LibraryHas): string[] => ids.filter((id) => having[has].has(id));
  return {
    ids: query.has === null ? ids : among(query.has),
    libraryTotal: countCompanies(cache) + lost.length,
    facets: {
      watchlists: createWatchlistReads(yours).list(),
      withNote: among('note').length,
      withPeople: among('people').length,
      windowOpen: among('window').length,
    },
  };
}

interface Lost {
  readonly companyId: string;
  readonly folded: string;
}

function lostCompanies(cache: ReadDb, yours: ReadDb): Lost[] {
  const written = writtenAbout(yours);
  const missing = new Set(
    missingCompanies(
      cache,
      written.map(({ companyId }) => companyId),
    ),
  );
  return written
    .filter(({ companyId }) => missing.has(companyId))
    .map(({ companyId, name }) => ({ companyId, folded: fold(name) }))
    .sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0));
}

const matching = (lost: readonly Lost[], words: readonly string[]): string[] =>
  lost.filter(({ folded }) => words.every((word) => folded.includes(word))).map(({ companyId }) => companyId);

function idsOnList(yours: ReadDb, watchlistId: string): string[] {
  const listId = listIdOf(watchlistId);
  return listId === null ? [] : companiesOnList(yours, listId);
}

const openWindows = (cache: ReadDb, nowMs: number): string[] => [
  ...announcedSince(cache, windowCutoffDate(nowMs)),
  ...contactsKnown(cache)
    .filter(({ announcedOn, contacts }) => windowOf(announcedOn, contacts, nowMs).state === 'open')
    .map(({ companyId }) => companyId),
];

/** The rows of a few ids, in the order asked; an id that is nowhere any more is left out. */
export function libraryRows(
  cache: ReadDb,
  yours: ReadDb,
  ids: readonly string[],
  nowMs: number,
): LibraryRow[] {
  const page = ids.slice(0, LIST_LIMIT_MAX);
  const stored = companyRows(cache, page);
  const written = namesWritten(yours, page);
  const lists = listNamesOf(yours, page);
  const noted = new Set(companiesWithNoteAmong(yours, page));
  const peopled = new Set(companiesWithPeopleAmong(cache, page));
  return page.flatMap((id) => {
    const company = stored.get(id);
    const words = written.get(id);
    if (company === undefined && words === undefined) return [];
    const row =
      company !== undefined
        ? companyRowOf({ ...company, name: company.name ?? words?.name ?? null }, nowMs)
        : words !== undefined
          ? nameOnlyRow(words)
          : null;
    if (row === null) return [];
    return [
      {
        ...row,
        watchlists: (lists.get(id) ?? []).slice(0, LIST_LIMIT_MAX).map((name) => clip(name, 200)),
        hasNote: noted.has(id),
        hasPeople: peopled.has(id),
      },
    ];
  });
}
