import { tick } from 'svelte';
import { triageTargetsOf } from '../../features/lists/triage/triage-targets.ts';
import { safeName } from '../../lib/safe-text.ts';
import type { App } from '../../session/app.svelte.ts';
import type { MenuPoint } from '../../ui/overlays/ContextMenu.svelte';

/** The companies to which the row menu applies. */
export interface RowTargets {
  readonly companyIds: readonly string[];
  /** The company's name; null if it is unknown, or if there are several companies. */
  readonly name: string | null;
}

/** The company whose menu the user has opened, and where. */
export interface RowMenuRequest {
  readonly at: MenuPoint;
  readonly screen: string;
  readonly companyId: string;
  readonly targets: RowTargets;
}

/** The screens whose rows are companies. */
const LIST_SCREENS: ReadonlySet<string> = new Set(['today', 'search', 'library', 'signals']);
const ACTIVE_ROW = '[role="row"][aria-selected="true"]';

/**
 * Returns the company of the row that was right-clicked, or of the active row if the menu key was pressed. The
 * browser's own menu is then not shown. Returns null if there is no such row or its company is not known yet.
 */
export async function rowMenuRequest(event: MouseEvent, app: App): Promise<RowMenuRequest | null> {
  const { target } = event;
  const { navigation } = app;
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
  const { screen, currentCompanyId: companyId } = navigation;
  if (companyId === null || !hasCompanyRows()) return null;
  return { at, screen, companyId, targets: rowTargets(app, companyId) };
}

/** Returns whether the row is still the current one, on the screen where its menu was requested. */
export const isStillCurrent = (
  { screen, companyId }: RowMenuRequest,
  { navigation }: Pick<App, 'navigation'>,
): boolean => navigation.screen === screen && !navigation.full && navigation.currentCompanyId === companyId;

/**
 * Returns the companies to which the row menu applies: the selected ones or, without a selection, the row's
 * company. The commands of the list on screen apply to the same companies.
 */
export function rowTargets(app: App, companyId: string): RowTargets {
  const rows = triageTargetsOf(app).read();
  const [first] = rows;
  if (first === undefined) return { companyIds: [companyId], name: null };
  const name = rows.length === 1 && first.name !== null ? safeName(first.name) : null;
  return { companyIds: rows.map((row) => row.companyId), name };
}
