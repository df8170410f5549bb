import type { LibraryFilters, LibrarySort, OutcomeFilter } from '../../../../shared/model/library.ts';
import type { LibraryHas } from '../../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { withSmallPageCache } from '../../database/page-cache.ts';
import type { ReadDb, WriteDb } from '../../database/sql.ts';
import type { Clock, Checkpoints, Logger } from '../../ports.ts';
import { withProgress, type ProgressBoard } from '../../foundation/progress.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import {
  arranged,
  currencyGroups,
  openWindowsFirst,
  type ArrangedResults,
  type CurrencyGroup,
} from './arrange-results.ts';
import {
  beginSlice,
  createYield,
  createTurns,
  Stopped,
  type YieldIfDue,
  type YieldOptions,
} from './time-slices.ts';
import { expectCompanies, type Columns } from './columns.ts';
import { classifyMatches } from './count-matches.ts';
import { facetsOf, type FacetCount, type FacetInput } from './facets.ts';
import { filtersOf } from './filters.ts';
import { createIndexWriter } from './writing/index-writer.ts';
import { matchContacts, releasedMatches, type MatchRelease } from './match-contacts.ts';
import { match, type Help, type WordMatches } from './match-words.ts';
import { isBehindMuch, ORDER_NAMES, PREPARED_ORDERS, sortOrder, type OrderName } from './sort-orders.ts';
import { countCompanies, readAll, readChanges } from './load-companies.ts';
import { createFactsSaver, readSaved } from './saved/saved-facts.ts';
import { readPeople } from './load-contact-names.ts';
import { areFitsComplete, createFitLoader, followFits, readFits } from './load-fits.ts';
import { areInvestorsComplete, createInvestorLoader, readInvestors } from './load-investors.ts';
import { updateCompaniesOnlyInUserData, readYours } from './load-user-data.ts';
import { byRelevance } from './relevance.ts';
import { selectedSlots } from './selected-slots.ts';
import { timedOf } from './time-flags.ts';
import { triagedAt } from './triaged-slots.ts';
import { createWordLoader } from './word-loader.ts';
import { typedWords } from './tokenize.ts';
import { createSearchWorld, type CompanyFits, type ContactNames, type SearchWorld } from './search-state.ts';
import { messageOf } from '../../foundation/error-message.ts';
import { createSerialQueue, type RunSerially } from '../../foundation/serial-queue.ts';

export interface LibraryQuestion {
  readonly text: string;
  readonly filters: LibraryFilters;
  readonly has: LibraryHas | null;
  readonly sort: LibrarySort;
  /** Server time, ms. */
  readonly nowMs: number;
}

/** An ordered result list, fixed at the time of the search. */
export interface LibraryFound {
  readonly total: number;
  /** Total number of companies in the library, regardless of the search text and the filters. */
  readonly libraryTotal: number;
  readonly sortedBy: LibrarySort;
  readonly currencies: readonly CurrencyGroup[];
  idsAt(offset: number, limit: number): string[];
  /**
   * Returns `tag` or `note` if the company matched only because of a tag or its note; null if the company's
   * own text contains all words.
   */
  matchedOf(companyId: string): Help | null;
  /**
   * Counts the facets. If a company changed after the search, the search runs again first.
   * @throws AppFailure `storage`
   */
  counts(): Promise<FacetCount>;
}

/** Facts about companies, for callers that compute figures outside the search engine. */
export interface CompanyFacts {
  readonly columns: Columns;
  /** Slots of the companies in each of the user's lists, by list id. */
  readonly lists: ReadonlyMap<string, Uint32Array>;
  /** Whether the fit of every company has been computed. False if no market is set. */
  readonly hasFits: boolean;
}

export interface LibrarySearch {
  /**
   * Searches the current contents of `cache.db` and `yours.db`.
   * @throws AppFailure `storage`
   */
  find(question: LibraryQuestion): Promise<LibraryFound>;
  /**
   * Returns the ids of companies that `find` misses because a word occurs only in a contact's name or title.
   * Omits companies that `release` does not allow. Returns at most `CONTACT_MATCHES_MAX` ids, and none while
   * contacts are locked.
   * @throws AppFailure `storage`
   */
  findByContact(question: LibraryQuestion, release: MatchRelease): Promise<string[]>;
  /**
   * Returns the fits of these companies. Omits companies whose fit is unknown. Returns null if no market is
   * set.
   * @throws AppFailure `storage`
   */
  fitsOf(companyIds: readonly string[]): Promise<ReadonlyMap<string, number> | null>;
  /** Like `fitsOf`, but does not wait. Returns null until the fits of all companies have been computed. */
  loadedFitsOf(companyIds: readonly string[]): ReadonlyMap<string, number> | null;
  /**
   * Calls `read` with the current facts of all companies. No fact changes until the returned promise settles.
   * `read` must yield regularly, as searches do.
   * @throws AppFailure `storage`
   */
  readFacts<T>(read: (facts: CompanyFacts, yieldIfDue: YieldIfDue) => Promise<T>): Promise<T>;
  /**
   * Starts loading the companies' facts in the background, so the first search does not have to wait for them.
   * The words are loaded from the first search on.
   */
  warm(): void;
  /** Drops contact names and titles from memory. Call this when contacts are locked. */
  dropContacts(): void;
  /**
   * Resolves when no background work remains: the index file is up to date, writing it failed, or the search
   * was disposed.
   */
  settled(): Promise<void>;
  dispose(): void;
}

/**
 * Returns an array with one element per slot. The element is 1 if the slot's company has reached the filter's
 * funnel step.
 */
export type SelectByOutcome = (
  filter: OutcomeFilter,
  columns: Columns,
  yieldIfDue: YieldIfDue,
) => Promise<Uint8Array>;

interface LibrarySearchParts {
  readonly cache: WriteDb;
  readonly yours: ReadDb;
  readonly clock: Pick<Clock, 'monotonicMs' | 'steadyMs' | 'after'>;
  readonly log: Logger;
  /**
   * Returns null while contacts cannot be decrypted. The search reads all names again whenever this function
   * returns a different object.
   */
  readonly contactNames: () => ContactNames | null;
  /**
   * Returns null if no market is set. The search computes the fits of all companies again whenever this
   * function returns a different object.
   */
  readonly fits: () => CompanyFits | null;
  readonly selectByOutcome: SelectByOutcome;
  /** Called when the fits or the investors of all companies have been loaded in the background. */
  readonly onLoaded: () => void;
  readonly progress: Pick<ProgressBoard, 'begin'>;
  /**
   * Starts a worker that checkpoints the WAL of `cache.db`. If omitted, the WAL is checkpointed on this
   * thread.
   */
  readonly checkpointInWorker?: () => Checkpoints;
}

export function createLibrarySearch(parts: LibrarySearchParts): LibrarySearch {
  const { clock, log, progress, selectByOutcome } = parts;
  const world = createSearchWorld(parts.cache, parts.yours);
  let isClosed = false;
  let isLoaded = false;
  const stopped = (): boolean => isClosed;
  const shared = { clock, log, stopped, nextTurn: createTurns() };
  // Runs only one search or load at a time, because the columns must not change while an order is being
  // sorted.
  const runSerially = createSerialQueue();
  const background = createBackgroundWork(world, parts, shared, runSerially);
  const urgentYield = (): YieldIfDue => createYield(shared, 'urgent');
  const catchUp = async (needed: Needed, yieldIfDue: YieldIfDue): Promise<void> => {
    if (!isLoaded) await load(world, progress, stopped, yieldIfDue);
    isLoaded = true;
    await readPeople(world, parts.contactNames(), yieldIfDue);
    await readChanges(world, yieldIfDue);
    await readYours(world, yieldIfDue);
    updateCompaniesOnlyInUserData(world);
    followFits(world, parts.fits());
    await readFits(world, needed.needsFits, yieldIfDue);
    await readInvestors(world, needed.needsInvestors, yieldIfDue);
    for (const name of needed.orders === null ? PREPARED_ORDERS : ORDER_NAMES)
      if (needed.orders?.includes(name) ?? isBehindMuch(world.orders[name]))
        await sortOrder(world.columns, world.orders[name], name, yieldIfDue);
    background.start();
  };
  const askedOf = (question: LibraryQuestion): Asked => ({ ...question, selectByOutcome });
  const catchUpWithWords = async (question: LibraryQuestion): Promise<void> => {
    const needed = neededFor(question);
    world.areWordsWanted = true;
    await catchUp(needed, urgentYield());
    if (question.text === '' || world.memory.hasNames) return;
    await background.named();
    // The library may have changed while the names were loaded.
    await catchUp(needed, urgentYield());
  };
  const sift = async (question: LibraryQuestion): Promise<SearchState> => {
    await catchUpWithWords(question);
    return seek(world, askedOf(question), urgentYield());
  };
  return {
    find: createFind(world, runSerially, sift, urgentYield),
    findByContact: (question, release) =>
      runSerially(async () => {
        await catchUpWithWords(question);
        return seekByContact(world, askedOf(question), release, urgentYield());
      }),
    ...createFitReads(world, parts.fits, {
      isLoaded: () => isLoaded,
      loadFits: () => runSerially(() => catchUp(WITH_FITS, urgentYield())),
    }),
    readFacts: (read) =>
      runSerially(async () => {
        const yieldIfDue = await beginSlice(shared);
        await catchUp(FACTS_ALONE, yieldIfDue);
        return read(factsOf(world), yieldIfDue);
      }),
    warm: () =>
      void runSerially(() => catchUp(IN_ADVANCE, createYield(shared))).catch((error: unknown) => {
        if (!(error instanceof Stopped)) log.warn('search-not-warm', { error: messageOf(error) });
      }),
    dropContacts: () => dropContacts(world),
    settled: async () => {
      await runSerially(() => Promise.resolve());
      await background.idle();
    },
    dispose: () => {
      isClosed = true;
      background.dispose();
    },
  };
}

/**
 * Creates the background work that runs between searches. It writes the index, loads missing data and saves
 * facts.
 */
function createBackgroundWork(
  world: SearchWorld,
  { clock, progress, checkpointInWorker, onLoaded }: LibrarySearchParts,
  shared: YieldOptions & Pick<LibrarySearchParts, 'log'>,
  runSerially: RunSerially,
) {
  const apart = checkpointInWorker === undefined ? {} : { checkpointInWorker };
  const writer = createIndexWriter(world, { ...shared, ...apart, clock, progress });
  const words = createWordLoader(world, shared);
  const inBackground = {
    ...shared,
    runSerially,
    newYield: () => createYield(shared),
    onLoaded: () => onLoaded(),
  };
  const loaders = [createFitLoader(world, inBackground), createInvestorLoader(world, inBackground)];
  const saver = createFactsSaver(world, { ...shared, ...apart });
  const loaded = async (): Promise<void> => {
    for (const each of [writer, words, ...loaders]) await each.idle();
  };
  return {
    start: (): void => {
      for (const each of [writer, words, ...loaders]) each.start();
      saver.start(loaded);
    },
    named: (): Promise<void> => words.named(),
    idle: async (): Promise<void> => {
      await loaded();
      await saver.idle();
    },
    dispose: (): void => writer.dispose(),
  };
}

const factsOf = (world: SearchWorld): CompanyFacts => ({
  columns: world.columns,
  lists: world.marks.list,
  hasFits: areFitsComplete(world),
});

const createFitReads = (
  world: SearchWorld,
  fits: (() => CompanyFits | null) | undefined,
  { isLoaded, loadFits }: { readonly isLoaded: () => boolean; readonly loadFits: () => Promise<void> },
): Pick<LibrarySearch, 'fitsOf' | 'loadedFitsOf'> => ({
  fitsOf: async (companyIds) => {
    if ((fits?.() ?? null) === null) return null;
    await loadFits();
    return world.fits.source === null ? null : fitsIn(world, companyIds);
  },
  loadedFitsOf: (companyIds) =>
    isLoaded() && areFitsComplete(world) && world.fits.source === fits?.() ? fitsIn(world, companyIds) : null,
});

async function load(
  world: SearchWorld,
  progress: Pick<ProgressBoard, 'begin'>,
  stopped: () => boolean,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  const total = await countCompanies(world.cache, yieldIfDue);
  await expectCompanies(world.columns, total, yieldIfDue);
  const read = async (step: (companies: number) => void): Promise<void> => {
    if (!(await readSaved(world, yieldIfDue, step))) await readAll(world, yieldIfDue, step);
  };
  await withProgress(progress, { kind: 'index', total }, ({ step }) =>
    withSmallPageCache(
      world.cache,
      () => !stopped(),
      () => read(step),
    ),
  );
}

function dropContacts(world: SearchWorld): void {
  world.people = null;
  // The keys of this cache are words that the user searched for. They may be names of contacts, so the cache
  // is cleared too.
  world.answers.clear();
}

/**
 * Returns the order on which a sort is based. Sorting by contact window uses the announcement date, because
 * the window of the oldest round closes first.
 */
function orderOf(sort: LibrarySort): OrderName {
  if (sort === 'relevance' || sort === 'window-reversed') return 'announced';
  return sort === 'window' ? 'announced-reversed' : sort;
}
/**
 * The data that must be up to date before a search. `orders` is null if data is loaded in advance, before any
 * search. In this case, only the `PREPARED_ORDERS` that are far out of date are sorted.
 */
interface Needed {
  readonly orders: readonly OrderName[] | null;
  readonly needsFits: boolean;
  readonly needsInvestors: boolean;
}
const IN_ADVANCE: Needed = { orders: null, needsFits: false, needsInvestors: false };
const FACTS_ALONE: Needed = { orders: [], needsFits: false, needsInvestors: false };
const WITH_FITS: Needed = { orders: [], needsFits: true, needsInvestors: false };
function neededFor(question: LibraryQuestion): Needed {
  const orders = ordersOf(question);
  const needsFits = question.filters.fits.length > 0 || question.sort.startsWith('fit');
  return { orders, needsFits, needsInvestors: question.filters.investors.length > 0 };
}
function fitsIn({ columns }: SearchWorld, companyIds: readonly string[]): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const id of companyIds) {
    const value = columns.fit[columns.slotOf.get(id) ?? -1] ?? 0;
    if (value > 0) known.set(id, value - 1);
  }
  return known;
}
const isByRelevance = ({ sort, text }: Pick<LibraryQuestion, 'sort' | 'text'>): boolean =>
  sort === 'relevance' && typedWords(text).length > 0;

/**
 * Returns the sort orders that the query needs. Sorting by relevance also needs the name order, to find names
 * that begin with the typed text.
 */
const ordersOf = (question: LibraryQuestion): readonly OrderName[] =>
  isByRelevance(question) ? ['announced', 'name'] : [orderOf(question.sort)];

/** A query and the function that selects companies by outcome. */
type Asked = LibraryQuestion & Pick<LibrarySearchParts, 'selectByOutcome'>;

interface SearchState {
  readonly found: Omit<LibraryFound, 'counts'>;
  readonly toCount: FacetInput;
}

/**
 * Runs a search, yielding between its steps. The caller ensures that no fact about a company changes during
 * the search.
 */
async function seek(world: SearchWorld, question: Asked, yieldIfDue: YieldIfDue): Promise<SearchState> {
  const { columns, orders } = world;
  const { text, sort } = question;
  const words = typedWords(text);
  const matched = match(world, words);
  await yieldIfDue();
  const { filters, timed, triaged } = await filtersNow(world, question, yieldIfDue);
  const through = classifyMatches(matched.slots, columns.size, filters);
  await yieldIfDue();
  const order = orders[orderOf(sort)];
  const isRelevant = isByRelevance(question);
  const list = arranged(through, order);
  const best = isRelevant
    ? byRelevance(columns, orders, through, list, { phrase: fold(text), words, matched })
    : sort === 'window' || sort === 'window-reversed'
      ? openWindowsFirst(columns, timed, list)
      : list;
  const found = {
    total: list.total,
    libraryTotal: order.slots.length,
    sortedBy: sort === 'relevance' && !isRelevant ? 'announced' : sort,
    currencies:
      sort === 'amount' || sort === 'amount-reversed'
        ? currencyGroups(columns, list.upTo(list.total), LIST_LIMIT_MAX)
        : [],
    ...reader(world, best, matched),
  };
  const toCount = {
    sifted: through,
    filters,
    timed,
    triaged,
    marks: { ...world.marks },
    hasFits: areFitsComplete(world),
    hasInvestors: areInvestorsComplete(world),
    facts: columns.facts,
  };
  return { found, toCount };
}

/**
 * Searches contacts only. As for `seek`, the caller ensures that no fact about a company changes during the
 * search.
 */
async function seekByContact(
  world: SearchWorld,
  question: Asked,
  release: MatchRelease,
  yieldIfDue: YieldIfDue,
): Promise<string[]> {
  const { columns, orders } = world;
  const { filters } = await filtersNow(world, question, yieldIfDue);
  const slots = matchContacts(world, typedWords(question.text));
  const classified = classifyMatches(slots, columns.size, filters);
  return releasedMatches(columns, classified, orders[orderOf(question.sort)], release);
}

/**
 * Returns the filters of a query, with the data that they need: the time flags and the slots by triage state.
 */
async function filtersNow(
  world: SearchWorld,
  { filters, has, nowMs, selectByOutcome }: Asked,
  yieldIfDue: YieldIfDue,
): Promise<Pick<FacetInput, 'filters' | 'timed' | 'triaged'>> {
  const timed = await timedOf(world.columns, nowMs, world.timed, yieldIfDue);
  world.timed = timed;
  await yieldIfDue();
  const stored = await selectedSlots(world, filters, nowMs, yieldIfDue);
  const outcome =
    filters.outcome === null ? null : await selectByOutcome(filters.outcome, world.columns, yieldIfDue);
  const selected = { ...stored, outcome };
  const triaged = triagedAt(world, nowMs);
  return { filters: filtersOf(world, filters, has, { timed, triaged, selected }), timed, triaged };
}

/** Creates `find`. Searches run one at a time, and facets are counted only on request. */
function createFind(
  world: SearchWorld,
  runSerially: RunSerially,
  sift: (question: LibraryQuestion) => Promise<SearchState>,
  newYield: () => YieldIfDue,
): LibrarySearch['find'] {
  const count = (found: FacetInput): Promise<FacetCount> => facetsOf(world.columns, found, newYield());
  return async (question) => {
    const { found, toCount } = await runSerially(() => sift(question));
    const again = (): Promise<FacetCount> => runSerially(async () => count((await sift(question)).toCount));
    return { ...found, counts: createCounts(world, toCount, count, again) };
  };
}

/**
 * Creates `counts`. The first call counts the facets and then frees the matches. Later calls return the same
 * result. If a fact about a company has changed since the search, `again` repeats the search and counts its
 * facets.
 */
function createCounts(
  { columns }: SearchWorld,
  toCount: FacetInput,
  count: (found: FacetInput) => Promise<FacetCount>,
  again: () => Promise<FacetCount>,
): LibraryFound['counts'] {
  const { facts } = toCount;
  let found: FacetInput | null = toCount;
  let counted: Promise<FacetCount> | null = null;
  const countNow = async (of: FacetInput): Promise<FacetCount> => {
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
  list: ArrangedResults,
  { helpedBy }: WordMatches,
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
