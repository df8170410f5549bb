/** The parts of Today that other features use. */
export { default as CatchUp } from './CatchUp.svelte';
export { dayPlan, today } from './strings.ts';
