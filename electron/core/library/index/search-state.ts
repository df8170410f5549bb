import type { ReadDb, WriteDb } from '../../database/sql.ts';
import type { EncryptedName } from '../../database/queries/cache/search-index.ts';
import type { MarkKind } from '../../database/queries/yours/searchable-user-data.ts';
import { createColumns, type Columns } from './columns.ts';
import { createOrder, ORDERS, type Order, type OrderName } from './sort-orders.ts';
import type { Timed } from './time-flags.ts';
import { createWordTable, type WordTable } from './word-index.ts';
import type { Writable } from './index-file.ts';
import type { Document } from './tokenize.ts';

/** A company whose entry in the index file is out of date. */
export interface StaleEntry {
  readonly document: Writable;
  /** Change counter when the company was read. */
  readonly changes: number;
}

export interface SearchedNote {
  readonly revision: number;
  readonly savedAtMs: number;
  readonly document: Document;
}

/** `untilMs` is null for done; otherwise the company is snoozed until then (server time, ms). */
export interface Triaged {
  readonly slot: number;
  readonly untilMs: number | null;
}

/** Decrypts the searched fields of contacts; the index itself knows no keys. */
export interface ContactNames {
  /** Name and title, as far as the row has them; empty for a row that cannot be decrypted. */
  readNames(row: EncryptedName): string[];
}

/** In-memory search state of one open workspace. */
export interface SearchWorld {
  readonly cache: WriteDb;
  readonly yours: ReadDb;
  readonly columns: Columns;
  readonly orders: Readonly<Record<OrderName, Order>>;
  /** Companies whose entry in the index file is out of date; their words are already in memory. */
  readonly unwritten: Map<number, StaleEntry>;
  /** Every company in user data, with the name recorded there. */
  written: ReadonlyMap<string, string>;
  /** Companies of `written` that are not in the cache; searchable by that name. */
  readonly lost: Map<number, Document>;
  readonly notes: Map<number, SearchedNote>;
  readonly marks: Record<MarkKind, ReadonlyMap<string, Uint32Array>>;
  /** Documents of the user tag names, by tag id. */
  tagWords: ReadonlyMap<string, Document>;
  /** Triage marks from `yours.db`; whether a snooze is over depends on the time of the search. */
  triage: readonly Triaged[];
  /** Names and titles, in memory only. Null if contacts are locked or not stored. */
  people: { readonly names: ContactNames; readonly documents: Map<number, Document> } | null;
  /** Change counters of both files when they were last read, or null. */
  cacheSeen: number | null;
  yoursSeen: number | null;
  /** True if a company was added to or removed from the cache since the lost companies were last collected. */
  moved: boolean;
  /** Time flags of the last search. */
  timed: Timed | null;
  /** Cached list of all slots in use, valid for this value of `facts`. */
  standing: { readonly facts: number; readonly slots: Uint32Array } | null;
  /** The index in memory, used once it is complete. */
  memory: WordTable;
  /** Cached queries of the index file, newest last; cleared when the index changes. */
  readonly answers: Map<string, Uint32Array>;
}

export const createSearchWorld = (cache: WriteDb, yours: ReadDb): SearchWorld => ({
  cache,
  yours,
  columns: createColumns(),
  orders: {
    announced: createOrder(),
    fetched: createOrder(),
    name: createOrder(),
    amount: createOrder(),
  },
  unwritten: new Map(),
  written: new Map(),
  lost: new Map(),
  notes: new Map(),
  marks: { list: new Map(), status: new Map(), tag: new Map() },
  tagWords: new Map(),
  triage: [],
  people: null,
  cacheSeen: null,
  yoursSeen: null,
  moved: false,
  timed: null,
  standing: null,
  memory: createWordTable(),
  answers: new Map(),
});

/** Marks a slot as changed in every order. */
export function touch({ orders }: SearchWorld, slot: number): void {
  for (const name of ORDERS) orders[name].pending?.add(slot);
}
