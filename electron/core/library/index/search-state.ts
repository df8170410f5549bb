import type { ReadDb, WriteDb } from '../../database/sql.ts';
import type { EncryptedName } from '../../database/queries/cache/search-index.ts';
import type { MarkKind } from '../../database/queries/yours/searchable-user-data.ts';
import { createColumns, type Columns } from './columns.ts';
import { createOrder, ORDER_NAMES, type Order, type OrderName } from './sort-orders.ts';
import type { Timed } from './time-flags.ts';
import { createWordTable, type WordTable } from './word-index.ts';
import { UnwrittenCompanies } from './writing/unwritten-companies.ts';
import type { Document } from './tokenize.ts';

interface SearchedNote {
  readonly revision: number;
  readonly savedAtMs: number;
  readonly document: Document;
}

/**
 * Triage mark of a company. `untilMs` is the end of a snooze (server time, ms), or null if the company is
 * done.
 */
interface Triaged {
  readonly slot: number;
  readonly untilMs: number | null;
}

/** Decrypts the names and titles of contacts. The search engine therefore needs no key. */
export interface ContactNames {
  /** Returns the contact's name and title, if present, or [] if the row cannot be decrypted. */
  readNames(row: EncryptedName): string[];
}

/**
 * Computes the fit. The user's market is behind this interface, so the search engine does not depend on it.
 */
export interface CompanyFits {
  /** Returns the fit, from 0 to 100, of each company that has one. */
  scoresOf(companyIds: readonly string[]): ReadonlyMap<string, number>;
}

/** Tracks the companies whose fit has been computed. */
interface FitState {
  /** Null if no market is set. When this object is replaced, the fits of all companies are computed again. */
  source: CompanyFits | null;
  /**
   * First slot whose fit has not been computed. The fits of all lower slots are up to date, except for the
   * slots in `changed`.
   */
  next: number;
  readonly changed: Set<number>;
}

/** Records for which companies the investors have already been read. */
interface InvestorState {
  /**
   * The last company id up to which investors have been read, except for the companies in `changed`. Null if
   * the investors of all companies have been read.
   */
  after: string | null;
  readonly changed: Set<number>;
  /** Maps each merged name (folded) to the name that the user merged it into. */
  merges: ReadonlyMap<string, string>;
}

/**
 * The companies that pass the filters `round`, `departments` and `outcome` (`selected-slots.ts`). A filter's
 * array has 1 for each selected slot; it is null if the filter is not set.
 */
export interface SelectedSlots {
  readonly round: Uint8Array | null;
  readonly departments: Uint8Array | null;
  readonly outcome: Uint8Array | null;
}

/** The companies selected by the last `round` and `departments` filters, cached. */
interface KnownSelection {
  readonly key: string;
  readonly facts: number;
  readonly slots: Omit<SelectedSlots, 'outcome'>;
}

/** Describes the copy of the companies' facts in `cache.db` (`saved/saved-facts.ts`). */
interface SavedState {
  isSaved: boolean;
  /** Number of companies whose saved facts were outdated when they were read. */
  outdated: number;
  /** Whether a company was deleted in this session. */
  hasErased: boolean;
}

/** In-memory search state of one open workspace. */
export interface SearchWorld {
  readonly cache: WriteDb;
  readonly yours: ReadDb;
  readonly columns: Columns;
  readonly orders: Readonly<Record<OrderName, Order>>;
  /**
   * Companies whose entry in the index file is out of date, by slot. Once loading the words has begun, the
   * words of these companies are in memory too.
   */
  readonly unwritten: UnwrittenCompanies;
  /** Names of all companies that occur in user data, by company id. */
  written: ReadonlyMap<string, string>;
  /** Names of the companies in `written` that are not in the cache, by slot. */
  readonly lost: Map<number, Document>;
  readonly notes: Map<number, SearchedNote>;
  readonly marks: Record<MarkKind, ReadonlyMap<string, Uint32Array>>;
  /** The searchable words of the user's tag names, by tag id. */
  tagWords: ReadonlyMap<string, Document>;
  /** Triage marks from `yours.db`, including snoozes that have ended. */
  triage: readonly Triaged[];
  /** Decrypted names and titles of contacts. Null if contacts are locked or not stored. */
  people: { readonly names: ContactNames; readonly documents: Map<number, Document> } | null;
  /**
   * The change counters of `cache.db` and `yours.db` at the last read; null if they have not been read yet.
   */
  cacheSeen: number | null;
  yoursSeen: number | null;
  /**
   * Whether user data or the set of cached companies may have changed since `lost` was last updated. If so,
   * `lost` may be out of date.
   */
  moved: boolean;
  readonly fits: FitState;
  readonly investors: InvestorState;
  readonly saved: SavedState;
  /** Time flags of the last search, reused while they are valid. */
  timed: Timed | null;
  /** Result of the last `round` and `departments` filters (`selected-slots.ts`). */
  selected: KnownSelection | null;
  /** Cached slots of all companies. Valid while `columns.facts` equals `facts`. */
  storedSlots: { readonly facts: number; readonly slots: Uint32Array } | null;
  /** Word index in memory. Until it is complete, searches also query the index file. */
  memory: WordTable;
  /** False until the first search. Until then, `memory` stays empty, and changed companies are not added to it. */
  areWordsWanted: boolean;
  /** Cached results of index-file queries, most recently used last. Cleared when the index changes. */
  readonly answers: Map<string, Uint32Array>;
}

export const createSearchWorld = (cache: WriteDb, yours: ReadDb): SearchWorld => ({
  cache,
  yours,
  columns: createColumns(),
  orders: Object.fromEntries(ORDER_NAMES.map((name) => [name, createOrder()])) as Record<OrderName, Order>,
  unwritten: new UnwrittenCompanies(),
  written: new Map(),
  lost: new Map(),
  notes: new Map(),
  marks: { list: new Map(), status: new Map(), tag: new Map(), ours: new Map() },
  tagWords: new Map(),
  triage: [],
  people: null,
  cacheSeen: null,
  yoursSeen: null,
  moved: false,
  fits: { source: null, next: 0, changed: new Set() },
  investors: { after: '', changed: new Set(), merges: new Map() },
  saved: { isSaved: false, outdated: 0, hasErased: false },
  timed: null,
  selected: null,
  storedSlots: null,
  memory: createWordTable(),
  areWordsWanted: false,
  answers: new Map(),
});

/** Marks a changed company as pending in every sort order, and its fit and investors as outdated. */
export function touch({ orders, fits, investors }: SearchWorld, slot: number): void {
  for (const name of ORDER_NAMES) orders[name].pending?.add(slot);
  if (fits.source !== null && slot < fits.next) fits.changed.add(slot);
  if (investors.after !== '') investors.changed.add(slot);
}
