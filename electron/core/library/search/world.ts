import type { ReadDb, WriteDb } from '../../db/sql.ts';
import type { MarkKind } from '../../db/queries/search-yours.ts';
import type { Seal } from '../seal.ts';
import { createColumns, type Columns } from './columns.ts';
import { createOrder, ORDERS, type Order, type OrderName } from './orders.ts';
import type { Timed } from './timed.ts';
import { createWordMemory, type WordMemory } from './word-memory.ts';
import type { Writable } from './index-file.ts';
import type { Document } from './words.ts';

/** A company that the index in the file is behind with. */
export interface Unwritten {
  readonly document: Writable;
  /** How often it had changed when it was read. */
  readonly changes: number;
}

export interface SearchedNote {
  readonly revision: number;
  readonly savedAtMs: number;
  readonly document: Document;
}

/** `untilMs`: null for done; otherwise snoozed until then, server time, ms. */
export interface Triaged {
  readonly slot: number;
  readonly untilMs: number | null;
}

/** Everything that the search keeps in memory of one open workspace. */
export interface SearchWorld {
  readonly cache: WriteDb;
  readonly yours: ReadDb;
  readonly columns: Columns;
  readonly orders: Readonly<Record<OrderName, Order>>;
  /** What the index in the file is behind with; the words of these companies are in memory already. */
  readonly unwritten: Map<number, Unwritten>;
  /** Every company of the seller's words and marks, with the name that it bore then. */
  written: ReadonlyMap<string, string>;
  /** Those of them that the cache does not have: searched by that name. */
  readonly lost: Map<number, Document>;
  readonly notes: Map<number, SearchedNote>;
  readonly marks: Record<MarkKind, ReadonlyMap<string, Uint32Array>>;
  /** What the seller's own tags are called, by their ids. */
  tagWords: ReadonlyMap<string, Document>;
  /** Who was put away, as `yours.db` keeps it: whether a snooze is over depends on when it is asked. */
  triage: readonly Triaged[];
  /** Names and titles, in memory only. Null: people are locked, or none are kept. */
  people: { readonly seal: Seal; readonly documents: Map<number, Document> } | null;
  /** What both files' counters of changes were when they were last read; null: never. */
  cacheSeen: number | null;
  yoursSeen: number | null;
  /** Whether a company came to the cache or left it since the lost ones were last gathered. */
  moved: boolean;
  /** As it was for the last question. */
  timed: Timed | null;
  /** Every slot that is not gone, as long as the facts are those. */
  standing: { readonly facts: number; readonly slots: Uint32Array } | null;
  /** The index in memory. It answers once it is complete. */
  memory: WordMemory;
  /** Answers of the index, newest last; emptied when it changes. */
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
  memory: createWordMemory(),
  answers: new Map(),
});

/** A slot's facts changed: every order has to place it anew. */
export function touch({ orders }: SearchWorld, slot: number): void {
  for (const name of ORDERS) orders[name].pending?.add(slot);
}
