/*
 * Every word of the interface, by screen: sentence case, plain and honest. A screen's words live in `words/<screen>.ts`.
 */
export { kit } from './words/kit.ts';
export { frame } from './words/frame.ts';
export { firstRun } from './words/first-run.ts';
export { settings } from './words/settings.ts';
export { search } from './words/search.ts';
export { searchPlan } from './words/search-plan.ts';
export { company, notes } from './words/company.ts';
export { library } from './words/library.ts';
export { quota } from './words/quota.ts';
export { quotaPlan } from './words/quota-plan.ts';
export { queue } from './words/queue.ts';
export { backups, storage } from './words/backups.ts';
export { privacy } from './words/privacy.ts';
