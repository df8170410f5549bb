import { CLOSING_FILTER_DAYS } from '../../../../shared/model/closing-days.ts';
import type {
  FRESHNESS,
  FitRange,
  TRIAGE_CHOICES,
  WINDOW_STATES,
} from '../../../../shared/model/library-values.ts';
import type { LibrarySort } from '../../../../shared/model/library.ts';
import type { FitPartName } from '../../../../shared/model/market.ts';
import type { OursChoice } from '../../../../shared/model/ours/ours-kinds.ts';
import type { Answer, Channel } from '../../../../shared/model/user-data.ts';

type UsualSort = Exclude<LibrarySort, `${string}-reversed`>;

/**
 * The text that the Markdown export shows for each stored value. A test checks that the screens use the same
 * texts.
 */
export const EXPORT_WORDS = {
  noStatus: 'No status',
  triage: { todo: 'To do', snoozed: 'Snoozed', done: 'Done' } satisfies Record<
    (typeof TRIAGE_CHOICES)[number],
    string
  >,
  ours: {
    'do-not-contact': 'Do not contact',
    customer: 'Customer',
    deal: 'Open deal',
    competitor: 'Competitor',
    possible: 'Possible match',
    none: 'None of these',
  } satisfies Record<OursChoice, string>,
  windows: {
    open: 'Open',
    closing: `Closes within ${CLOSING_FILTER_DAYS} days`,
    closed: 'Closed',
    unknown: 'No date',
  } satisfies Record<(typeof WINDOW_STATES)[number], string>,
  fits: { high: '70 or more', medium: '40 to 69', low: 'Below 40', none: 'Unknown' } satisfies Record<
    FitRange,
    string
  >,
  freshness: {
    day: 'In the last day',
    week: 'In the last 7 days',
    month: 'In the last 30 days',
    older: 'More than 30 days ago',
  } satisfies Record<(typeof FRESHNESS)[number], string>,
  sorts: {
    relevance: 'Best match',
    announced: 'Newest round',
    fetched: 'Last fetched',
    amount: 'Amount',
    fit: 'Fit',
    window: 'Contact window closing soonest',
    name: 'Name',
  } satisfies Record<UsualSort, string>,
  fitParts: {
    stage: 'Stage',
    size: 'Amount',
    country: 'Country',
    industry: 'Industry',
    tech: 'Technology',
    hiring: 'Hiring',
  } satisfies Record<FitPartName, string>,
  channels: {
    call: 'Call',
    email: 'E-mail',
    meeting: 'Meeting',
    linkedin: 'LinkedIn',
    message: 'Message',
    other: 'Other',
  } satisfies Record<Channel, string>,
  answers: {
    replied: 'Reply',
    meeting: 'Meeting',
    'not-interested': 'Not interested',
  } satisfies Record<Answer, string>,
} as const;

/**
 * Returns the word for a stored value. A value without a word, such as one stored by a newer version, is
 * returned unchanged.
 */
export const wordOf = (words: Readonly<Partial<Record<string, string>>>, value: string): string =>
  words[value] ?? value;

/** Returns a sort order in words, such as `Name (reversed)`. */
export function sortText(sort: LibrarySort): string {
  const usual = sort.replace('-reversed', '');
  const text = wordOf(EXPORT_WORDS.sorts, usual);
  return usual === sort ? text : `${text} (reversed)`;
}
