import type { Lines } from '../../lib/headed-rows.ts';

export interface Range {
  readonly first: number;
  readonly end: number;
}
interface Rows {
  readonly lines: () => Lines<unknown>;
  readonly need: (rows: Range) => unknown;
  /** Returns the id of a row's company; null if the row is not loaded or has no company. */
  readonly companyAt: (row: number) => string | null;
  /** Loads the triage marks, or other data, of these companies. */
  readonly needMarks: (companyIds: readonly string[]) => unknown;
}

/**
 * Loads the visible rows and the triage marks of their companies.
 * @returns a function to call with the range of visible lines; headings count as lines
 */
export function createRowsInView({ lines, need, companyAt, needMarks }: Rows): (shown: Range) => void {
  let visible = $state.raw<Range>({ first: 0, end: 0 });
  $effect(() => {
    const ids: string[] = [];
    for (let at = visible.first; at < visible.end; at += 1) {
      const id = companyAt(at);
      if (id !== null) ids.push(id);
    }
    void needMarks(ids);
  });
  return ({ first, end }) => {
    const { rowAt } = lines();
    visible = { first: rowAt(first), end: end <= first ? 0 : rowAt(end - 1) + 1 };
    void need(visible);
  };
}
