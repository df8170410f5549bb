import { isSameDay } from '../../../shared/local-date.ts';
import type { SignalFilters, SignalRow } from '../../../shared/model/signal.ts';
import { amountText, countText, dayText, exactText, timeText } from '../../lib/format.ts';
import { monogramOf, safeLine, safeName } from '../../lib/safe-text.ts';
import { company as companyWords } from '../company/strings.ts';
import { signals as strings } from './strings.ts';

/** The text of a row's cells, sanitised for display. */
interface SignalTexts {
  readonly monogram: string;
  readonly name: string;
  readonly country: string;
  /** Shown instead of the country's name in a narrow list. */
  readonly countryCode: string;
  /** The industry; for a signal without a company, the name of the event. */
  readonly about: string;
  readonly stage: string;
  readonly amount: string;
  readonly amountTitle: string | undefined;
  readonly isAmountRounded: boolean;
  readonly isAmountUnknown: boolean;
  readonly icp: string;
  readonly hasScore: boolean;
  readonly fit: string;
  readonly fitTitle: string;
  readonly searches: string;
  readonly received: string;
  readonly receivedTitle: string;
  readonly receivedIso: string;
}

export function noMatchText({ text, from, unseen, icp, fit }: SignalFilters): string {
  const shown = safeLine(text.trim(), 40);
  if (shown === '') return strings.noMatch;
  const hasOthers = from !== null || unseen || icp !== null || fit !== null;
  return hasOthers ? strings.noMatchWith(shown) : strings.noMatchFor(shown);
}

/**
 * Returns the title of a signal's details. Rows of saved searches have a different title, because they are
 * not events.
 */
export const detailTitle = ({ event }: Pick<SignalRow, 'event'>): string =>
  event === null ? strings.details.searchTitle : strings.details.title;

/**
 * Returns the text of a row's cells. Today's signals show the time of day, and older signals show the date.
 */
export function signalTexts(row: SignalRow, nowMs: number): SignalTexts {
  const amount = amountText(row.amount);
  const isEvent = row.event !== null;
  const isToday = isSameDay(row.atMs, nowMs);
  const nothing = row.companyId === null ? '' : companyWords.undisclosed;
  return {
    monogram: row.name === null ? '–' : monogramOf(row.name),
    name: row.name === null ? strings.unnamed : safeName(row.name),
    country: row.companyId === null ? '' : safeLine(row.countryName ?? '', 120),
    countryCode:
      row.companyId === null ? '' : safeLine(row.company?.countryCode ?? row.countryName ?? '', 120),
    about: safeLine((row.companyId === null ? row.event : row.industry) ?? '', 120),
    stage: safeLine(row.stage ?? '', 80),
    amount: amount ? safeLine(amount.short, 40) : nothing,
    amountTitle: amount ? safeLine(amount.title, 120) : undefined,
    isAmountRounded: amount?.isRounded ?? false,
    isAmountUnknown: row.amount?.value == null,
    icp:
      row.icpMatch === null
        ? isEvent && row.companyId !== null
          ? strings.noScore
          : ''
        : strings.icp(row.icpMatch),
    hasScore: row.icpMatch !== null,
    fit: row.company?.fit === undefined ? '–' : countText(row.company.fit),
    fitTitle: row.company?.fit === undefined ? strings.noFit : strings.fitOf(row.company.fit),
    searches:
      row.searches.length === 0
        ? ''
        : strings.fromSearch(row.searches.map((name) => safeLine(name, 80)).join(', ')),
    received: isToday ? timeText(row.atMs) : dayText(row.atMs),
    receivedTitle: exactText(row.atMs),
    receivedIso: new Date(row.atMs).toISOString(),
  };
}
