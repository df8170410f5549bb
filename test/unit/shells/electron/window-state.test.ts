import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrangementOf,
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

test('every arrangement of displays has its own place', () => {
  const onTheTrain = saveWindowState(undefined, [laptop], at(100));
  const atTheDesk = saveWindowState(onTheTrain, [laptop, desk], at(2_500, { maximized: true }));
  expect(restoreWindow(atTheDesk, [laptop]).bounds.x).toBe(100);
  expect(restoreWindow(atTheDesk, [desk, laptop])).toEqual({
    bounds: { x: 2_500, y: 80, width: 1_100, height: 700 },
    maximized: true,
  });
});

test('an arrangement that is new begins as it was last', () => {
  const kept = saveWindowState(undefined, [laptop], at(100, { width: 1_000 }));
  expect(restoreWindow(kept, [laptop, desk]).bounds).toMatchObject({ x: 100, width: 1_000 });
});

test('off every screen it is brought back, as large as there is room', () => {
  const kept = saveWindowState(undefined, [laptop, desk], at(2_500, { width: 2_400, height: 1_300 }));
  expect(restoreWindow(kept, [laptop]).bounds).toEqual({ width: 1_920, height: 1_040 });
  const above = saveWindowState(undefined, [laptop], at(100, { y: -300 }));
  expect(restoreWindow(above, [laptop]).bounds).toEqual({ width: 1_100, height: 700 });
});

test('a window hangs by its title bar: a corner that can be caught is enough, none is not', () => {
  expect(isReachable({ x: 1_790, y: 0, width: 800, height: 600 }, [laptop])).toBe(true);
  expect(isReachable({ x: 1_890, y: 0, width: 800, height: 600 }, [laptop])).toBe(false);
  expect(isReachable({ x: 0, y: 1_000, width: 800, height: 600 }, [laptop])).toBe(false);
});

test('the order in which the system tells its displays means nothing', () => {
  expect(arrangementOf([laptop, desk])).toBe(arrangementOf([desk, laptop]));
  expect(arrangementOf([laptop])).not.toBe(arrangementOf([{ ...laptop, height: 1_080 }]));
});

test('few arrangements are kept, the newest first, each once', () => {
  let kept: unknown = undefined;
  for (let width = 800; width < 800 + 20; width += 1)
    kept = saveWindowState(kept, [{ ...laptop, width }], at(10));
  const again = saveWindowState(kept, [{ ...laptop, width: 815 }], at(20));
  expect(again).toHaveLength(8);
  expect(again[0]?.window.x).toBe(20);
  expect(new Set(again.map(({ displays }) => displays)).size).toBe(8);
});

test('whatever the file says, the result is sound', () => {
  const window = fc.record({ x: fc.anything(), y: fc.anything(), width: fc.anything() });
  const anything = fc.oneof(fc.anything(), fc.array(fc.record({ displays: fc.string(), window })));
  fc.assert(
    fc.property(anything, (value) => {
      const { width, height } = restoreWindow(value, [laptop]).bounds;
      return width >= 1 && height >= 1 && width <= laptop.width && height <= laptop.height;
    }),
  );
});
