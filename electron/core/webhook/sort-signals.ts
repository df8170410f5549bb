import type { Amount } from '../../../shared/model/company.ts';
import { fitRangeOf, type FitRange } from '../../../shared/model/library-values.ts';
import type { CurrencyGroups, FitCounts } from '../../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { SignalSort } from '../../../shared/model/signal.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { companiesOf, type Entry, type Files } from './signal-stream.ts';
import { compareTexts } from '../foundation/compare-texts.ts';

/** Each company's fit with the user's market, by company id. */
type Fits = ReadonlyMap<string, number>;

const fitIn = (fits: Fits, { companyId }: Entry): number | undefined =>
  companyId === null ? undefined : fits.get(companyId);

export const withFitIn = (entries: readonly Entry[], fits: Fits, range: FitRange): Entry[] =>
  entries.filter((entry) => fitRangeOf(fitIn(fits, entry)) === range);

export function countFits(entries: readonly Entry[], fits: Fits): FitCounts {
  const counts = { high: 0, medium: 0, low: 0, none: 0 };
  for (const entry of entries) counts[fitRangeOf(fitIn(fits, entry))] += 1;
  return counts;
}

export interface SortedSignals {
  readonly entries: readonly Entry[];
  /** The currency groups if the list is sorted by amount; otherwise empty. */
  readonly currencies: CurrencyGroups;
}

/** Sorts signals. `entries` must be sorted by the time received; equal signals keep that order. */
export function sortSignals(
  files: Files,
  entries: readonly Entry[],
  sort: SignalSort,
  fits: Fits,
): SortedSignals {
  switch (sort) {
    case 'received':
      return { entries, currencies: [] };
    case 'fit':
      return byNumber(entries, (entry) => fitIn(fits, entry));
    case 'icp':
      return byNumber(entries, ({ event }) => event?.icpMatch ?? undefined);
    case 'name': {
      const nameOf = withCompanies(files, entries, (entry, company) =>
        fold(entry.event?.name ?? company?.name ?? ''),
      );
      return { entries: entries.toSorted((a, b) => compareTexts(nameOf(a), nameOf(b))), currencies: [] };
    }
    case 'amount':
      return byAmount(
        entries,
        withCompanies(files, entries, ({ event }, company) => (event ?? company)?.amount ?? null),
      );
  }
}

const byNumber = (entries: readonly Entry[], of: (entry: Entry) => number | undefined): SortedSignals => ({
  // Unknown values come last.
  entries: entries.toSorted((a, b) => (of(b) ?? -1) - (of(a) ?? -1)),
  currencies: [],
});

/**
 * Computes one value for each of `entries`, and returns a function that looks these values up. `read`
 * computes a value from the event or the stored company.
 */
function withCompanies<T>(
  files: Files,
  entries: readonly Entry[],
  read: (entry: Entry, company: { readonly name: string; readonly amount: Amount | null } | undefined) => T,
): (entry: Entry) => T {
  const ids = entries.flatMap(({ event, companyId }) => (event?.name == null ? (companyId ?? []) : []));
  const companies = companiesOf(files, [...new Set(ids)]);
  const values = new Map(
    entries.map((entry) => [entry.id, read(entry, companies.get(entry.companyId ?? ''))] as const),
  );
  return (entry) => values.get(entry.id) ?? read(entry, undefined);
}

/**
 * Groups the amounts by currency and sorts each group by amount, largest first. Amounts without a currency
 * follow, then unknown amounts.
 */
function byAmount(entries: readonly Entry[], amountOf: (entry: Entry) => Amount | null): SortedSignals {
  const valueOf = (entry: Entry): number | null => amountOf(entry)?.value ?? null;
  const currencyOf = (entry: Entry): string | null => amountOf(entry)?.currency ?? null;
  const placeOf = (entry: Entry): number =>
    valueOf(entry) === null ? 2 : currencyOf(entry) === null ? 1 : 0;
  const sorted = entries.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      (placeOf(a) === 2 ? 0 : compareTexts(currencyOf(a) ?? '', currencyOf(b) ?? '')) ||
      (valueOf(b) ?? 0) - (valueOf(a) ?? 0),
  );
  const groups: { currency: string | null; offset: number; count: number }[] = [];
  for (const [offset, entry] of sorted.entries()) {
    if (valueOf(entry) === null) break;
    const group = groups.at(-1);
    if (group !== undefined && group.currency === currencyOf(entry)) group.count += 1;
    else groups.push({ currency: currencyOf(entry), offset, count: 1 });
  }
  return { entries: sorted, currencies: groups.slice(0, LIST_LIMIT_MAX) };
}
