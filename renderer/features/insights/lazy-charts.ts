import { LazyCode } from '../../lib/lazy-code.svelte.ts';

/* The charts of Insights. Their code is loaded when the screen is first shown. */

export const insightCharts = new LazyCode(() => import('./InsightCharts.svelte'));
