import type { App } from '../../session/app.svelte.ts';
import { dayPlanOf } from './day-plan.svelte.ts';

/** Opens the rules of the plan on Today. */
export function openPlanRules(app: App): void {
  dayPlanOf(app).openDialog = 'rules';
  app.navigation.go('today');
}
