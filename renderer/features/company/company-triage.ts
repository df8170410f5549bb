import type { App } from '../../session/app.svelte.ts';
import { Triage } from '../lists/triage/triage.svelte.ts';
import type { Company } from './company.svelte.ts';

/**
 * Creates the triage state for a company shown at full size. The company is treated as a list with one row.
 */
export function companyTriage(app: App, { id: companyId, view }: Company): Triage {
  const row = { companyId, name: view?.row.name ?? companyId };
  const triage = new Triage(app, {
    total: () => 1,
    row: () => row,
    active: () => 0,
    hidesHandled: () => false,
  });
  triage.marks.load([companyId]);
  return triage;
}

/** Returns a function that creates this triage state when it is first needed, and again for another company. */
export function lazyCompanyTriage(
  shown: () => { readonly app: App; readonly company: Company },
): () => Triage {
  let known: { readonly company: Company; readonly triage: Triage } | null = null;
  return () => {
    const { app, company } = shown();
    if (known?.company !== company) known = { company, triage: companyTriage(app, company) };
    return known.triage;
  };
}
