interface PageEnd {
  /** Number of rows before this page. */
  readonly before: number;
  /** Number of rows on this page, including rows that could not be decoded. */
  readonly received: number;
  readonly requested: number;
  readonly total: number | null;
  readonly hasMore: boolean | null;
}

/**
 * Returns whether this is the last page of a list. Three values indicate this: `has_more`, the total and the
 * page length. They can contradict each other (spec §2.11), so the majority decides. In a tie, `has_more`
 * decides or, if it is missing, the total. Pure.
 */
export function endsHere({ before, received, requested, total, hasMore }: PageEnd): boolean {
  if (received === 0) return true;
  const votes = [hasMore, total === null ? null : before + received < total, received >= requested].filter(
    (vote) => vote !== null,
  );
  const more = votes.filter(Boolean).length;
  const less = votes.length - more;
  return more === less ? !votes[0] : less > more;
}
