import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { MonthlyReview } from '../../../shared/model/review/monthly-review.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { noteTextOf } from './review-note-text.ts';

/** The month of the note that was just saved, and the undo token. */
interface MadeNote {
  readonly month: string;
  readonly undo: string | null;
}

/** The review of one month, as the screen shows it. */
export class ReviewState {
  /** Null until it is loaded. */
  review = $state.raw<MonthlyReview | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #workspaceId: string;
  readonly #onMade: (made: MadeNote) => void;
  readonly #latest = new LatestRequest();
  #wanted: string | null = null;

  /** @param onMade called after the review has been saved as a note */
  constructor(api: Api, workspaceId: string, onMade: (made: MadeNote) => void) {
    this.#api = api;
    this.#workspaceId = workspaceId;
    this.#onMade = onMade;
  }
  dispose(): void {
    this.#latest.cancel();
  }

  /**
   * Shows the review of a month; null selects the last month that has ended. If no note was ever saved for
   * the month, saves the review as its note.
   */
  async show(month: string | null): Promise<void> {
    this.#wanted = month;
    const isLatest = this.#latest.begin();
    try {
      const review = await this.#api.reviews.get({ month });
      const note = await this.#api.reviews.note({ month: review.month });
      if (!isLatest()) return;
      if (review.hasData && note.revision === 0) await this.#save(review, 0);
      if (!isLatest()) return;
      this.review = review;
      this.error = null;
    } catch (error) {
      if (isLatest()) this.error = problemOf(error);
    }
  }
  /** Loads the month again, after an error. */
  again(): Promise<void> {
    return this.show(this.#wanted);
  }

  /** Saves the review as the month's note if that note is empty. */
  async write(): Promise<void> {
    const { review } = this;
    if (review === null) return;
    const note = await this.#api.reviews.note({ month: review.month });
    if (note.body === '') await this.#save(review, note.revision);
  }

  async #save(review: MonthlyReview, baseRevision: number): Promise<void> {
    const { month } = review;
    const { undo } = await this.#api.reviews.saveNote({
      month,
      body: noteTextOf(review),
      baseRevision,
      workspaceId: this.#workspaceId,
      begins: true,
    });
    this.#onMade({ month, undo });
  }
}
