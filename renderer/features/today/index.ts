/** The parts of Today that other screens use. */
export { default as CatchUp } from './CatchUp.svelte';
export { dayPlan } from './strings.ts';
