import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  arrangementOf,
  companyWindowBounds,
  isReachable,
  saveWindowState,
  restoreWindow,
} from '../../../../electron/shells/electron/window-state.ts';

const laptop = { x: 0, y: 0, width: 1_920, height: 1_040 };
const desk = { x: 1_920, y: 0, width: 2_560, height: 1_400 };
const at = (x: number, part: object = {}) => ({
  x,
  y: 80,
  width: 1_100,
  height: 700,
  maximized: false,
  ...part,
});

it('restores a position for each arrangement of displays', () => {
  const onTheTrain = saveWindowState(undefined, [laptop], at(100));
  const atTheDesk = saveWindowState(onTheTrain, [laptop, desk], at(2_500, { maximized: true }));
  expect(restoreWindow(atTheDesk, [laptop]).bounds.x).toBe(100);
  expect(restoreWindow(atTheDesk, [desk, laptop])).toEqual({
    bounds: { x: 2_500, y: 80, width: 1_100, height: 700 },
    maximized: true,
  });
});

it('uses the last position for a new arrangement of displays', () => {
  const saved = saveWindowState(undefined, [laptop], at(100, { width: 1_000 }));
  expect(restoreWindow(saved, [laptop, desk]).bounds).toMatchObject({ x: 100, width: 1_000 });
});

it('centres a window that would be off screen, reduced to the available space', () => {
  const saved = saveWindowState(undefined, [laptop, desk], at(2_500, { width: 2_400, height: 1_300 }));
  expect(restoreWindow(saved, [laptop]).bounds).toEqual({ width: 1_920, height: 1_040 });
  const above = saveWindowState(undefined, [laptop], at(100, { y: -300 }));
  expect(restoreWindow(above, [laptop]).bounds).toEqual({ width: 1_100, height: 700 });
});

it('accepts a position if enough of the title bar can be reached', () => {
  expect(isReachable({ x: 1_790, y: 0, width: 800, height: 600 }, [laptop])).toBe(true);
  expect(isReachable({ x: 1_890, y: 0, width: 800, height: 600 }, [laptop])).toBe(false);
  expect(isReachable({ x: 0, y: 1_000, width: 800, height: 600 }, [laptop])).toBe(false);
});

it('identifies an arrangement regardless of the order of its displays', () => {
  expect(arrangementOf([laptop, desk])).toBe(arrangementOf([desk, laptop]));
  expect(arrangementOf([laptop])).not.toBe(arrangementOf([{ ...laptop, height: 1_080 }]));
});

it('stores the eight newest arrangements, each once', () => {
  let saved: unknown = undefined;
  for (let width = 800; width < 800 + 20; width += 1)
    saved = saveWindowState(saved, [{ ...laptop, width }], at(10));
  const states = saveWindowState(saved, [{ ...laptop, width: 815 }], at(20));
  expect(states).toHaveLength(8);
  expect(states[0]?.window.x).toBe(20);
  expect(new Set(states.map(({ displays }) => displays)).size).toBe(8);
});

it('returns a valid size for any stored value', () => {
  const window = fc.record({ x: fc.anything(), y: fc.anything(), width: fc.anything() });
  const anything = fc.oneof(fc.anything(), fc.array(fc.record({ displays: fc.string(), window })));
  fc.assert(
    fc.property(anything, (value) => {
      const { width, height } = restoreWindow(value, [laptop]).bounds;
      return width >= 1 && height >= 1 && width <= laptop.width && height <= laptop.height;
    }),
  );
});

it('opens a company window a little beside the main window, or centred if it would be out of reach', () => {
  const main = { x: 100, y: 80, width: 1_100, height: 700 };
  expect(companyWindowBounds(main, [laptop])).toEqual({ x: 132, y: 112, width: 1_100, height: 700 });
  const low = { ...main, y: 1_000, width: 3_000 };
  expect(companyWindowBounds(low, [laptop])).toEqual({ width: 1_920, height: 700 });
  expect(companyWindowBounds(null, [laptop])).toEqual({ width: 1_280, height: 820 });
});
