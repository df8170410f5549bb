import { localDate } from '../../../../shared/local-date.ts';
import { readAccount } from '../../database/queries/ledger/account-state.ts';
import {
  markNoticeShown,
  noticeShownAtMs,
  wasNoticeShown,
} from '../../database/queries/ledger/shown-notices.ts';
import { reviewNote } from '../../database/queries/yours/review-notes.ts';
import type { ReadDb, WriteDb } from '../../database/sql.ts';
import { readWindows } from '../../quota/account/account-windows.ts';
import { hasDataIn } from './monthly-review.ts';
import { lastEndedMonth, reviewMonth } from './review-month.ts';

/*
 * Decides whether the Today screen offers the review of a month. The review is offered on one day only, so
 * the time of the first offer is stored.
 */

const offerKey = (month: string): string => `review/${month}`;
const hiddenKey = (month: string): string => `review-hidden/${month}`;

interface Files {
  readonly yours: ReadDb;
  readonly ledger: WriteDb;
}

/**
 * Returns the month whose review the Today screen offers; null if there is none. A month is offered for one
 * day: the day of the first call after the month has ended. Months with a note, hidden months and months
 * without data are not offered.
 */
export function offeredReview(
  { yours, ledger }: Files,
  now: { readonly nowMs: number; readonly serverNowMs: number },
): string | null {
  const windows = readWindows(ledger);
  const month = lastEndedMonth(windows, now);
  if (reviewNote(yours, month) !== null || wasNoticeShown(ledger, hiddenKey(month))) return null;
  const firstMs = noticeShownAtMs(ledger, offerKey(month));
  if (firstMs !== null) return localDate(firstMs) === localDate(now.nowMs) ? month : null;
  const { epoch } = readAccount(ledger);
  if (!hasDataIn({ yours, ledger }, epoch, reviewMonth(month, windows))) return null;
  markNoticeShown(ledger, offerKey(month), Math.round(now.nowMs));
  return month;
}

export function hideReviewOffer(ledger: WriteDb, month: string, nowMs: number): void {
  markNoticeShown(ledger, hiddenKey(month), Math.round(nowMs));
}
