import type { LibraryFilters, LibrarySort } from '../../../../shared/model/library.ts';
import type { LibraryHas } from '../../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { ReadDb, WriteDb } from '../../db/sql.ts';
import { countCompanies } from '../../db/queries/search.ts';
import type { Clock, Folding, Logger } from '../../ports.ts';
import { noProgress, told, type ProgressBoard } from '../../progress.ts';
import { fold } from '../fold.ts';
import type { SealState } from '../seal.ts';
import { arranged, currencyGroups, type Arranged, type CurrencyGroup } from './arrange.ts';
import { createBreathe, createTurns, Stopped, type Breathe } from './breath.ts';
import { expectCompanies } from './columns.ts';
import { sifted } from './count.ts';
import { facetsOf, type Counted, type ToCount } from './facets.ts';
import { filtersOf } from './filters.ts';
import { createIndexWriter } from './index-writer.ts';
import { match, type Help, type Matched } from './match.ts';
import { isBehindMuch, ORDERS, sortOrder, type OrderName } from './orders.ts';
import { readAll, readChanges } from './read-cache.ts';
import { readPeople } from './read-people.ts';
import { gatherLost, readYours } from './read-yours.ts';
import { byRelevance } from './relevance.ts';
import { timedOf } from './timed.ts';
import { triagedAt } from './triaged.ts';
import { createWordLoader } from './word-loader.ts';
import { typedWords } from './words.ts';
import { createSearchWorld, type SearchWorld } from './world.ts';
import { messageOf } from '../../message-of.ts';
import { createInTurn, type InTurn } from '../../in-turn.ts';

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
  readonly sortedBy: LibrarySort;
  readonly currencies: readonly CurrencyGroup[];
  idsAt(offset: number, limit: number): string[];
  /** What beside its own texts made it match; null: they alone did, or nothing was typed. */
  matchedOf(companyId: string): Help | null;
  /** Counts the facets: where a company changed since it was found, what is found now. @throws AppFailure storage */
  counts(): Promise<Counted>;
}

/** The search over everything that is kept of one open workspace. */
export interface LibrarySearch {
  /** Answers from what both files hold now. @throws AppFailure storage */
  find(question: LibraryQuestion): Promise<LibraryFound>;
  /** Reads everything in the background, so that the first question need not wait. */
  warm(): void;
  /** People are locked: nothing of them stays in memory. */
  forgetPeople(): void;
  /** Resolves once the index in the file has caught up, could not be written or was disposed of: nothing of it is at work then. */
  settled(): Promise<void>;
  dispose(): void;
}

export interface LibrarySearchParts {
  readonly cache: WriteDb;
  readonly yours: ReadDb;
  readonly clock: Pick<Clock, 'monotonicMs' | 'steadyMs'>;
  readonly log: Logger;
  /** Whether people can be read now. */
  readonly seal: () => SealState;
  /** False: the index in the file answers always, as it does until its words are in memory. */
  readonly keepsWordsInMemory?: boolean;
  /** Left out by tests that watch none. */
  readonly progress?: Pick<ProgressBoard, 'begin'>;
  /** Brings the log of `cache.db` into it elsewhere; absent: here. */
  readonly foldApart?: () => Folding;
}

export function createLibrarySearch(parts: LibrarySearchParts): LibrarySearch {
  const { clock, log, progress = noProgress, foldApart } = parts;
  const world = createSearchWorld(parts.cache, parts.yours);
  let isClosed = false;
  let isLoaded = false;
  const stopped = (): boolean => isClosed;
  const shared = { clock, log, stopped, nextTurn: createTurns() };
  const writer = createIndexWriter(world, {
    ...{ ...shared, progress },
    ...(foldApart === undefined ? {} : { foldApart }),
  });
  const readsWords = parts.keepsWordsInMemory !== false;
  const loader = createWordLoader(world, { ...shared, readsWords });
  const catchUp = async (wanted: readonly OrderName[] | null, urgent?: 'urgent'): Promise<void> => {
    const breathe = createBreathe(shared, urgent);
    if (!isLoaded) await load(world, progress, breathe);
    isLoaded = true;
    await readPeople(world, parts.seal(), breathe);
    await readChanges(world, breathe);
    await readYours(world, breathe);
    gatherLost(world);
    for (const name of ORDERS)
      if (wanted?.includes(name) ?? isBehindMuch(world.orders[name]))
        await sortOrder(world.columns, world.orders[name], name, breathe);
    writer.start();
    loader.start();
  };
  // What is sorted must not change meanwhile.
  const inTurn = createInTurn();
  const sift = async (question: LibraryQuestion): Promise<Sought> => {
    await catchUp(ordersOf(question), 'urgent');
    if (question.text !== '') await loader.named();
    return seek(world, question, createBreathe(shared, 'urgent'));
  };
  return {
    find: createFind(world, inTurn, sift, () => createBreathe(shared, 'urgent')),
    warm: () =>
      void inTurn(() => catchUp(null)).catch((error: unknown) => {
        if (!(error instanceof Stopped)) log.warn('search-not-warm', { error: messageOf(error) });
      }),
    forgetPeople: () => forgetPeople(world),
    settled: async () => {
      await inTurn(() => Promise.resolve());
      await writer.idle();
      await loader.idle();
    },
    dispose: () => {
      isClosed = true;
    },
  };
}

function load(world: SearchWorld, progress: Pick<ProgressBoard, 'begin'>, breathe: Breathe): Promise<void> {
  const total = countCompanies(world.cache);
  expectCompanies(world.columns, total);
  return told(progress, { kind: 'index', total }, ({ step }) => readAll(world, breathe, step));
}

function forgetPeople(world: SearchWorld): void {
  world.people = null;
  // What was typed may have been somebody's name.
  world.answers.clear();
}

const orderOf = (sort: LibrarySort): OrderName => (sort === 'relevance' ? 'announced' : sort);
const isByRelevance = ({ sort, text }: Pick<LibraryQuestion, 'sort' | 'text'>): boolean =>
  sort === 'relevance' && typedWords(text).length > 0;

/** By relevance, names that begin with what was typed are looked for in the order of names. */
const ordersOf = (question: LibraryQuestion): readonly OrderName[] =>
  isByRelevance(question) ? ['announced', 'name'] : [orderOf(question.sort)];

interface Sought {
  readonly found: Omit<LibraryFound, 'counts'>;
  readonly toCount: ToCount;
}

/** Others have their turn between its steps where they take long: no fact changes meanwhile. */
async function seek(world: SearchWorld, question: LibraryQuestion, breathe: Breathe): Promise<Sought> {
  const { columns, orders } = world;
  const { text, sort, has, nowMs } = question;
  const words = typedWords(text);
  const matched = match(world, words);
  await breathe();
  const timed = await timedOf(columns, nowMs, world.timed, breathe);
  world.timed = timed;
  await breathe();
  const triaged = triagedAt(world, nowMs);
  const filters = filtersOf(world, question.filters, has, timed, triaged);
  const through = sifted(matched.slots, columns.size, filters);
  await breathe();
  const order = orders[orderOf(sort)];
  const isRelevant = isByRelevance(question);
  const list = arranged(through, order);
  const best = isRelevant
    ? byRelevance(columns, orders, through, list, { phrase: fold(text), words, matched })
    : list;
  const found = {
    total: list.total,
    libraryTotal: order.slots.length,
    sortedBy: sort === 'relevance' && !isRelevant ? 'announced' : sort,
    currencies: sort === 'amount' ? currencyGroups(columns, list.upTo(list.total), LIST_LIMIT_MAX) : [],
    ...reader(world, best, matched),
  };
  const toCount = {
    sifted: through,
    filters,
    timed,
    triaged,
    marks: { ...world.marks },
    facts: columns.facts,
  };
  return { found, toCount };
}

/** What is found in its turn, and counted when that is asked for. */
function createFind(
  world: SearchWorld,
  inTurn: InTurn,
  sift: (question: LibraryQuestion) => Promise<Sought>,
  newBreath: () => Breathe,
): LibrarySearch['find'] {
  const count = (found: ToCount): Promise<Counted> => facetsOf(world.columns, found, newBreath());
  return async (question) => {
    const { found, toCount } = await inTurn(() => sift(question));
    const again = (): Promise<Counted> => inTurn(async () => count((await sift(question)).toCount));
    return { ...found, counts: createCounts(world, toCount, count, again) };
  };
}

/** Counts once; what is needed for that is let go then. Where a fact changed meanwhile, `again` counts. */
function createCounts(
  { columns }: SearchWorld,
  toCount: ToCount,
  count: (found: ToCount) => Promise<Counted>,
  again: () => Promise<Counted>,
): LibraryFound['counts'] {
  const { facts } = toCount;
  let found: ToCount | null = toCount;
  let counted: Promise<Counted> | null = null;
  const countNow = async (of: ToCount): Promise<Counted> => {
    const now = columns.facts === facts ? await count(of) : null;
    return now === null || columns.facts !== facts ? again() : now;
  };
  return () => {
    if (found !== null) counted = countNow(found);
    found = null;
    return counted ?? again();
  };
}

function reader(
  { columns }: SearchWorld,
  list: Arranged,
  { helpedBy }: Matched,
): Pick<LibraryFound, 'idsAt' | 'matchedOf'> {
  return {
    idsAt: (offset, limit) =>
      Array.from(
        list.upTo(offset + limit).subarray(offset, offset + limit),
        (slot) => columns.ids[slot] ?? '',
      ),
    matchedOf: (companyId) => helpedBy.get(columns.slotOf.get(companyId) ?? -1) ?? null,
  };
}
