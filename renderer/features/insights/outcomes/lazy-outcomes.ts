import { LazyCode } from '../../../lib/lazy-code.svelte.ts';

/* The charts of Outcomes. Their code is loaded when the view is first shown. */

export const outcomeCharts = new LazyCode(() => import('./OutcomeCharts.svelte'));
