/** A range of rows in a list, by index. */
export interface Range {
  readonly first: number;
  /** One past the last row. */
  readonly end: number;
}

/** A row that is `extra` px taller than the others. */
export interface TallRow {
  readonly index: number;
  readonly extra: number;
}

interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly total: number;
  readonly tall?: TallRow | null;
}

/** Returns the distance of a row from the top of the list, in px. */
export const rowTop = (index: number, { rowHeight, tall }: Pick<Viewport, 'rowHeight' | 'tall'>): number =>
  index * rowHeight + (tall != null && index > tall.index ? tall.extra : 0);

/**
 * Converts a scroll position to the corresponding position in a list whose rows all have the same height. If
 * the top of the visible area lies in the tall row's extra height, returns the top of the tall row.
 */
function evenScrollTop({ scrollTop, rowHeight, tall }: Viewport): number {
  if (tall == null) return scrollTop;
  const past = scrollTop - (tall.index + 1) * rowHeight;
  if (past >= tall.extra) return scrollTop - tall.extra;
  return past > 0 ? tall.index * rowHeight : scrollTop;
}

export function visibleRange(view: Viewport, margin = 8): Range {
  const { height, rowHeight, total } = view;
  const scrollTop = evenScrollTop(view);
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - margin);
  const end = Math.min(total, Math.ceil((scrollTop + height) / rowHeight) + margin);
  return { first: Math.min(first, total), end: Math.max(Math.min(first, total), end) };
}

/**
 * Returns the rows to render: the visible rows and `margin` rows above and below. The number of rows is the
 * same at every scroll position, so row elements can be reused.
 */
export function drawnRange(view: Viewport, margin: number): Range {
  const { height, rowHeight, total } = view;
  const rows = Math.min(total, Math.ceil(height / rowHeight) + 1 + 2 * margin);
  const first = Math.min(visibleRange(view, margin).first, total - rows);
  return { first, end: first + rows };
}

/**
 * Returns the rows of a range, in the order of their elements in the document. While the list scrolls, no element is
 * moved: a row that scrolls into view takes over the element of a row that has scrolled out. The rows are in ascending
 * order only if the range begins with `sortedFirst`.
 */
export function rowsByElement({ first, end }: Range, sortedFirst: number): readonly number[] {
  const count = end - first;
  return Array.from({ length: count }, (_, place) => {
    const offset = (sortedFirst + place - first) % count;
    return first + (offset < 0 ? offset + count : offset);
  });
}

/** Returns the nearest scroll position at which the whole row is visible. */
export function scrollTopFor(index: number, { scrollTop, height, rowHeight, tall }: Viewport): number {
  const top = rowTop(index, { rowHeight, tall: tall ?? null });
  const bottom = top + rowHeight + (tall?.index === index ? tall.extra : 0);
  if (top < scrollTop) return top;
  if (bottom > scrollTop + height) return Math.min(top, bottom - height);
  return scrollTop;
}

/**
 * Returns the index of the row that becomes active when a key is pressed; null if the key does not change the
 * active row.
 */
export function rowAfterKey(key: string, active: number, total: number, page: number): number | null {
  if (total === 0) return null;
  const to = (index: number): number => Math.min(total - 1, Math.max(0, index));
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return to(active + 1);
    case 'k':
    case 'ArrowUp':
      return to(active < 0 ? 0 : active - 1);
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    case 'PageDown':
      return to(active + page);
    case 'PageUp':
      return to(active - page);
    default:
      return null;
  }
}

/** Returns the numbers of the pages that contain the rows of a range, for pages of `size` rows. */
export function pagesOf({ first, end }: Range, size: number): readonly number[] {
  if (end <= first) return [];
  const from = Math.floor(first / size);
  return Array.from({ length: Math.floor((end - 1) / size) - from + 1 }, (_, at) => from + at);
}
