import { describe, expect, it } from 'vitest';
import { moveMark, plainText, withinRows, type Mark } from '../../../../renderer/ui/charts/chart-marks.ts';

const mark = (key: string, at?: number): Mark => ({
  key,
  name: key,
  value: '1',
  ...(at === undefined ? {} : { at }),
});
const moved = (rows: readonly (readonly Mark[])[], row: number, column: number, key: string) => {
  const to = moveMark(rows, { row, column }, key);
  return to === null ? null : rows[to.row]?.[to.column]?.key;
};

describe('the arrow keys in a chart', () => {
  const grid = [
    [mark('a'), mark('b'), mark('c')],
    [mark('d'), mark('e'), mark('f')],
  ];
  it('move within the row and to its ends', () => {
    expect(moved(grid, 0, 1, 'ArrowRight')).toBe('c');
    expect(moved(grid, 0, 1, 'ArrowLeft')).toBe('a');
    expect(moved(grid, 1, 0, 'End')).toBe('f');
    expect(moved(grid, 1, 2, 'Home')).toBe('d');
  });
  it('stop at the ends', () => {
    for (const [row, column, key] of [
      [0, 0, 'ArrowLeft'],
      [0, 2, 'ArrowRight'],
      [0, 0, 'ArrowUp'],
      [1, 0, 'ArrowDown'],
      [0, 0, 'Home'],
      [0, 1, 'x'],
    ] as const)
      expect(moved(grid, row, column, key)).toBeNull();
  });
  it('move to the same place in the next row', () => {
    expect(moved(grid, 0, 2, 'ArrowDown')).toBe('f');
    expect(moved(grid, 1, 1, 'ArrowUp')).toBe('b');
  });
  it('keep the weekday in a calendar whose first week is short', () => {
    const weeks = [[mark('wed', 2), mark('thu', 3)], [0, 1, 2, 3].map((day) => mark(`day ${day}`, day))];
    expect(moved(weeks, 0, 0, 'ArrowDown')).toBe('day 2');
    expect(moved(weeks, 1, 0, 'ArrowUp')).toBe('wed');
  });
  it('skip rows without marks', () => {
    const rows = [[mark('a')], [], [mark('b')]];
    expect(moved(rows, 0, 0, 'ArrowDown')).toBe('b');
    expect(moved([[mark('a')], []], 0, 0, 'ArrowDown')).toBeNull();
  });
});

describe('the mark that Tab reaches', () => {
  const rows = [[], [mark('a'), mark('b')]];
  it('stays in the chart when there are fewer marks than before', () => {
    expect(withinRows(rows, { row: 1, column: 9 })).toEqual({ row: 1, column: 1 });
    expect(withinRows(rows, { row: 5, column: 0 })).toEqual({ row: 1, column: 0 });
    expect(withinRows([[], []], { row: 0, column: 0 })).toBeNull();
  });
});

it('removes characters that could reorder or break the text of a chart', () => {
  expect(plainText('Seed\u202E\n10\u0000%')).toBe('Seed 10%');
  expect(plainText('x'.repeat(500)).length).toBeLessThanOrEqual(80);
});
