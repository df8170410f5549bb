/** What other screens use of Today. */
export { default as CatchUp } from './CatchUp.svelte';
export { dayPlan } from './strings.ts';
