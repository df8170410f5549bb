import type { LibraryFilters } from '../../../../shared/model/library.ts';
import type { PlanKind, PlanRunItem } from '../../../../shared/model/plan.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { NO_FILTERS } from '../../../lib/no-filters.ts';
import { planRequestText } from '../day-plan-text.ts';
import { dayPlan } from '../strings.ts';

interface FetchedCompany {
  readonly companyId: string;
  /** What was fetched, such as `Contacts for Halden Grid: 6 contacts`. */
  readonly text: string;
}

/** Contacts are listed first, because the user can write to them now. */
const rank = (kind: PlanKind): number => (kind === 'contacts' ? 0 : kind === 'profile' ? 1 : 2);

/**
 * Returns the companies for which a plan fetched data, without duplicates. Companies whose contacts were
 * fetched come first.
 */
export function fetchedCompanies(items: readonly PlanRunItem[]): FetchedCompany[] {
  const seen = new Set<string>();
  return items
    .filter(({ step }) => step === 'done')
    .toSorted((a, b) => rank(a.kind) - rank(b.kind))
    .flatMap((item) => {
      const { companyId } = item;
      if (companyId === null || seen.has(companyId)) return [];
      seen.add(companyId);
      return [{ companyId, text: resultText(item) }];
    });
}

/** Adds the number of contacts to the text of a request that fetched contacts. */
function resultText(item: PlanRunItem): string {
  const text = planRequestText(item);
  return item.contacts === null ? text : `${text}: ${dayPlan.run.contacts(item.contacts)}`;
}

/** The rounds that requests of the same kind fetched for a saved search, or for a catch-up. */
interface FetchedRounds {
  readonly kind: PlanKind;
  /** Null for a catch-up. */
  readonly searchId: string | null;
  /** Number of rounds that are new to the library. */
  readonly news: number;
  /** The text of the entry, such as `Older rounds for “Fintech”: 5 new rounds`. */
  readonly text: string;
}

/**
 * Returns the number of new rounds that a plan fetched, with one entry for each kind of request and search.
 */
export function fetchedRounds(items: readonly PlanRunItem[]): FetchedRounds[] {
  const byRequest = new Map<string, Omit<FetchedRounds, 'text'>>();
  for (const item of items) {
    if (item.step !== 'done' || item.news === null) continue;
    const text = planRequestText(item);
    const { kind, searchId } = item;
    byRequest.set(text, { kind, searchId, news: (byRequest.get(text)?.news ?? 0) + item.news });
  }
  return [...byRequest].map(([text, found]) => ({
    ...found,
    text: `${text}: ${dayPlan.run.newRounds(found.news)}`,
  }));
}

/**
 * Selects the companies that a saved search has found on the local day of `sinceMs` or later. For a catch-up,
 * which belongs to no saved search, selects all companies found since that day.
 */
export const companiesOfRounds = (searchId: string | null, sinceMs: number): LibraryFilters => ({
  ...NO_FILTERS,
  outcome: { step: 'found', from: localDate(sinceMs), source: searchId },
});
