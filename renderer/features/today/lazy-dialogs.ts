/* Loaders for parts of Today that are not shown at first. */
export const planDialog = () => import('./PlanDialog.svelte');
export const followUpCard = () => import('./follow-ups/FollowUpCard.svelte');
export const planRules = () => import('./PlanRules.svelte');
/**
 * Loads the line that offers the monthly review. Today shows this line for one day after a month has ended.
 */
export const reviewOffer = () => import('./ReviewOffer.svelte');
