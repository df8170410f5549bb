import { getContext, setContext } from 'svelte';
import type { Density, TextSize } from '../../../shared/model/settings/appearance.ts';

/** Provides row heights to components that calculate positions from them. */
export interface RowHeights {
  /**
   * Returns the current height of a row, CSS px.
   *
   * @param usual the height at normal text size and comfortable density, CSS px
   */
  height(usual: number): number;
}

const KEY = 'roundwatch.row-heights';
const USUAL: RowHeights = { height: (usual) => usual };
/** Must be called once, by the page. */
export const provideRowHeights = (heights: RowHeights): void => void setContext(KEY, heights);
/** Must be called while a component is initialised. */
export const providedRowHeights = (): RowHeights => getContext<RowHeights | undefined>(KEY) ?? USUAL;

/**
 * Compact height for each normal height, px. The values equal `--row` (36, lists) and `--row-tight` (32,
 * ledger) in `tokens.css`.
 */
const COMPACT: Readonly<Record<number, number>> = { 36: 30, 32: 28 };

/** Returns the height of a row, rounded to whole CSS px because rows must start on a pixel. */
export function rowHeight(usual: number, density: Density, textSize: TextSize): number {
  const base = density === 'compact' ? (COMPACT[usual] ?? usual) : usual;
  return Math.round((base * textSize) / 100);
}
