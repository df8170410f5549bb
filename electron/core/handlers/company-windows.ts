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
 * Returns a function to call after each change of the workspaces. If a workspace has been opened, the
 * function closes all company windows, because their companies may not exist in that workspace. This includes
 * reopening the same workspace, because its data may have been deleted or replaced by a backup.
 *
 * @param active returns the open workspace, as a new object each time a workspace is opened
 */
export function createCloseForeignWindows(
  windows: CompanyWindows | undefined,
  active: () => object | null,
): () => void {
  let last: object | null = null;
  return () => {
    const now = active();
    if (now !== last) windows?.closeAll();
    last = now;
  };
}
