import { describe, expect, it } from 'vitest';
import {
  columnSetFor,
  headerSort,
  isNarrow,
  libraryLayout,
  LIBRARY_COLUMNS,
  LIBRARY_COLUMNS_DEFAULT,
  nextSort,
  usualSort,
} from '../../../../renderer/features/library/library-columns.ts';
import { columnsThatFit, columnTemplate, withColumn } from '../../../../renderer/lib/column-layout.ts';

/* The library's columns: which ones are shown, their widths, and sorting by a click on a header. */

const shownAt = (width: number, sizes = {}) =>
  columnsThatFit(columnSetFor(width, LIBRARY_COLUMNS_DEFAULT, sizes), LIBRARY_COLUMNS_DEFAULT, width, sizes);

describe('columns of the library', () => {
  it('are all shown if there is room, and the amount is never hidden', () => {
    expect(shownAt(1_000)).toEqual(LIBRARY_COLUMNS_DEFAULT);
    expect(shownAt(100)).toEqual(['amount']);
  });

  it('keep amount, window and age beside an open company', () => {
    expect(shownAt(552)).toEqual(['amount', 'window', 'fetched']);
  });

  it('make room for a why-now line with round and lead investor, which gives way beside an open company', () => {
    const chosen = [...LIBRARY_COLUMNS_DEFAULT, 'why-now' as const];
    const at = (width: number) => {
      const set = columnSetFor(width, chosen);
      return { set, shown: columnsThatFit(set, chosen, width) };
    };
    // The width of the list in a 1,440 px window. At this width, countries are codes, ages are abbreviated,
    // and the fit column has room.
    const wide = at(1_030);
    expect(isNarrow(wide.set)).toBe(true);
    expect(wide.shown).toEqual(['stage', 'amount', 'window', 'fit', 'why-now', 'fetched']);
    expect(wide.set.widths['why-now'].px).toBeGreaterThan(340);
    expect(isNarrow(at(1_200).set)).toBe(false);
    expect(at(1_200).shown).toContain('why-now');
    for (const width of [552, 900]) expect(at(width).shown).not.toContain('why-now');
    expect(isNarrow(at(900).set)).toBe(false);
    expect(isNarrow(columnSetFor(1_030, LIBRARY_COLUMNS_DEFAULT))).toBe(false);
  });

  it('take the space at the end of a why-now line before one of them is hidden', () => {
    const chosen = [...LIBRARY_COLUMNS_DEFAULT, 'why-now' as const];
    const at = (width: number, columns = chosen, sizes = {}) => libraryLayout(width, columns, sizes);
    const list = at(1_030);
    expect(list.columns).toEqual(['marks', 'stage', 'amount', 'window', 'fit', 'why-now', 'fetched']);
    expect(list.sizes['why-now']).toBe(264);
    // At 1,200 px, there is room for the usual width of the why-now column. At 1,010 px, the column also
    // keeps its usual width: a narrower why-now column would still leave no room for another column.
    expect([at(1_200).sizes, at(1_010, [...chosen, 'industry', 'country']).columns]).toEqual([
      {},
      ['marks', 'stage', 'amount', 'window', 'fit', 'why-now', 'fetched'],
    ]);
    expect(at(900).columns).not.toContain('why-now');
    expect(at(1_030, chosen, { 'why-now': 340 }).columns).not.toContain('marks');
  });

  it('give way to a column that the user has made wider', () => {
    expect(shownAt(830)).toContain('marks');
    expect(shownAt(830, { stage: 300 })).not.toContain('marks');
  });

  it('have their usual width, or the width that the user has chosen', () => {
    const set = columnSetFor(1_000, LIBRARY_COLUMNS_DEFAULT);
    expect(columnTemplate(set, ['stage', 'fit'], { stage: 120 })).toBe(
      'var(--monogram) minmax(0, 1fr) calc(120px * var(--text-scale)) var(--col-fit)',
    );
  });

  it('keep their order when one is shown or hidden', () => {
    expect(withColumn(LIBRARY_COLUMNS, ['amount', 'fit'], 'stage', true)).toEqual(['stage', 'amount', 'fit']);
    expect(withColumn(LIBRARY_COLUMNS, ['stage', 'amount'], 'stage', false)).toEqual(['amount']);
  });
});

describe('a column header', () => {
  it('sorts in the usual direction, then in the other one, then by best match', () => {
    expect(nextSort('fit', 'relevance')).toBe('fit');
    expect(nextSort('fit', 'fit')).toBe('fit-reversed');
    expect(nextSort('fit', 'fit-reversed')).toBe('relevance');
    expect(nextSort('company', 'fit')).toBe('name');
    expect(usualSort('name-reversed')).toBe('name');
  });

  it('reports the direction in which the list is sorted', () => {
    expect(headerSort('amount', 'amount')).toBe('descending');
    expect(headerSort('amount', 'amount-reversed')).toBe('ascending');
    expect(headerSort('window', 'window')).toBe('ascending');
    expect(headerSort('company', 'name-reversed')).toBe('descending');
    expect(headerSort('fit', 'relevance')).toBe('none');
  });

  it.each(LIBRARY_COLUMNS.filter((column) => headerSort(column, 'relevance') === null))(
    'of %s leaves the order unchanged',
    (column) => {
      expect(nextSort(column, 'fit')).toBe('fit');
    },
  );
});
