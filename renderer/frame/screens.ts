import { openCompany, preloadCompanies } from '../features/company/lazy-company.ts';
import { savedSearchDialog } from '../features/search/saved/lazy-dialog.ts';
import type { PartLoader } from '../session/lazy-components.svelte.ts';
import type { App } from '../session/app.svelte.ts';
import type { ScreenName } from '../session/navigation.svelte.ts';
import { dialogCode, menuCode, popoverCode } from '../ui/overlays/lazy-panels.ts';

/*
 * What has code of its own, fetched when it is first wanted or when the page is idle: with all of it in one file the first
 * view would wait for what it does not show. `test/e2e/app/first-view.spec.ts` holds it to its budget.
 */

/** Every screen of the rail. */
export const screenParts = {
  today: () => import('../features/today/Today.svelte'),
  search: () => import('../features/search/Search.svelte'),
  library: () => import('../features/library/Library.svelte'),
  signals: () => import('../features/signals/Signals.svelte'),
  quota: () => import('../features/quota/Quota.svelte'),
  settings: () => import('../features/settings/Settings.svelte'),
} satisfies Record<ScreenName, PartLoader<{ app: App }>>;

/** What stands over the screens, beside them or in their place. */
export const parts = {
  steps: () => import('../features/onboarding/FirstSteps.svelte'),
  progress: () => import('./status/ProgressStatus.svelte'),
  snooze: () => import('../features/lists/triage/SnoozeDialog.svelte'),
  palette: () => import('./palette/Palette.svelte'),
  shortcuts: () => import('./ShortcutsDialog.svelte'),
  firstRun: () => import('../features/onboarding/FirstRun.svelte'),
  market: () => import('../features/onboarding/MarketStep.svelte'),
  storage: () => import('./storage/StorageProblem.svelte'),
  unlock: () => import('../features/settings/account/UnlockContacts.svelte'),
  removeUndecryptableContacts: () => import('../features/settings/account/RemoveUndecryptable.svelte'),
  offline: () => import('./status/OfflineQueueDialog.svelte'),
  remove: () => import('../features/settings/RemoveWorkspace.svelte'),
  toasts: () => import('../ui/feedback/ToastHost.svelte'),
  menu: () => import('./menu/ApplicationMenu.svelte'),
} as const;

/** Fetched in this order while the seller looks at the first view, so that nothing later waits. */
export const afterFirstView = ({ parts: shelf }: App) => [
  shelf.of(openCompany),
  shelf.of(preloadCompanies),
  menuCode,
  popoverCode,
  dialogCode,
  shelf.of(parts.palette),
  shelf.of(parts.offline),
  ...Object.values(screenParts).map((screen) => shelf.of(screen)),
  shelf.of(savedSearchDialog),
  shelf.of(parts.shortcuts),
  shelf.of(parts.remove),
];
