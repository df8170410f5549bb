import type { LibraryFacets, LibraryFilters, LibrarySort } from '../../../../shared/model/library.ts';
import type { LibraryHas } from '../../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { ReadDb, WriteDb } from '../../db/sql.ts';
import type { Clock, Logger } from '../../ports.ts';
import { fold } from '../fold.ts';
import type { SealState } from '../seal.ts';
import { arranged, byRelevance, currencyGroups, type CurrencyGroup } from './arrange.ts';
import { createBreathe, Stopped } from './breath.ts';
import { countColumn, failedOf } from './count.ts';
import { facetsOf } from './facets.ts';
import { filtersOf, timedOf } from './filters.ts';
import { createIndexWriter } from './index-writer.ts';
import { match, type Matched } from './match.ts';
import { ORDERS, sortOrder, type OrderName } from './orders.ts';
import { readAll, readChanges } from './read-cache.ts';
import { readPeople } from './read-people.ts';
import { gatherLost, readYours } from './read-yours.ts';
import { typedWords } from './words.ts';
import { createSearchWorld, type SearchWorld } from './world.ts';

export interface LibraryQuestion {
  readonly text: string;
  readonly filters: LibraryFilters;
  readonly has: LibraryHas | null;
  readonly sort: LibrarySort;
  /** Server time, ms. */
  readonly nowMs: number;
}

/** A list by position, as it was when it was opened. */
export interface LibraryFound {
  readonly total: number;
  /** Every company of the library, whatever was asked. */
  readonly libraryTotal: number;
  readonly facets: LibraryFacets;
  /** Counted whatever `has` asks. */
  readonly having: Readonly<Record<LibraryHas, number>>;
  readonly sortedBy: LibrarySort;
  readonly currencies: readonly CurrencyGroup[];
  idsAt(offset: number, limit: number): string[];
  /** Whether only the seller's note or the people made it match; null: its own texts did, or nothing was typed. */
  matchedOf(companyId: string): 'note' | 'person' | null;
}

/** The search over everything that is kept of one open workspace. */
export interface LibrarySearch {
  /** Answers from what both files hold now. @throws AppFailure storage */
  find(question: LibraryQuestion): Promise<LibraryFound>;
  /** Reads everything in the background, so that the first question need not wait. */
  warm(): void;
  /** Resolves once the index in the file has caught up, or could not be written. */
  settled(): Promise<void>;
  dispose(): void;
}

export interface LibrarySearchParts {
  readonly cache: WriteDb;
  readonly yours: ReadDb;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Logger;
  /** Whether people can be read now. */
  readonly seal: () => SealState;
}

export function createLibrarySearch(parts: LibrarySearchParts): LibrarySearch {
  const { clock, log } = parts;
  const world = createSearchWorld(parts.cache, parts.yours);
  let isClosed = false;
  let isLoaded = false;
  const stopped = (): boolean => isClosed;
  const writer = createIndexWriter(world, { clock, log, stopped });
  const catchUp = async (order: OrderName | null): Promise<void> => {
    const breathe = createBreathe(clock, stopped);
    if (!isLoaded) await readAll(world, breathe);
    isLoaded = true;
    await readPeople(world, parts.seal(), breathe);
    await readChanges(world, breathe);
    await readYours(world, breathe);
    gatherLost(world);
    for (const name of order === null ? ORDERS : [order])
      await sortOrder(world.columns, world.orders[name], name, breathe);
    writer.start();
  };
  // One after the other: what is sorted must not change meanwhile.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    find: (question) =>
      inTurn(async () => {
        await catchUp(orderOf(question.sort));
        return find(world, question);
      }),
    warm: () =>
      void inTurn(() => catchUp(null)).catch((error: unknown) => {
        if (!(error instanceof Stopped))
          log.warn('search-not-warm', { error: error instanceof Error ? error.message : 'unknown' });
      }),
    settled: async () => {
      await last;
      await writer.idle();
    },
    dispose: () => {
      isClosed = true;
    },
  };
}

const orderOf = (sort: LibrarySort): OrderName => (sort === 'relevance' ? 'announced' : sort);

function find(world: SearchWorld, question: LibraryQuestion): LibraryFound {
  const { columns, orders } = world;
  const { text, sort, has, nowMs } = question;
  const words = typedWords(text);
  const matched = match(world, words);
  const { slots } = matched;
  const timed = timedOf(columns, slots, nowMs);
  const filters = filtersOf(world, question.filters, has, timed);
  const failed = failedOf(slots, columns.size, filters);
  const facets = facetsOf(world, { slots, failed, filters, timed });
  const ownHas = filters.findIndex(({ name }) => name === 'has') + 1;
  const having = (column: ArrayLike<number>): number => countColumn(slots, failed, ownHas, column, 4)[1] ?? 0;
  const order = orders[orderOf(sort)];
  let total = 0;
  for (const slot of slots) if (failed[slot] === 0) total += 1;
  const isRelevant = sort === 'relevance' && words.length > 0;
  const inOrder = arranged(slots, failed, total, order);
  const list = isRelevant ? byRelevance(columns, inOrder, fold(text), words, matched) : inOrder;
  return {
    total,
    libraryTotal: order.slots.length,
    facets,
    having: {
      window: having(timed.windows),
      people: having(columns.hasPeople),
      note: having(columns.hasNote),
    },
    sortedBy: sort === 'relevance' && !isRelevant ? 'announced' : sort,
    currencies: sort === 'amount' ? currencyGroups(columns, list, LIST_LIMIT_MAX) : [],
    ...reader(world, list, matched),
  };
}

function reader(
  { columns }: SearchWorld,
  list: Uint32Array,
  { byNote, byPerson }: Matched,
): Pick<LibraryFound, 'idsAt' | 'matchedOf'> {
  return {
    idsAt: (offset, limit) =>
      Array.from(list.subarray(offset, offset + limit), (slot) => columns.ids[slot] ?? ''),
    matchedOf: (companyId) => {
      const slot = columns.slotOf.get(companyId) ?? -1;
      return byPerson.has(slot) ? 'person' : byNote.has(slot) ? 'note' : null;
    },
  };
}
