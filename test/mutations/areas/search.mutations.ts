import type { Edit, Mutation } from '../mutation.ts';
import { rows } from '../planted.ts';

const loadAll = (name: string, guarantee: string, edit: Omit<Edit, 'file'>): Mutation => ({
  name,
  guarantee,
  edits: [{ file: 'electron/core/search-coverage/plan-search.ts', ...edit }],
  test: {
    file: 'test/unit/handlers/search.test.ts',
    titles: ['is for pages of 50 rows, and not for rows that were fetched today'],
  },
});

/** Defects in searches: filter options, and the possible cost of a search. */
export const SEARCH_MUTATIONS: readonly Mutation[] = [
  {
    name: 'arrays that lose their values when they grow',
    guarantee: 'no fact of a company is lost when the library grows',
    edits: [
      {
        file: 'electron/core/library/index/columns.ts',
        find: '    larger.set(smaller);\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/columns.test.ts',
      titles: ['keep all values when they grow for one company after the other'],
    },
  },
  {
    name: 'an order that numbers only the first companies',
    guarantee: 'every company has its place in a sort order',
    edits: [
      {
        file: 'electron/core/library/index/sort-orders.ts',
        find: '    slots.length,\n    RANKED,',
        replace: '    Math.min(slots.length, RANKED),\n    RANKED,',
      },
    ],
    test: {
      file: 'test/unit/library/index/columns.test.ts',
      titles: ['numbers every company'],
    },
  },
  {
    name: 'a count that stops after its first step',
    guarantee: 'the saved facts of a large library are not discarded at every start',
    edits: [
      {
        file: 'electron/core/library/index/load-companies.ts',
        find: '    after = last;\n    await yieldIfDue();\n  }\n  return total;',
        replace: '    after = null;\n    await yieldIfDue();\n  }\n  return total;',
      },
    ],
    test: {
      file: 'test/unit/library/index/columns.test.ts',
      titles: ['is right however many there are'],
    },
  },
  {
    name: 'a digit that is taken for a letter',
    guarantee: 'a search for a single digit finds the documents with a word that begins with it',
    edits: [
      {
        file: 'electron/core/library/index/tokenize.ts',
        find: 'letters + digits * 2 ** (Z - A + 1)',
        replace: 'letters + digits * 2 ** (Z - A)',
      },
    ],
    test: {
      file: 'test/unit/library/index/tokenize.test.ts',
      titles: ['contain only "0" for a document of one word that begins with it'],
    },
  },
  {
    name: 'market-search-loses-filters',
    guarantee: 'updating a saved search to a new market keeps its dates and its other filters',
    edits: [
      {
        file: 'renderer/features/settings/market/market-search.ts',
        find: 'query: { ...others, countries,',
        replace: 'query: { ...after.query, countries,',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/market-search.test.ts',
      titles: ['changes only the filters of the market, in any order of their values'],
    },
  },
  {
    name: 'an address found by any short name',
    guarantee: 'an address finds a company without a stored website only by a name that is long enough',
    edits: [
      {
        file: 'electron/core/handlers/find-by-address.ts',
        find: 'const NAME_MIN = 4;',
        replace: 'const NAME_MIN = 1;',
      },
    ],
    test: {
      file: 'test/unit/handlers/find-by-address.test.ts',
      titles: ['finds a company without a stored website by its name, and says so'],
    },
  },
  {
    name: 'numbers of values cut to 16 bits',
    guarantee: 'a library with any number of different values, such as industries, keeps them apart',
    edits: [
      {
        file: 'electron/core/library/index/list-columns.ts',
        find: 'const NARROW_MAX = 0xffff;',
        replace: 'const NARROW_MAX = 0xffffffff;',
      },
    ],
    test: {
      file: 'test/unit/library/index/list-columns.test.ts',
      titles: ['keep every value when there are more different values than 16 bits can number'],
    },
  },
  {
    name: 'a changed company keeps its old place too',
    guarantee: 'a search returns each company once, at its place in the current order',
    edits: [
      {
        file: 'electron/core/library/index/sort-orders.ts',
        find: 'for (const slot of changed) isChanged[slot] = 1;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/sort-orders.test.ts',
      titles: ['contains a changed company once, at its new place'],
    },
  },
  {
    name: 'values of an erased company are saved again',
    guarantee: 'nothing of an erased company stays in the saved facts of the search',
    edits: [
      {
        file: 'electron/core/library/index/saved/saved-facts.ts',
        find: 'emptyDictionaries(columns);',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/saved-facts.test.ts',
      titles: ['are saved again without the values of a company that is erased while they are read'],
    },
  },
  {
    name: 'changes before the first search are forgotten',
    guarantee: 'a search finds the current words of companies that changed before the first search',
    edits: [
      {
        file: 'electron/core/library/index/word-loader.ts',
        find: "if (document !== 'same' && (memory.generations[slot] ?? 0) === 0) putDocument(memory, slot, document);",
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/library-search.test.ts',
      titles: ['loads no words before the first search, which finds companies that changed before it'],
    },
  },
  {
    name: 'changes during the first search are forgotten',
    guarantee: 'a search finds the current words of companies that change while it waits for the names',
    edits: [
      {
        file: 'electron/core/library/index/library-search.ts',
        find: `    await background.named();
    // The library may have changed while the names were loaded.
    await catchUp(needed, urgentYield());`,
        replace: '    await background.named();',
      },
    ],
    test: {
      file: 'test/unit/library/index/library-search.test.ts',
      titles: ['finds a company that changes while the first search waits for the names'],
    },
  },
  {
    name: 'words loaded without a search',
    guarantee: 'the words of the search take neither memory nor processor time before the first search',
    edits: [
      {
        file: 'electron/core/library/index/search-state.ts',
        find: 'areWordsWanted: false,',
        replace: 'areWordsWanted: true,',
      },
    ],
    test: {
      file: 'test/unit/library/index/library-search.test.ts',
      titles: ['loads no words before the first search, which finds companies that changed before it'],
    },
  },
  {
    name: 'word lists packed in the order of documents',
    guarantee: 'a search in memory finds every company, in whatever order the companies were indexed',
    edits: [
      {
        file: 'electron/core/library/index/word-loader.ts',
        find: 'slotsOf(memory, columns, docs).sort()',
        replace: 'slotsOf(memory, columns, docs)',
      },
    ],
    test: {
      file: 'test/unit/library/index/word-index.test.ts',
      titles: ['are complete even if the documents are in another order than the companies'],
    },
  },
  {
    name: 'packing without the companies that were read again',
    guarantee: 'packing the words of names keeps the entries of companies that changed in the meantime',
    edits: [
      {
        file: 'electron/core/library/index/word-index.ts',
        find: '    else others.push(entry);\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/packed-slots.test.ts',
      titles: [
        'keeps the entries of companies that were read again, and drops those that are no longer valid',
      ],
    },
  },
  {
    name: 'packing entries in the order in which they were added',
    guarantee: 'a word in memory finds every company that contains it',
    edits: [
      {
        file: 'electron/core/library/index/word-index.ts',
        find: 'isAscending(all) ? all : all.slice().sort()',
        replace: 'all',
      },
    ],
    test: {
      file: 'test/unit/library/index/packed-slots.test.ts',
      titles: ['packs entries that were not added in the order of their slots'],
    },
  },
  {
    name: 'packed slots of old generations',
    guarantee: 'the previous words of a company are not found in packed lists',
    edits: [
      {
        file: 'electron/core/library/index/packed-slots.ts',
        find: 'stages[slot] !== from || generations[slot] !== 0',
        replace: 'stages[slot] !== from',
      },
    ],
    test: {
      file: 'test/unit/library/index/packed-slots.test.ts',
      titles: ['advance the companies that are at the expected stage and have not been read again'],
    },
  },
  {
    name: 'saved facts without a checksum',
    guarantee: 'damaged saved facts of companies are never used',
    edits: [
      {
        file: 'electron/core/library/index/saved/facts-format.ts',
        find: 'if (part.readUInt32LE(0) !== checksumOf(compressed)) return null;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/saved-facts.test.ts',
      titles: ['are ignored if a part is damaged'],
    },
  },
  {
    name: 'saved facts of an earlier format',
    guarantee:
      'facts that an earlier version of the app saved are ignored, and no search fails because of them',
    edits: [
      {
        file: 'electron/core/library/index/saved/facts-format.ts',
        find: 'crc32(compressed, FORMAT)',
        replace: 'crc32(compressed)',
      },
    ],
    test: {
      file: 'test/unit/library/index/saved-facts.test.ts',
      titles: ['are ignored if an earlier version of the app saved them without compression'],
    },
  },
  {
    name: 'saved facts of another schema',
    guarantee: 'facts that were saved before a migration are never used',
    edits: [
      {
        file: 'electron/core/library/index/saved/facts-format.ts',
        find: 'header?.format === FORMAT && header.schema === schema',
        replace: 'header?.format === FORMAT',
      },
    ],
    test: {
      file: 'test/unit/library/index/saved-facts.test.ts',
      titles: ['are ignored if they were saved with another schema'],
    },
  },
  {
    name: 'saved facts of companies that were indexed later',
    guarantee: 'a start with saved facts finds what has changed since they were saved',
    edits: [
      {
        file: 'electron/core/database/queries/cache/search-index.ts',
        find: 'WHERE EXISTS (SELECT 1 FROM search_saved)',
        replace: 'WHERE FALSE',
      },
    ],
    test: {
      file: 'test/unit/library/index/saved-facts.test.ts',
      titles: ['give the same results as the tables, whatever has changed since'],
    },
  },
  {
    name: 'an old header while facts are saved',
    guarantee: 'facts that were only partly saved are never used',
    edits: [
      {
        file: 'electron/core/database/queries/cache/search/search-saved.ts',
        find: 'storePart(db, HEADER, Buffer.alloc(0));',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/saved-facts.test.ts',
      titles: ['are not complete before the last part is stored'],
    },
  },
  {
    name: 'saved facts of an erased company',
    guarantee: 'the saved facts are deleted in the same transaction as any company',
    edits: [
      {
        file: 'electron/core/database/migrations/cache/0250-saved-facts.ts',
        find: 'DELETE FROM search_saved;\n  DELETE FROM search_unsaved;',
        replace: 'DELETE FROM search_unsaved;',
      },
    ],
    test: {
      file: 'test/sql/migrations/saved-facts.test.ts',
      titles: ['lets a company stored by an older version outdate the saved facts, and deletes them with it'],
    },
  },
  {
    name: 'facts saved after an erasure',
    guarantee: 'a company that is erased while facts are saved is in no saved part',
    edits: [
      {
        file: 'electron/core/library/index/saved/saved-facts.ts',
        find: 'if (!isSaving(cache)) return null;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/index/saved-facts.test.ts',
      titles: ['lack a company that is deleted while they are saved'],
    },
  },
  {
    name: 'a page cache that stays small',
    guarantee: 'after the search is loaded, the page cache of the database has its normal size',
    edits: [
      {
        file: 'electron/core/database/page-cache.ts',
        find: 'if (state.calls === 0 && isOpen()) {',
        replace: 'if (state.calls === 0 && !isOpen()) {',
      },
    ],
    test: {
      file: 'test/unit/library/index/page-cache.test.ts',
      titles: ['is small during the work, and has its former size afterwards, even if the work fails'],
    },
  },
  {
    name: 'a page cache that stays small after a closed search',
    guarantee: 'a search that is closed while it loads leaves no small page cache to the next search',
    edits: [
      {
        file: 'electron/core/database/page-cache.ts',
        find: 'if (state.calls === 0 && isOpen()) {',
        replace: 'if (state.calls === 0) smallCaches.delete(db);\n    if (state.calls === 0 && isOpen()) {',
      },
    ],
    test: {
      file: 'test/unit/library/index/page-cache.test.ts',
      titles: ['stays small if the search is closed, and has its former size after the next search'],
    },
  },
  {
    name: 'a page cache that grows too early',
    guarantee: 'loading the search fills no memory with pages that are read only once',
    edits: [
      {
        file: 'electron/core/database/page-cache.ts',
        find: 'if (state.calls === 0 && isOpen()) {',
        replace: 'if (isOpen()) {',
      },
    ],
    test: {
      file: 'test/unit/library/index/page-cache.test.ts',
      titles: ['stays small until all overlapping work has ended, whichever ends first'],
    },
  },
  {
    name: 'news from every search',
    guarantee: 'a done company does not return because another saved search finds the same round',
    edits: [
      {
        file: 'electron/core/database/queries/yours/receiver-and-seen-signals.ts',
        find: '`(SELECT min(came_at_ms) AS found_at_ms',
        replace: '`(SELECT max(came_at_ms) AS found_at_ms',
      },
    ],
    test: {
      file: 'test/unit/user-data/done-companies.test.ts',
      titles: ['a done company is not new again when another saved search finds the same round'],
    },
  },
  {
    name: 'a document that is cut off at the end of a chunk',
    guarantee: 'the search index gets every document as it was read',
    edits: [
      {
        file: 'electron/core/library/index/writing/unwritten-companies.ts',
        find: 'if (this.#used + most > this.#chunk.length)',
        replace: 'if (this.#used >= this.#chunk.length)',
      },
    ],
    test: {
      file: 'test/unit/library/index/unwritten-companies.test.ts',
      titles: ['keeps documents that do not fit into the rest of a chunk, or into any chunk'],
    },
  },
  {
    name: 'large merges without checkpoints',
    guarantee: 'the log does not grow with the segments that a merge of the search index copies',
    edits: [
      {
        file: 'electron/core/library/index/writing/index-writer.ts',
        find: 'const MERGE_STEPS = 12;',
        replace: 'const MERGE_STEPS = Infinity;',
      },
    ],
    test: {
      file: 'test/unit/library/index/index-merges.test.ts',
      titles: ['keeps the log small, however large the merged segments are'],
    },
  },
  {
    name: 'planner statistics of an empty index',
    guarantee: 'merging the search index never reads the whole index, because the cache is never analysed',
    edits: [
      {
        file: 'electron/core/database/relaxed-durability.ts',
        find: '    set(db, ACKNOWLEDGED);',
        replace: "    set(db, ACKNOWLEDGED);\n    exec(db, 'ANALYZE');",
      },
    ],
    test: {
      file: 'test/unit/library/index/index-merges.test.ts',
      titles: [
        'are absent, because with statistics of an empty index, every merge step reads the whole index',
      ],
    },
  },
  {
    name: 'countries-as-named',
    guarantee: 'countries that /filters gives as names can be chosen',
    edits: [
      {
        file: 'electron/core/service-api/decoders/filters.ts',
        find: 'decodeCountry(value, null).code ?? []',
        replace: '/^[A-Z]{2}$/.test(value) ? value : []',
      },
    ],
    test: {
      file: 'test/unit/service-api/decoders/contacts-filters-stats.test.ts',
      titles: ['converts country names into codes'],
    },
  },
  {
    name: 'expected-reserved',
    guarantee: 'a search reserves the maximum that the user accepts, although fewer records are expected',
    edits: [
      {
        file: 'electron/core/search-coverage/search-price.ts',
        find: 'return { ...preview, expectedRecords:',
        replace: 'return { ...preview, cost: { ...preview.cost, records: rows }, expectedRecords:',
      },
    ],
    test: {
      file: 'test/unit/handlers/search.test.ts',
      titles: ['shows how many records are expected after a count, and keeps the maximum as the price'],
    },
  },
  {
    name: 'plan-without-options',
    guarantee: 'a search has the same price everywhere, also while its filter options are old',
    edits: [
      {
        file: 'electron/core/search-coverage/plan-search.ts',
        find: '=> parts.priceOf(listQuery, parts);',
        replace: '=> priceOfPage(listQuery, parts);',
      },
    ],
    test: {
      file: 'test/unit/handlers/search.test.ts',
      titles: [
        'is the same for the button, for a saved search and in the plan',
        'includes the options for missing days, and fetches them at that price',
      ],
    },
  },
  {
    name: 'all-without-options',
    guarantee: 'the price of all matches covers the filter options that its first page fetches again',
    edits: [
      {
        file: 'electron/core/search-coverage/plan-search.ts',
        find: 'parts.priceOf(first, parts).also !== undefined',
        replace: 'false',
      },
    ],
    test: {
      file: 'test/unit/handlers/search.test.ts',
      titles: ['includes the options once for all matches'],
    },
  },
  {
    name: 'options-not-accepted',
    guarantee: 'filter options are loaded only at a price that was shown',
    edits: [
      {
        file: 'electron/core/fetching/filter-options.ts',
        find: 'if (!isWithin(worst, minus(context.accepted, before.reserved))) return null;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/handlers/connect.slow.test.ts',
      titles: ['are not loaded if only /stats was accepted'],
    },
  },
  {
    name: 'refused-search-spends-a-record',
    guarantee: 'after a refused search, filter options that cost a record are only offered',
    edits: [
      {
        file: 'electron/core/fetching/filter-options.ts',
        find: 'worst.records === 0 && ',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/fetching/refused-search.test.ts',
      titles: ['spends no record on the filter options without being asked'],
    },
  },
  {
    name: 'refused-search-refreshes-always',
    guarantee: 'after refused searches, the filter options are refreshed only once',
    edits: [
      {
        file: 'shared/filter-refusal.ts',
        find: 'fetchedAtMs !== null && nowMs - fetchedAtMs >= RECENT_MS',
        replace: 'fetchedAtMs !== null',
      },
    ],
    test: {
      file: 'test/unit/fetching/refused-search.test.ts',
      titles: ['refreshes the filter options once if that costs no record'],
    },
  },
  {
    name: 'options-never-refreshed',
    guarantee: 'filter options of a week ago are loaded again with the next search',
    edits: [
      {
        file: 'electron/core/search-coverage/search-price.ts',
        find: 'fetchedAtMs !== null && nowMs - fetchedAtMs >= MAX_AGE_MS',
        replace: 'fetchedAtMs === null && nowMs >= MAX_AGE_MS',
      },
    ],
    test: rows('R-2-40d'),
  },
  {
    name: 'options-fail-connecting',
    guarantee: 'an account is connected although its filter options cannot be loaded',
    edits: [
      {
        file: 'electron/core/fetching/filter-options.ts',
        find: 'if (error instanceof AppFailure) return null;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/handlers/connect.slow.test.ts',
      titles: ['do not prevent connecting if they fail'],
    },
  },
  {
    name: 'unlisted-field-closed',
    guarantee: 'a field for which the service lists no values takes any text',
    edits: [
      {
        file: 'renderer/features/search/filter-options.svelte.ts',
        find: '(found.listed && !FREE_TEXT.has(field))',
        replace: '!FREE_TEXT.has(field)',
      },
    ],
    test: {
      file: 'test/renderer/features/search/filter-options.test.ts',
      titles: ['takes any text, with a mark, if the service lists no values: industries'],
    },
  },
  {
    name: 'long-gap-cut',
    guarantee: 'a catch-up asks for every day of a gap, also of one that is longer than a query',
    edits: [
      {
        file: 'electron/core/day-plan/missed-days.ts',
        find: 'for (let start = from; start <= to; start += SPAN_DAYS)',
        replace: 'for (let start = Math.max(from, to - SPAN_DAYS + 1); start <= to; start += SPAN_DAYS)',
      },
    ],
    test: {
      file: 'test/unit/day-plan/missed-days.test.ts',
      titles: [
        'of 45 days are all included, in queries of at most 31 days',
        'of 100 days are all included, in queries of at most 31 days',
      ],
    },
  },
  {
    name: 'downtime-forgotten',
    guarantee: 'a webhook event does not close an earlier period in which the receiver did not listen',
    edits: [
      {
        file: 'electron/core/day-plan/missed-days.ts',
        find: '    ...interruptionsIn(files.cache, { sinceMs: caughtUpMs, leastMs: GAP_MS }),\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/day-plan/missed-days.test.ts',
      titles: ['stay missed although events arrived after the receiver listened again'],
    },
  },
  {
    name: 'first-page-closes-gap',
    guarantee: 'a gap ends only when every page of its days was fetched',
    edits: [
      {
        file: 'electron/core/day-plan/find-gap.ts',
        find: 'wasFetchedRecently: () => false',
        replace: 'wasFetchedRecently: (days) => findSet(cache, onDays(question, days)) !== null',
      },
    ],
    test: {
      file: 'test/unit/handlers/catch-up-coverage.test.ts',
      titles: ['a gap of 45 days is fetched with 2 queries, page by page, until all its rows are stored'],
    },
  },
  {
    name: 'fewer-rows-than-total',
    guarantee: 'days count as covered only if all rows that the service counts were fetched',
    edits: [
      {
        file: 'electron/core/library/query-sets.ts',
        find: 'end >= SET_ROWS_MAX || (total !== null && total > end)',
        replace: 'end >= SET_ROWS_MAX',
      },
    ],
    test: {
      file: 'test/unit/library/library-answers.test.ts',
      titles: [
        'after a short page of fewer rows than the total: …',
        'after an empty page although rows match: …',
      ],
    },
  },
  {
    name: 'truncated-days-hidden',
    guarantee: 'days with more rounds than the service returns are reported as incomplete',
    edits: [
      {
        file: 'electron/core/database/queries/cache/query-sets.ts',
        find: 'reached >= :rowsMax',
        replace: 'reached > :rowsMax',
      },
    ],
    test: rows('R-WH-8c'),
  },
  loadAll('small-pages', 'all matches are loaded with the fewest requests', {
    find: 'offset += LIST_LIMIT_MAX',
    replace: 'offset += question.query.limit',
  }),
  loadAll('rows-asked-again', 'rows that were fetched today are not requested again', {
    find: 'today === null || today.ended ? 0 : today.reached',
    replace: '0',
  }),
  {
    name: 'half-of-the-half',
    guarantee: 'half of refused dates is offered once for a search',
    edits: [
      {
        file: 'renderer/features/search/results/halve-date-range.ts',
        find: 'half: isHalf ? null : halfOf(dates)',
        replace: 'half: halfOf(dates)',
      },
    ],
    test: {
      file: 'test/renderer/features/search/search-helpers.test.ts',
      titles: ['offers half of its dates once, then leaves the choice to the user'],
    },
  },
  {
    name: 'hiring-dropped-silently',
    guarantee: 'the form names the hiring filters that it does not send',
    edits: [
      {
        file: 'renderer/features/search/filters/search-form.svelte.ts',
        find: 'this.seniority.length > 0 ? [strings.seniority] : []',
        replace: '[]',
      },
    ],
    test: {
      file: 'test/renderer/features/search/search-form.test.ts',
      titles: ['name the hiring filters that are left out, and leave them out'],
    },
  },
  {
    name: 'milliseconds-as-seconds',
    guarantee: 'a retry_after in milliseconds does not pause requests for an hour',
    edits: [
      {
        file: 'electron/core/quota/parse-rate-limit-response.ts',
        find: 'isInMs ? waitMs / SECOND_MS : waitMs',
        replace: 'isInMs ? waitMs : waitMs',
      },
    ],
    test: rows('R-7-8a'),
  },
  {
    name: 'described-silently',
    guarantee: 'a described search reports each word that is not in its filters',
    edits: [
      {
        file: 'renderer/features/search/typed-search.ts',
        find: 'if (isNegated || !isSkipped) gap.push(word);',
        replace: 'if (isExact && !isSkipped) gap.push(word);',
      },
    ],
    test: {
      file: 'test/renderer/features/search/typed-search.test.ts',
      titles: ['reports the words that it does not understand: Seed in Berlin'],
    },
  },
  {
    name: 'excluded-as-filter',
    guarantee: 'what a described search excludes never becomes a filter',
    edits: [
      {
        file: 'renderer/features/search/typed-search.ts',
        find: 'isNegated ? null : await nameAt(',
        replace: 'await nameAt(',
      },
    ],
    test: {
      file: 'test/renderer/features/search/typed-search.test.ts',
      titles: ['reports the words that it does not understand: Seed without fintech'],
    },
  },
  {
    name: 'longer-period-for-the-past',
    guarantee: 'a longer period is offered only if the empty search ends today',
    edits: [
      {
        file: 'renderer/features/search/results/longer-dates.ts',
        find: 'fundingDateEnd === end && ',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/search/longer-dates.test.ts',
      titles: ['nothing is offered for 90 days or more, for the past, or for results of other filters'],
    },
  },
  {
    name: 'free-look-counted-as-run',
    guarantee: 'a look at stored results does not count as a run of the saved search',
    edits: [
      {
        file: 'electron/core/user-data/saved-search-results.ts',
        find: '    if (!isRun) return;\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/handlers/search.test.ts',
      titles: ['does not count a look at stored results as a run of the saved search'],
    },
  },
  {
    name: 'next-page-during-all',
    guarantee: 'the next page cannot be loaded while all remaining results are being loaded',
    edits: [
      {
        file: 'renderer/features/search/results/ResultFoot.svelte',
        find: 'unavailable={search.isPlanStepRunning}',
        replace: 'unavailable={false}',
      },
    ],
    test: {
      file: 'test/renderer/features/search/result-foot.test.ts',
      titles: ['cannot load the next page while all remaining results are being loaded'],
    },
  },
  {
    name: 'note-excerpt-missing',
    guarantee: 'a row that was found by a note shows the words of the note',
    edits: [
      {
        file: 'electron/core/library/note-excerpt.ts',
        find: "matched === 'note' ? [companyId] : []",
        replace: "matched === 'tag' ? [companyId] : []",
      },
    ],
    test: {
      file: 'test/unit/handlers/note-excerpts.test.ts',
      titles: ['shows the words of the note in a row that was found only by its note'],
    },
  },
  {
    name: 'note-excerpt-too-long',
    guarantee: 'the excerpt of a note is never longer than a row may show',
    edits: [
      {
        file: 'electron/core/library/note-excerpt.ts',
        find: 'clip(text, NOTE_EXCERPT_MAX - 1)',
        replace: 'clip(text, NOTE_EXCERPT_MAX)',
      },
    ],
    test: {
      file: 'test/unit/library/note-excerpt.test.ts',
      titles: ['begins shortly before the match in a long line'],
    },
  },
  {
    name: 'unfiltered-not-counted',
    guarantee: 'if filters leave no match, the library counts the matches without them',
    edits: [
      {
        file: 'renderer/features/library/library.svelte.ts',
        find: 'if (this.opened?.queryId === queryId) this.unfilteredTotal = total;',
        replace: 'if (this.opened?.queryId !== queryId) this.unfilteredTotal = total;',
      },
    ],
    test: {
      file: 'test/renderer/features/library/library-state.test.ts',
      titles: ['counts the companies that match without the filters if none match with them'],
    },
  },
  {
    name: 'rounded-amount-unspoken',
    guarantee: 'a row tells screen readers that its amount is rounded',
    edits: [
      {
        file: 'renderer/features/today/TodayCells.svelte',
        find: '{#if texts.isAmountRounded}<AboutSign isHidden />{/if}',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/lists/rounded-amounts.test.ts',
      titles: ['a rounded amount has a sign only in the list of rounds, and a spoken word in rows'],
    },
  },
  {
    name: 'missing-unless-looked',
    guarantee: 'the palette states that a text is not in the library only if the library was searched for it',
    edits: [
      {
        file: 'renderer/frame/palette/palette-find.ts',
        find: 'const isStored = total === null || total > 0;',
        replace: 'const isStored = total !== null && total > 0;',
      },
    ],
    test: {
      file: 'test/renderer/frame/palette-text-search.test.ts',
      titles: ['a text counts as missing from the library only if the library was searched for it'],
    },
  },
  {
    name: 'saved-not-counted',
    guarantee: 'the triage progress of search results includes saved companies',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: 'else if (this.#isJudged(row)) parts.saved += 1;',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/lists/list-names.test.ts',
      titles: ['a saved company counts once, beside the handled ones, and is skipped by the next key'],
    },
  },
];
