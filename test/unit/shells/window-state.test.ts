import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoreWindow } from '../../../electron/shells/window-state.ts';

const screen = { x: 0, y: 0, width: 1_920, height: 1_040 };
const saved = { x: 100, y: 80, width: 1_100, height: 700, maximized: true };

test('where it was, on a screen that is still there', () => {
  expect(restoreWindow(saved, [screen])).toEqual({
    bounds: { x: 100, y: 80, width: 1_100, height: 700 },
    maximized: true,
  });
});

test('centred when its screen was unplugged, or its title bar lies above every screen', () => {
  const second = { ...saved, x: 2_500 };
  expect(restoreWindow(second, [screen, { ...screen, x: 1_920 }]).bounds.x).toBe(2_500);
  expect(restoreWindow(second, [screen])).toEqual({ bounds: { width: 1_280, height: 820 }, maximized: true });
  expect(restoreWindow({ ...saved, y: -300 }, [screen]).bounds.y).toBeUndefined();
});

test('whatever the file says, the result is sound', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record({ x: fc.anything(), y: fc.anything(), width: fc.anything() }),
  );
  fc.assert(
    fc.property(anything, (value) => {
      const { width, height } = restoreWindow(value, [screen]).bounds;
      return width >= 1 && height >= 1 && width <= 100_000 && height <= 100_000;
    }),
  );
});
