interface Column {
  readonly offsetLeft: number;
  readonly offsetWidth: number;
}

/** Fractions of a pixel, by which a column may seem to be out of view. */
const SLACK_PX = 2;

/**
 * Returns how many columns are at least in part out of view, before and after the part of the board that is
 * scrolled into view. Sizes are in CSS px.
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
