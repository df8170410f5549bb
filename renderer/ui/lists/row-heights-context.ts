import { getContext, setContext } from 'svelte';

/** How high rows are drawn; whoever lays them out by arithmetic asks. */
export interface RowHeights {
  /** @param usual the height at the usual size of text and comfortable density, CSS px */
  height(usual: number): number;
}

const KEY = 'roundwatch.row-heights';
const USUAL: RowHeights = { height: (usual) => usual };
/** For the page, once. */
export const provideRowHeights = (heights: RowHeights): void => void setContext(KEY, heights);
/** While a component is made. */
export const providedRowHeights = (): RowHeights => getContext<RowHeights | undefined>(KEY) ?? USUAL;
