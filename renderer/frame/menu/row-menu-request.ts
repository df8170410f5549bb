import { tick } from 'svelte';
import type { App } from '../../session/app.svelte.ts';
import type { MenuPoint } from '../../ui/overlays/ContextMenu.svelte';

/** The company whose menu the user has opened, and where. */
export interface RowMenuRequest {
  readonly at: MenuPoint;
  readonly companyId: string;
}

/** The screens whose rows are companies. */
const LIST_SCREENS: ReadonlySet<string> = new Set(['today', 'search', 'library', 'signals']);
const ACTIVE_ROW = '[role="row"][aria-selected="true"]';

/**
 * Returns the company of the row that was right-clicked, or of the active row if the menu key was pressed. The
 * browser's own menu is then not shown. Returns null if there is no such row or its company is not known yet.
 */
export async function rowMenuRequest(
  event: MouseEvent,
  { navigation }: Pick<App, 'navigation'>,
): Promise<RowMenuRequest | null> {
  const { target } = event;
  if (!(target instanceof Element) || event.defaultPrevented) return null;
  const grid = target.closest('[role="grid"]');
  // If the menu was opened with the menu key, the target is the grid, because the grid has focus.
  const row =
    target.closest('[role="row"][aria-selected]') ??
    (target === grid ? grid.querySelector(ACTIVE_ROW) : null);
  const hasCompanyRows = (): boolean => LIST_SCREENS.has(navigation.screen) && !navigation.full;
  if (row === null || !hasCompanyRows()) return null;
  const box = row.getBoundingClientRect();
  const at = target === grid ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY };
  event.preventDefault();
  // The click has made the row active, but `navigation` contains its company only after the next update.
  await tick();
  const companyId = navigation.currentCompanyId;
  return companyId === null || !hasCompanyRows() ? null : { at, companyId };
}
