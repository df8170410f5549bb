import type { Api } from '../../../shared/contract/index.ts';
import type { LibraryRow } from '../../../shared/model/company.ts';
import type { LibraryFacets, LibraryFilters, LibrarySort } from '../../../shared/model/library.ts';
import { filterCount, NO_FILTERS, onlyList } from './library-filters.ts';
import { ContactMatches } from './contact-matches.svelte.ts';
import { SearchNames } from './search-names.svelte.ts';
import { libraryLines } from './library-groups.ts';
import { PagedList } from '../lists/paged-list.svelte.ts';
import { Selection } from '../lists/selection.svelte.ts';
import type { Range } from '../../lib/virtual-rows.ts';

type OpenedQuery = Omit<Awaited<ReturnType<Api['library']['find']>>, 'rows'> & {
  /** The filters of this query. */
  readonly filters: LibraryFilters;
  readonly text: string;
};

interface CountedQuery extends Pick<OpenedQuery, 'total' | 'filters' | 'text'> {
  readonly counts: LibraryFacets;
  /**
   * The counts that fix the order of the filter values (see `keepPlaces`). These are the latest counts for
   * this text without filters or, if there are none, the first counts for this text.
   */
  readonly places: LibraryFacets;
}
interface Question {
  readonly text: string;
  readonly filters: LibraryFilters;
  readonly sort: LibrarySort;
}

export type LibraryView = 'list' | 'board';

const TEXT_MAX = 200;
/** When to count the facets: while the user types, only after a pause, in ms. */
const NOT_TYPING = { priority: 'background' } as const;
const WHILE_TYPING = { priority: 'background', delay: 150 } as const;
/**
 * When the list has become shorter, the selected companies are looked up in its first rows, up to this
 * number. Selected companies that are not in these rows are deselected.
 */
const SEARCHED_ROWS = 1_000;

/** The state of the Library screen, which searches all stored companies while the user types. */
export class Library extends PagedList<OpenedQuery, LibraryRow> {
  text = $state('');
  filters = $state.raw<LibraryFilters>(NO_FILTERS);
  sort = $state<LibrarySort>('relevance');
  view = $state<LibraryView>('list');
  /** The facet counts. They are loaded after the rows. Until then, the counts of the previous query stay. */
  counted = $state.raw<CountedQuery | null>(null);
  /** The companies that match only through a contact. Their rows follow the other rows. */
  readonly byContact = new ContactMatches((queryId) => this.#api.library.contactMatches({ queryId }));
  /**
   * Number of companies that match the text if the filters are ignored. Null if the number is unknown or the
   * filtered list is not empty.
   */
  unfilteredTotal = $state<number | null>(null);
  readonly searchNames = new SearchNames(() => this.#api.savedSearches.list({}));
  readonly selection = new Selection({
    total: () => this.rowCount,
    row: (index) => this.row(index),
    rowsIn: (range) => this.rowsIn(range),
  });
  /**
   * The lines of the list. In a list sorted by amount, each currency has a heading, because amounts in
   * different currencies cannot be compared.
   */
  readonly lines = $derived(
    libraryLines(this.opened?.total ?? 0, this.opened?.currencies ?? [], this.byContact.rows.length),
  );
  readonly sortedBy = $derived(this.opened?.sortedBy ?? this.sort);
  readonly #api: Api;
  #day: number | null = null;

  constructor(api: Api) {
    super();
    this.#api = api;
    // The fit depends on the market.
    this.refreshOn([api.library.onChanged, api.demo.onChanged, api.market.onChanged]);
  }

  /** Total number of rows, including companies that match only through a contact. */
  get rowCount(): number {
    return (this.opened?.total ?? 0) + this.byContact.rows.length;
  }
  override row(index: number): LibraryRow | null {
    const total = this.opened?.total ?? 0;
    return index < total ? super.row(index) : (this.byContact.rows[index - total] ?? null);
  }
  override async rowsIn({ first, end }: Range): Promise<readonly LibraryRow[]> {
    const total = this.opened?.total ?? 0;
    const rows = await super.rowsIn({ first, end: Math.min(end, total) });
    return [...rows, ...this.byContact.rows.slice(Math.max(0, first - total), Math.max(0, end - total))];
  }
  override dispose(): void {
    super.dispose();
    this.byContact.clear();
  }
  get question(): Question {
    return { text: this.text.slice(0, TEXT_MAX), filters: this.filters, sort: this.sort };
  }
  /** Shows the list or the board. The board does not show the selection, so the selection is cleared. */
  show(view: LibraryView): void {
    this.view = view;
    this.selection.clear();
  }
  /**
   * The id of the list on screen, if a single list is the only filter and there is no search text; otherwise
   * null.
   */
  get listId(): string | null {
    return this.text.trim() === '' ? onlyList(this.filters) : null;
  }

  /**
   * Refreshes the list if a new UTC day has begun since the last call, because contact windows may have
   * closed.
   */
  beginDay(day: number): void {
    if (this.#day !== null && this.#day !== day) void this.open();
    this.#day = day;
  }

  /**
   * Returns whether the list contains a company; null if that is unknown, because the list is too long to look
   * through or is not loaded yet.
   */
  async contains(companyId: string): Promise<boolean | null> {
    const { opened, rowCount } = this;
    if (this.row(this.active)?.companyId === companyId) return true;
    const rows = await this.rowsIn({ first: 0, end: Math.min(rowCount, SEARCHED_ROWS) });
    if (rows.some((row) => row.companyId === companyId)) return true;
    return rowCount <= SEARCHED_ROWS && opened === this.opened ? false : null;
  }

  /** Changes the text, the filters or the sort order, then searches the library again. */
  async search(change: Partial<Question>): Promise<void> {
    if (change.text !== undefined) this.text = change.text;
    if (change.filters !== undefined) this.filters = change.filters;
    if (this.filters.outcome !== null) void this.searchNames.load();
    if (change.sort !== undefined) this.sort = change.sort;
    // Companies that are not among the new results must not remain selected.
    if (change.text !== undefined || change.filters !== undefined) this.selection.clear();
    this.byContact.clear();
    await this.openNewQuestion();
  }

  /**
   * Refreshes the list. If it has become shorter, deselects the companies that the list no longer contains.
   */
  override async open(): Promise<void> {
    const [before, countBefore] = [this.opened?.total ?? 0, this.rowCount];
    await super.open();
    const { opened, selection } = this;
    if (opened === null) return;
    // The contact matches come after the other rows. If the active row is a contact match, its index
    // therefore changes with the number of other rows.
    if (this.active >= before && before < countBefore) this.active += opened.total - before;
    if (opened.total >= before || selection.size === 0) return;
    const end = Math.min(this.rowCount, SEARCHED_ROWS);
    const found = await this.rowsIn({ first: 0, end }).catch(() => null);
    if (found !== null && opened === this.opened) selection.retain(found);
  }

  protected override async openList(rowsFrom: number) {
    const { question } = this;
    const { rows, ...opened } = await this.#api.library.find({ ...question, rowsFrom });
    return { opened: { ...opened, filters: question.filters, text: question.text }, rows };
  }
  protected override async loadDetails({ queryId, total, filters, text }: OpenedQuery): Promise<void> {
    this.byContact.load(queryId, this.text);
    this.unfilteredTotal = null;
    // While the user types, counting the facets and drawing them would delay the rows of the next letter.
    const isTyping = this.counted !== null && this.counted.text !== text;
    await scheduler.postTask(() => undefined, isTyping ? WHILE_TYPING : NOT_TYPING);
    if (this.opened?.queryId !== queryId) return;
    const { counts } = await this.#api.library.counts({ queryId });
    if (this.opened?.queryId !== queryId) return;
    const before = this.counted;
    const isNew = filterCount(filters) === 0 || before === null || before.text !== text;
    this.counted = { total, filters, text, counts, places: isNew ? counts : before.places };
    if (total === 0 && text.trim() !== '' && filterCount(filters) > 0)
      await this.#countUnfiltered(queryId, text);
  }
  async #countUnfiltered(queryId: string, text: string): Promise<void> {
    const { total } = await this.#api.library.find({ text });
    if (this.opened?.queryId === queryId) this.unfilteredTotal = total;
  }
  protected override keyOf({ companyId }: LibraryRow): string {
    return companyId;
  }
  protected override readRows(page: Parameters<Api['library']['rows']>[0]) {
    return this.#api.library.rows(page);
  }
}
