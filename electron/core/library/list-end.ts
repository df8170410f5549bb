/** A page as far as it tells whether anything comes after it. */
export interface PageEnd {
  /** Rows before this page. */
  readonly before: number;
  /** Rows received, readable or not. */
  readonly received: number;
  /** Rows asked for. */
  readonly asked: number;
  readonly total: number | null;
  readonly hasMore: boolean | null;
}

/**
 * Whether a list ends with this page. `has_more`, `total` and the page's length may disagree [R-2-33]: most votes decide,
 * and `has_more` decides a tie. Pure.
 */
export function endsHere({ before, received, asked, total, hasMore }: PageEnd): boolean {
  if (received === 0) return true;
  const votes = [hasMore, total === null ? null : before + received < total, received >= asked].filter(
    (vote) => vote !== null,
  );
  const more = votes.filter(Boolean).length;
  const less = votes.length - more;
  return more === less ? !votes[0] : less > more;
}
