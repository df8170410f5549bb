import type { App } from '../../session/app.svelte.ts';
import { dayPlanOf } from './day-plan.svelte.ts';

/** Opens the dialog with the plan's rules on the Today screen. */
export function openPlanRules(app: App): void {
  dayPlanOf(app).openDialog = 'rules';
  app.navigation.go('today');
}
