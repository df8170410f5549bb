/** Loaders for the dialogs of the plan. */
export const planDialog = () => import('./PlanDialog.svelte');
export const planRules = () => import('./PlanRules.svelte');
