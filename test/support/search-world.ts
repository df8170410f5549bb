import type { WriteDb } from '../../electron/core/db/sql.ts';
import type { SealState } from '../../electron/core/library/seal.ts';
import {
  createLibrarySearch,
  type LibraryQuestion,
  type LibrarySearch,
} from '../../electron/core/library/search/library-search.ts';
import { libraryFiltersSchema, type LibraryFilters } from '../../shared/model/library.ts';
import { clock, log, openSeal } from './library-fixtures.ts';

/** The library's search over two open files. */
export const searchOf = (
  { cache, yours }: { cache: WriteDb; yours: WriteDb },
  seal: () => SealState = openSealOnce(),
  keepsWordsInMemory = true,
): LibrarySearch => createLibrarySearch({ cache, yours, clock, log, seal, keepsWordsInMemory });

const openSealOnce = (): (() => SealState) => {
  const seal = openSeal();
  return () => seal;
};

export type Asked = Partial<Omit<LibraryQuestion, 'filters'>>;

export const asked = (filters: Partial<LibraryFilters> = {}, told: Asked = {}): LibraryQuestion => ({
  ...{ text: '', has: null, sort: 'name', nowMs: Date.UTC(2026, 5, 20) },
  ...told,
  filters: libraryFiltersSchema.parse(filters),
});
