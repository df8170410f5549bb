import type { Api } from '../../../shared/contract/index.ts';
import type { LibraryRow } from '../../../shared/model/company.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** Delay, in ms, between the last keystroke and the search of contacts. */
const TYPING_PAUSE_MS = 300;
/** Contacts are searched only if the text has at least this many characters. */
const TEXT_MIN = 3;

/**
 * The companies that match the text only through a contact. They are searched separately from the other rows,
 * and less often, because each match counts toward the limit on contacts per minute.
 */
export class ContactMatches {
  rows = $state.raw<readonly LibraryRow[]>([]);
  /** Whether the first reply for the current text is still outstanding. */
  isPending = $state(false);
  /** Whether the limit on contacts per minute has been reached. If so, some matches may be missing. */
  isPaused = $state(false);
  readonly #search: (queryId: string) => ReturnType<Api['library']['contactMatches']>;
  readonly #latest = new LatestRequest();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the rows belong to the current text and filters. */
  #isLoaded = false;

  constructor(search: (queryId: string) => ReturnType<Api['library']['contactMatches']>) {
    this.#search = search;
  }

  /** Removes all rows. Call it when the text or the filters have changed. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
    this.#isLoaded = false;
    this.rows = [];
    this.isPending = false;
    this.isPaused = false;
  }

  /**
   * Searches contacts for the text of an open query. If rows for the same text and filters are already
   * loaded, they remain visible until the reply arrives.
   */
  load(queryId: string, text: string): void {
    clearTimeout(this.#timer);
    if (text.trim().length < TEXT_MIN) return this.clear();
    this.isPending = !this.#isLoaded;
    if (this.#isLoaded) void this.#read(queryId);
    else this.#timer = setTimeout(() => void this.#read(queryId), TYPING_PAUSE_MS);
  }

  #read(queryId: string): Promise<void> {
    return this.#latest.run(
      () => this.#search(queryId),
      ({ rows, againAfterMs }) => {
        this.#isLoaded = true;
        this.rows = rows;
        this.isPending = false;
        this.isPaused = againAfterMs !== null;
        if (againAfterMs !== null) this.#timer = setTimeout(() => void this.#read(queryId), againAfterMs);
      },
      // Errors are ignored here. If the query was closed, the list reopens it and then repeats the search.
      () => (this.isPending = false),
    );
  }
}
