import { LazyCode } from '../../lib/lazy-code.svelte.ts';

/* The parts of Quota that draw charts. Their code is loaded when the screen is first shown. */

export const quotaCharts = new LazyCode(() => import('./charts/Charts.svelte'));
export const accountPanel = new LazyCode(() => import('./AccountPanel.svelte'));
