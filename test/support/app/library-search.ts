import type { WriteDb } from '../../../electron/core/database/sql.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import { createContactNames } from '../../../electron/core/contacts/decrypt-contacts.ts';
import {
  createLibrarySearch,
  type LibraryQuestion,
  type LibrarySearch,
} from '../../../electron/core/library/index/library-search.ts';
import type { CompanyFits } from '../../../electron/core/library/index/search-state.ts';
import type { MatchRelease } from '../../../electron/core/library/index/match-contacts.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../../../shared/model/library.ts';
import { withoutIndexWords } from '../database/without-index-words.ts';
import { clock, log, loadContactKey } from './library-fixtures.ts';
import { SEARCH_ALONE } from './search-alone.ts';

/**
 * Creates a library search over an open cache and an open `yours.db`. If `readsWords` is false, the words
 * cannot be loaded into memory, so the search queries the index file.
 */
export const searchOf = (
  { cache, yours }: { cache: WriteDb; yours: WriteDb },
  seal: () => ContactKeyState = openSealOnce(),
  readsWords = true,
  fits: () => CompanyFits | null = () => null,
): LibrarySearch =>
  createLibrarySearch({
    cache: readsWords ? cache : withoutIndexWords(cache),
    yours,
    clock,
    log,
    contactNames: createContactNames(seal),
    ...SEARCH_ALONE,
    fits,
  });

const openSealOnce = (): (() => ContactKeyState) => {
  const seal = loadContactKey();
  return () => seal;
};

/** Releases every match of a contact. */
export const RELEASES_ALL: MatchRelease = { released: () => new Set(), releaseMatch: () => true };

export type Asked = Partial<Omit<LibraryQuestion, 'filters'>>;

export const requested = (filters: Partial<LibraryFilters> = {}, change: Asked = {}): LibraryQuestion => ({
  text: '',
  has: null,
  sort: 'name',
  nowMs: Date.UTC(2026, 5, 20),
  ...change,
  filters: libraryFiltersSchema.parse(filters),
});
