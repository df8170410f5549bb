import { getContext, setContext } from 'svelte';
import type { Density, TextSize } from '../../../shared/model/settings/appearance.ts';

/** Row heights for layout by arithmetic. */
export interface RowHeights {
  /** @param usual the height at normal text size and comfortable density, CSS px */
  height(usual: number): number;
}

const KEY = 'roundwatch.row-heights';
const USUAL: RowHeights = { height: (usual) => usual };
/** Call once, for the page. */
export const provideRowHeights = (heights: RowHeights): void => void setContext(KEY, heights);
/** Call during component initialisation. */
export const providedRowHeights = (): RowHeights => getContext<RowHeights | undefined>(KEY) ?? USUAL;

/** Compact heights by normal height, as in `--row` and `--row-tight`: lists 36, ledger 32. */
const COMPACT: Readonly<Record<number, number>> = { 36: 30, 32: 28 };

/** @returns whole CSS px, because rows have to start on a pixel */
export function rowHeight(usual: number, density: Density, textSize: TextSize): number {
  const base = density === 'compact' ? (COMPACT[usual] ?? usual) : usual;
  return Math.round((base * textSize) / 100);
}
