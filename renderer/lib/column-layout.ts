/* Determines which columns of a list fit into its width, and how wide they are. */

/** A column's width token, and the token's approximate value at normal text size. */
interface ColumnWidth {
  readonly token: string;
  readonly px: number;
}
export interface ColumnSet<C extends string> {
  /** All columns, in display order. */
  readonly order: readonly C[];
  readonly widths: Readonly<Record<C, ColumnWidth>>;
  /** The order in which columns are hidden if not all of them fit. Other columns are never hidden. */
  readonly hideOrder: readonly C[];
  /** Space, in px, for the row's padding, the monogram and the minimum width of the company's name. */
  readonly namePx: number;
}
/** Widths, in px at normal text size, that the user has chosen instead of the default ones. */
export type ChosenWidths<C extends string> = Readonly<Partial<Record<C, number>>>;

const GAP_PX = 12;

/** Returns the width of a column in px at normal text size. */
export const widthOf = <C extends string>(
  { widths }: ColumnSet<C>,
  column: C,
  sizes?: ChosenWidths<C>,
): number => sizes?.[column] ?? widths[column].px;

/** Returns the width that a list needs for these columns and the company's name, in px at normal text size. */
export const neededWidth = <C extends string>(
  set: ColumnSet<C>,
  columns: readonly C[],
  sizes?: ChosenWidths<C>,
): number => columns.reduce((px, column) => px + widthOf(set, column, sizes) + GAP_PX, set.namePx);

/**
 * Returns the chosen columns that fit into the width, in display order.
 *
 * @param width in px at normal text size
 */
export function columnsThatFit<C extends string>(
  set: ColumnSet<C>,
  chosen: readonly C[],
  width: number,
  sizes?: ChosenWidths<C>,
): readonly C[] {
  const shown = new Set(chosen);
  for (const column of set.hideOrder) if (neededWidth(set, [...shown], sizes) > width) shown.delete(column);
  return set.order.filter((column) => shown.has(column));
}

/** Shows or hides a column. Returns the resulting columns in display order. */
export const withColumn = <C extends string>(
  order: readonly C[],
  chosen: readonly C[],
  column: C,
  shown: boolean,
): readonly C[] => order.filter((each) => (each === column ? shown : chosen.includes(each)));

/** Returns the `grid-template-columns` value for a row with a monogram, a name and these columns. */
export const columnTemplate = <C extends string>(
  { widths }: ColumnSet<C>,
  columns: readonly C[],
  sizes?: ChosenWidths<C>,
): string =>
  [
    'var(--monogram)',
    'minmax(0, 1fr)',
    ...columns.map((column) => {
      const px = sizes?.[column];
      return px === undefined ? widths[column].token : `calc(${px}px * var(--text-scale))`;
    }),
  ].join(' ');
