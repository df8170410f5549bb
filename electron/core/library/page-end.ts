/** The facts of a page that decide whether another page follows. */
export interface PageEnd {
  /** Rows before this page. */
  readonly before: number;
  /** Rows received, readable or not. */
  readonly received: number;
  /** Rows requested. */
  readonly asked: number;
  readonly total: number | null;
  readonly hasMore: boolean | null;
}

/**
 * Returns whether a list ends with this page. If `has_more`, `total` and the page length disagree (spec
 * §2.11), the majority decides, and `has_more` breaks a tie. Pure.
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
