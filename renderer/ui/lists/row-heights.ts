import { getContext, setContext } from 'svelte';
import type { Density, TextSize } from '../../../shared/model/settings/appearance.ts';

/** Provides the row height to components that calculate positions from it. */
interface RowHeights {
  /**
   * Returns the current height of a row, in CSS px.
   *
   * @param usual the height at normal text size and comfortable density, in CSS px
   */
  height(usual: number): number;
}

const KEY = 'roundwatch.row-heights';
const USUAL: RowHeights = { height: (usual) => usual };
/** Called exactly once, by the root component. */
export const provideRowHeights = (heights: RowHeights): void => void setContext(KEY, heights);
/** Must be called during component initialisation. */
export const providedRowHeights = (): RowHeights => getContext<RowHeights | undefined>(KEY) ?? USUAL;

/**
 * The compact height of a row, in px, keyed by the normal height. Both heights must match `tokens.css`:
 * `--row` (36 or 30) for lists, and `--row-tight` (32 or 28) for the request history.
 */
const COMPACT: Readonly<Record<number, number>> = { 36: 30, 32: 28 };

/** Returns the height of a row, rounded to whole CSS px so every row starts on a whole pixel. */
export function rowHeight(usual: number, density: Density, textSize: TextSize): number {
  const base = density === 'compact' ? (COMPACT[usual] ?? usual) : usual;
  return Math.round((base * textSize) / 100);
}
