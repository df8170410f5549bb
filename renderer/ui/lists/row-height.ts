import type { Density, TextSize } from '../../../shared/model/settings/appearance.ts';

/** Rows of lists 36, of the ledger 32: a compact one loses more where there is more. As `--row` and `--row-tight` have it. */
const COMPACT: Readonly<Record<number, number>> = { 36: 30, 32: 28 };

/** CSS px, whole ones, so that no row begins within a pixel. */
export function rowHeight(usual: number, density: Density, textSize: TextSize): number {
  const base = density === 'compact' ? (COMPACT[usual] ?? usual) : usual;
  return Math.round((base * textSize) / 100);
}
