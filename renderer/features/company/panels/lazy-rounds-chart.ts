import { LazyCode } from '../../../lib/lazy-code.svelte.ts';

/** The chart of a company's rounds. Its code is loaded when a company with comparable rounds is first shown. */
export const roundsChartCode = new LazyCode(() => import('./RoundsChart.svelte'));
