import { openCompany, preloadCompanies } from '../features/company/lazy-company.ts';
import { savedSearchDialog } from '../features/search/saved/lazy-dialog.ts';
import type { ComponentLoader } from '../session/lazy-components.svelte.ts';
import type { App } from '../session/app.svelte.ts';
import type { ScreenName } from '../session/navigation.svelte.ts';
import { dialogCode, menuCode, popoverCode } from '../ui/overlays/lazy-panels.ts';

/*
 * Parts of the page that load on demand or when the page is idle, to keep the first view small.
 * `test/unit/build/first-view.slow.test.ts` checks the size of the first view.
 */

/** The screens that the rail opens. */
export const screenParts = {
  today: () => import('../features/today/Today.svelte'),
  search: () => import('../features/search/Search.svelte'),
  library: () => import('../features/library/Library.svelte'),
  signals: () => import('../features/signals/Signals.svelte'),
  insights: () => import('../features/insights/Insights.svelte'),
  quota: () => import('../features/quota/Quota.svelte'),
  settings: () => import('../features/settings/Settings.svelte'),
  ours: () => import('../features/ours/Ours.svelte'),
  import: () => import('../features/archive/Import.svelte'),
  'month-end': () => import('../features/today/month-end/MonthEnd.svelte'),
  review: () => import('../features/review/Review.svelte'),
} satisfies Record<ScreenName, ComponentLoader<{ app: App }>>;

/** Components that appear over, beside or instead of a screen. */
export const parts = {
  steps: () => import('../features/onboarding/FirstSteps.svelte'),
  progress: () => import('./status/ProgressStatus.svelte'),
  snooze: () => import('../features/lists/triage/SnoozeDialog.svelte'),
  status: () => import('../features/lists/triage/StatusChoiceDialog.svelte'),
  rowMenu: () => import('./menu/RowMenu.svelte'),
  palette: () => import('./palette/Palette.svelte'),
  plainLink: () => import('../features/company/links/ConfirmPlainLink.svelte'),
  terms: () => import('../features/settings/terms/TermsDialog.svelte'),
  help: () => import('../features/help/HelpDialog.svelte'),
  about: () => import('../features/help/AboutDialog.svelte'),
  tasks: () => import('../features/tasks/AllTasksDialog.svelte'),
  investor: () => import('./OpenInvestor.svelte'),
  shortcuts: () => import('./ShortcutsDialog.svelte'),
  firstRun: () => import('../features/onboarding/FirstRun.svelte'),
  market: () => import('../features/onboarding/MarketStep.svelte'),
  storage: () => import('./storage/StorageProblem.svelte'),
  expiredContacts: () => import('./banners/ExpiredContactsBanner.svelte'),
  unlock: () => import('../features/settings/account/UnlockContacts.svelte'),
  removeUndecryptableContacts: () => import('../features/settings/account/RemoveUndecryptable.svelte'),
  offline: () => import('./status/OfflineQueueDialog.svelte'),
  remove: () => import('../features/settings/RemoveWorkspace.svelte'),
  toasts: () => import('../ui/feedback/ToastHost.svelte'),
  menu: () => import('./menu/ApplicationMenu.svelte'),
} as const;

/**
 * Returns the loaders for the code that is loaded in the background after the first view is shown. They run
 * in the returned order.
 */
export const afterFirstView = ({ components }: App) => [
  components.of(openCompany),
  components.of(preloadCompanies),
  menuCode,
  popoverCode,
  dialogCode,
  components.of(parts.palette),
  components.of(parts.rowMenu),
  components.of(parts.offline),
  ...Object.values(screenParts).map((screen) => components.of(screen)),
  components.of(savedSearchDialog),
  components.of(parts.shortcuts),
  components.of(parts.remove),
];
