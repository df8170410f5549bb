import type { Snippet } from 'svelte';
import { safeLine } from '../../lib/safe-text.ts';

/** The singular and plural noun for the items that a chart counts, such as `['round', 'rounds']`. */
export type Unit = readonly [one: string, many: string];

/** A bar, dot, cell or point of a chart that the user can point at or focus. */
export interface Mark {
  readonly key: string;
  /** The meaning of the mark, such as `Seed, 11–17 May`. */
  readonly name: string;
  /** Its value in words, such as `17 rounds`. */
  readonly value: string;
  /**
   * The position of the mark in its row; by default, its index. From one row to the next, the up and down
   * arrow keys move to the mark with the nearest position.
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
 * Shown instead of a chart with too few values: the number of values that it has, and the number that it
 * needs.
 */
export interface Least {
  readonly have: number;
  readonly need: number;
  readonly unit: Unit;
  /** A sentence that explains how to get more values. */
  readonly hint?: string;
}

/** The props that every chart has in addition to its data. */
export interface PanelProps {
  readonly title: string;
  /**
   * The title of the chart. Needed if the panel has other content too; by default, the chart has the title of
   * the panel.
   */
  readonly chartTitle?: string | undefined;
  /** Muted text after the title. */
  readonly count?: string | undefined;
  /** One sentence that describes the chart to screen readers. */
  readonly description: string;
  /** A line of text below the chart. */
  readonly note?: string | undefined;
  /** A line of text before `note`. Shown with the chart, but not with its table. */
  readonly drawingNote?: string | undefined;
  readonly least?: Least | undefined;
  /** A legend for the fills of the marks, if there is more than one fill. */
  readonly legend?: Snippet | undefined;
  /** Controls before the `Table` button, such as a choice of currency. */
  readonly controls?: Snippet | undefined;
  /** Content below the chart or its table. */
  readonly after?: Snippet | undefined;
  /** The text in a mark's tip that says what Enter and a click do, such as `Open in Library`. */
  readonly openText?: string | undefined;
}

export interface MarkPosition {
  readonly row: number;
  readonly column: number;
}

/**
 * `open` takes the keys of a mark. Returns a function that takes the mark's position instead.
 *
 * @param keysAt returns the keys of the mark; null if the data no longer contains the mark
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
 * Returns the mark that a key moves to; null if the key moves nowhere. Left and right move within the row, up
 * and down move to the next row that has marks, and Home and End move to the ends of the row.
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

/**
 * Returns the position if it still has a mark. If the row has become too short, returns the row's last mark.
 * If the row is empty, returns the first mark of the first row with marks, or null if there are none.
 */
export function withinRows(
  rows: readonly (readonly Mark[])[],
  { row, column }: MarkPosition,
): MarkPosition | null {
  if ((rows[row]?.length ?? 0) > 0) return { row, column: Math.min(column, (rows[row]?.length ?? 1) - 1) };
  const first = rows.findIndex((marks) => marks.length > 0);
  return first === -1 ? null : { row: first, column: 0 };
}

/** Adds a detail to the value of a mark, as in `17 rounds at 12 companies`. */
export const withDetail = (value: string, detail: string | undefined): string =>
  detail === undefined ? value : `${value} ${detail}`;

/** The maximum length of a name or value in a chart, in characters. Longer ones are truncated. */
const MOST = 80;

/** Returns the text of a mark for display. Names may come from the service and are treated as hostile. */
export const plainText = (text: string): string => safeLine(text, MOST);

/** The accessible name of a mark. */
export const markLabel = ({ name, value }: Mark): string => `${plainText(name)}: ${plainText(value)}`;
