interface Column {
  readonly offsetLeft: number;
  readonly offsetWidth: number;
}

/**
 * Positions may be off by a fraction of a pixel. A column is therefore out of view only if it extends beyond
 * the visible part by more than this.
 */
const SLACK_PX = 2;

/**
 * Returns how many columns before and after the visible part of the board are at least partly out of view.
 * Sizes are in CSS px.
 */
export function columnsBeyond(
  { scrollLeft, clientWidth }: { readonly scrollLeft: number; readonly clientWidth: number },
  columns: readonly Column[],
): { readonly before: number; readonly after: number } {
  const end = scrollLeft + clientWidth + SLACK_PX;
  return {
    before: columns.filter(({ offsetLeft }) => offsetLeft < scrollLeft - SLACK_PX).length,
    after: columns.filter(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth > end).length,
  };
}
