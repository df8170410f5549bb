import type { PlanKind, PlanRunItem } from '../../../shared/model/plan.ts';
import { planRequestText } from './day-plan-text.ts';

interface FetchedCompany {
  readonly companyId: string;
  /** What was fetched, such as `Contacts for Halden Grid`. */
  readonly text: string;
}

/** Contacts are listed first, because the user can write to them now. */
const rank = (kind: PlanKind): number => (kind === 'contacts' ? 0 : kind === 'profile' ? 1 : 2);

/** Returns the companies for which a plan fetched data, each once, those with contacts first. */
export function fetchedCompanies(items: readonly PlanRunItem[]): FetchedCompany[] {
  const seen = new Set<string>();
  return items
    .filter(({ step }) => step === 'done')
    .toSorted((a, b) => rank(a.kind) - rank(b.kind))
    .flatMap((item) => {
      const { companyId } = item;
      if (companyId === null || seen.has(companyId)) return [];
      seen.add(companyId);
      return [{ companyId, text: planRequestText(item) }];
    });
}
