/** Loaders for the plan's dialogs. */
export const planDialog = () => import('./PlanDialog.svelte');
export const planRules = () => import('./PlanRules.svelte');
