import type { Snippet } from 'svelte';
import { safeLine } from '../../lib/safe-text.ts';

/** The singular and plural of what a chart counts, such as `['round', 'rounds']`. */
export type Unit = readonly [one: string, many: string];

/** One bar, dot, cell or point that can be pointed at and focused. */
export interface Mark {
  readonly key: string;
  /** The meaning of the mark, such as `Seed, 11–17 May`. */
  readonly name: string;
  /** Its value in words, such as `17 rounds`. */
  readonly value: string;
  /**
   * Its place in the row. The up and down arrow keys move to the mark of the next row with the nearest place.
   * By default, its index.
   */
  readonly at?: number;
  /** Whether Enter and a click open the mark. By default, they do if the chart has `open`. */
  readonly opens?: boolean;
}

/** The table behind a chart. The first cell of each row serves as the row's header. */
export interface TableContent {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * The number of values that a chart has and needs. With fewer, the chart states this number instead of
 * showing the values.
 */
export interface Least {
  readonly have: number;
  readonly need: number;
  readonly unit: Unit;
}

/** The props that every chart has in addition to its data. */
export interface PanelProps {
  readonly title: string;
  /** What the chart shows, if the panel is not only about that. By default, the title of the panel. */
  readonly chartTitle?: string | undefined;
  /** Muted text after the title. */
  readonly count?: string | undefined;
  /** One sentence that describes the chart to screen readers. */
  readonly description: string;
  /** A line of text below the chart. */
  readonly note?: string | undefined;
  /** A line of text about the drawing, before `note`. The table does not have it. */
  readonly drawingNote?: string | undefined;
  readonly least?: Least | undefined;
  /** What the fills mean, if there is more than one. */
  readonly legend?: Snippet | undefined;
  /** Controls before the button `Table`, such as a choice of currency. */
  readonly controls?: Snippet | undefined;
  /** Content below the chart or its table. */
  readonly after?: Snippet | undefined;
  /** What Enter and a click on a mark do, in the tip: `Open in Library`. */
  readonly openText?: string | undefined;
}

export interface MarkPosition {
  readonly row: number;
  readonly column: number;
}

/**
 * Converts a chart's `open`, which takes keys, to one that takes the position of a mark.
 *
 * @param keysAt returns the keys of the mark; null if the data has no such mark any more
 */
export const openAt = <Keys extends readonly string[] | []>(
  open: ((...keys: Keys) => void) | undefined,
  keysAt: (position: MarkPosition) => Keys | null,
): ((position: MarkPosition) => void) | undefined =>
  open &&
  ((position) => {
    const keys = keysAt(position);
    if (keys !== null) open(...keys);
  });

/**
 * Returns the mark that a key moves to; null if the key moves nowhere. Left and right stay in the row, up and
 * down go to the next row that has marks, Home and End go to the ends of the row.
 */
export function moveMark(
  rows: readonly (readonly Mark[])[],
  { row, column }: MarkPosition,
  key: string,
): MarkPosition | null {
  const marks = rows[row] ?? [];
  const inRow = (to: number) => (to === column || marks[to] === undefined ? null : { row, column: to });
  switch (key) {
    case 'ArrowLeft':
      return inRow(column - 1);
    case 'ArrowRight':
      return inRow(column + 1);
    case 'Home':
      return inRow(0);
    case 'End':
      return inRow(marks.length - 1);
    case 'ArrowUp':
      return nearest(rows, row, -1, placeOf(marks, column));
    case 'ArrowDown':
      return nearest(rows, row, 1, placeOf(marks, column));
    default:
      return null;
  }
}

const placeOf = (marks: readonly Mark[], column: number): number => marks[column]?.at ?? column;

function nearest(
  rows: readonly (readonly Mark[])[],
  from: number,
  step: 1 | -1,
  place: number,
): MarkPosition | null {
  let row = from + step;
  while (rows[row]?.length === 0) row += step;
  const marks = rows[row];
  if (marks === undefined) return null;
  const distances = marks.map((_, column) => Math.abs(placeOf(marks, column) - place));
  return { row, column: distances.indexOf(Math.min(...distances)) };
}

/** Returns the position in `rows`, or the nearest one if there are fewer marks now. */
export function withinRows(
  rows: readonly (readonly Mark[])[],
  { row, column }: MarkPosition,
): MarkPosition | null {
  if ((rows[row]?.length ?? 0) > 0) return { row, column: Math.min(column, (rows[row]?.length ?? 1) - 1) };
  const first = rows.findIndex((marks) => marks.length > 0);
  return first === -1 ? null : { row: first, column: 0 };
}

/** The longest name or value in a chart, in characters. Longer ones are cut. */
const MOST = 80;

/** Returns the text of a mark for display. Names may come from the service and are treated as hostile. */
export const plainText = (text: string): string => safeLine(text, MOST);

/** The accessible name of a mark. */
export const markLabel = ({ name, value }: Mark): string => `${plainText(name)}: ${plainText(value)}`;
