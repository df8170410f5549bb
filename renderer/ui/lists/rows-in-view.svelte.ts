import type { Lines } from '../../lib/headed-rows.ts';

export interface Range {
  readonly first: number;
  readonly end: number;
}
interface Rows {
  readonly lines: () => Lines<unknown>;
  readonly need: (rows: Range) => unknown;
  /** Null: its page is on the way, or it is of no company. */
  readonly companyAt: (row: number) => string | null;
  /** Reads what is done or snoozed of them. */
  readonly needMarks: (companyIds: readonly string[]) => unknown;
}

/** The rows in sight are read, and what was done with their companies. @returns is told the lines in sight */
export function createRowsInView({ lines, need, companyAt, needMarks }: Rows): (shown: Range) => void {
  let sight = $state.raw<Range>({ first: 0, end: 0 });
  $effect(() => {
    const ids: string[] = [];
    for (let at = sight.first; at < sight.end; at += 1) {
      const id = companyAt(at);
      if (id !== null) ids.push(id);
    }
    void needMarks(ids);
  });
  return ({ first, end }) => {
    const { rowAt } = lines();
    sight = { first: rowAt(first), end: end <= first ? 0 : rowAt(end - 1) + 1 };
    void need(sight);
  };
}
