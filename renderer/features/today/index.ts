/** The parts of Today that other features use. */
export { default as CatchUp } from './CatchUp.svelte';
export { default as MonthEndNote } from './month-end/MonthEndNote.svelte';
export { monthEnd } from './month-end/strings.ts';
export { openPlanRules } from './open-plan-rules.ts';
export { dayPlan } from './strings.ts';
