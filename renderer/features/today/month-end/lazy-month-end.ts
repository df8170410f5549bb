import { LazyCode } from '../../../lib/lazy-code.svelte.ts';

/* The charts of the plan for the rest of the month. Their code is loaded when the screen is first shown. */
export const monthEndCharts = new LazyCode(() => import('./MonthEndCharts.svelte'));
