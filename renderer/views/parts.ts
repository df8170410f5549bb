import type { PartLoader } from '../state/parts.svelte.ts';
import type { App } from '../state/app.svelte.ts';
import type { ScreenName } from '../state/navigation.svelte.ts';
import { dialogCode, menuCode, popoverCode } from '../ui/late-panels.ts';

/*
 * What has code of its own, fetched when it is first wanted or when the page is idle: with all of it in one file the first
 * view would wait for what it does not show. `test/e2e/first-view.spec.ts` holds it to its budget.
 */

/** Every screen of the rail. */
export const screenParts = {
  today: () => import('./Today.svelte'),
  search: () => import('./Search.svelte'),
  library: () => import('./Library.svelte'),
  signals: () => import('./Signals.svelte'),
  quota: () => import('./Quota.svelte'),
  settings: () => import('./Settings.svelte'),
} satisfies Record<ScreenName, PartLoader<{ app: App }>>;

/** What stands over the screens, beside them or in their place. */
export const parts = {
  company: () => import('./company/CompanyRead.svelte'),
  ahead: () => import('./company/ReadAhead.svelte'),
  steps: () => import('./OnboardingSteps.svelte'),
  progress: () => import('./FrameProgress.svelte'),
  snooze: () => import('./triage/SnoozeDialog.svelte'),
  palette: () => import('./FramePalette.svelte'),
  shortcuts: () => import('./FrameShortcuts.svelte'),
  firstRun: () => import('./FirstRun.svelte'),
  market: () => import('./FirstRunMarket.svelte'),
  storage: () => import('./FrameStorage.svelte'),
  unlock: () => import('./FrameUnlock.svelte'),
  giveUpPeople: () => import('./GiveUpPeople.svelte'),
  offline: () => import('./FrameOffline.svelte'),
  savedSearch: () => import('./search/SavedSearchDialog.svelte'),
  planCalls: () => import('./today/PlanDialog.svelte'),
  planRules: () => import('./today/PlanRules.svelte'),
  remove: () => import('./SettingsRemove.svelte'),
  toasts: () => import('../ui/ToastHost.svelte'),
  menu: () => import('./FrameMenu.svelte'),
} as const;

/** Fetched in this order while the seller looks at the first view, so that nothing later waits. */
export const afterFirstView = ({ parts: shelf }: App) => [
  shelf.of(parts.company),
  shelf.of(parts.ahead),
  ...[menuCode, popoverCode, dialogCode],
  shelf.of(parts.palette),
  shelf.of(parts.offline),
  ...Object.values(screenParts).map((screen) => shelf.of(screen)),
  shelf.of(parts.savedSearch),
  shelf.of(parts.shortcuts),
  shelf.of(parts.remove),
];
