import { AppFailure } from '../../../shared/app-failure.ts';
import type { CompanyWindows } from '../ports.ts';

/**
 * Opens a window that shows a company.
 * @throws AppFailure `unsupported` (`company-window`) if the shell has only one window; `conflict`
 * (`too-many-windows`)
 */
export function openCompanyWindow(windows: CompanyWindows | undefined, companyId: string): void {
  if (windows === undefined) throw new AppFailure({ kind: 'unsupported', capability: 'company-window' });
  if (!windows.open(companyId)) throw new AppFailure({ kind: 'conflict', reason: 'too-many-windows' });
}

/**
 * Returns a function to call after each change of the workspaces. It closes the company windows if another
 * workspace has been opened, because that workspace does not have their companies.
 *
 * @param active returns the open workspace
 */
export function createCloseForeignWindows(
  windows: CompanyWindows | undefined,
  active: () => { record(): { readonly id: string } } | null,
): () => void {
  let lastId: string | null = null;
  return () => {
    const id = active()?.record().id ?? null;
    if (id !== lastId) windows?.closeAll();
    lastId = id;
  };
}
