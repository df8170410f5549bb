import type { LibraryRow } from '../../../shared/model/company.ts';
import { countryOf } from '../../lib/countries.ts';
import { ageEnd, ageText, amountText, calendarText, exactText, sourceText } from '../../lib/format.ts';
import { monogramOf, safeLine, safeName } from '../../lib/safe-text.ts';
import { contactWindowText, type ContactWindowText } from '../../ui/text/contact-window-text.ts';
import { lists as strings } from './strings.ts';
import { kit } from '../../ui/strings.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';

/** The text of a row's cells, sanitised for display. */
interface CellTexts {
  readonly monogram: string;
  readonly name: string;
  readonly pick: string;
  readonly country: string;
  /** Shown instead of the country's name in a narrow list. */
  readonly countryCode: string;
  readonly industry: string;
  readonly stage: string;
  readonly stageTitle: string;
  readonly amount: string;
  readonly amountTitle: string | undefined;
  /** True if the service rounded the amount. */
  readonly isAmountRounded: boolean;
  /**
   * True if the amount is a text such as `undisclosed` instead of a number. The text is shown in a muted
   * colour.
   */
  readonly isAmountUnknown: boolean;
  readonly status: string;
  readonly lists: string;
  readonly tags: string;
  readonly fetched: string;
  readonly fetchedTitle: string;
}
/** The parts of a row's text that change as time passes, such as the age of the row's data. */
interface CellTimes {
  readonly window: ContactWindowText;
  /** The day of the announcement; null if it is unknown. */
  readonly announced: string | null;
  readonly age: string;
  /**
   * The text after the age: ` ago`, or the source of a webhook or pasted event, as in ` · webhook`. Hidden in
   * a narrow list.
   */
  readonly ageEnd: string;
  readonly isStale: boolean;
}

const STALE_AFTER_MS = 14 * DAY_MS;
const joined = (names: readonly string[]): string => names.map((name) => safeLine(name, 80)).join(', ');

export function cellTexts(row: LibraryRow): CellTexts {
  const amount = amountText(row.amount);
  const name = safeName(row.name);
  const { fetchedAtMs, source } = row.stamp;
  return {
    monogram: monogramOf(row.name),
    name,
    pick: strings.select.pick(name),
    country: safeLine(countryOf(row) ?? '', 120),
    countryCode: safeLine(row.countryCode ?? '', 120),
    industry: safeLine(row.industry ?? '', 120),
    stage: safeLine(row.stage ?? '', 80),
    stageTitle: safeLine(row.stage ?? ''),
    amount: amount ? safeLine(amount.short, 40) : kit.undisclosed,
    amountTitle: amount ? safeLine(amount.title, 120) : undefined,
    isAmountRounded: amount?.isRounded ?? false,
    isAmountUnknown: row.amount?.value == null,
    status: safeLine(row.status ?? '', 80),
    lists: onListsText(row.watchlists),
    tags: row.ownTags ? strings.tagged(joined(row.ownTags)) : '',
    fetched: new Date(fetchedAtMs).toISOString(),
    fetchedTitle: kit.fetchedTitle(exactText(fetchedAtMs), sourceText(source)),
  };
}

export const cellTimes = ({ window, stamp, announcedOn }: LibraryRow, nowMs: number): CellTimes => ({
  window: contactWindowText(window, nowMs),
  announced: calendarText(announcedOn, nowMs),
  age: ageText(stamp.fetchedAtMs, nowMs),
  // Omits the source, because `just now · webhook` would not fit into the column. The tooltip shows the
  // source.
  ageEnd: nowMs - stamp.fetchedAtMs < MINUTE_MS ? '' : ageEnd(stamp, nowMs),
  isStale: nowMs - stamp.fetchedAtMs > STALE_AFTER_MS,
});

/**
 * Returns the text of the mark that shows which lists a company is on, such as `on Hot`; empty if it is on no
 * list.
 */
export const onListsText = (names: readonly string[]): string =>
  names.length === 0 ? '' : strings.onLists(joined(names));
