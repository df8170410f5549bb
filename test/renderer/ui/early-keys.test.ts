import { expect, test } from 'vitest';
import { EarlyKeys } from '../../../renderer/ui/overlays/early-keys.ts';

/* Keys that are pressed while a menu opens. The menu is opened at 1,000 ms. */
const OPENED_AT_MS = 1_000;
const press = (key: string, timeStamp: number, more: { ctrlKey?: boolean; isComposing?: boolean } = {}) => ({
  key,
  timeStamp,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});

test('ignores keys until the menu has focus', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('ArrowDown', 1_010), false)).toBe(true);
  expect(keys.ignores(press('x', 1_020), false)).toBe(true);
  expect(keys.ignores(press('ArrowDown', 1_050), true)).toBe(false);
  expect(keys.ignores(press('x', 1_060), false)).toBe(false);
});

test('ignores no more keys if the menu does not appear within a second', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('x', 1_900), false)).toBe(true);
  expect(keys.ignores(press('x', 2_100), false)).toBe(false);
});

test('ignores no more keys once the user has pressed a mouse button', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  keys.end();
  expect(keys.ignores(press('x', 1_010), false)).toBe(false);
});

test('does not run an item by Enter in the same quick sequence as an ignored key', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('ArrowDown', 1_010), false)).toBe(true);
  expect(keys.ignores(press('ArrowDown', 1_100), true)).toBe(false);
  expect(keys.ignores(press('Enter', 1_150), true)).toBe(true);
  expect(keys.ignores(press('Enter', 1_600), true)).toBe(false);
});

test('lets Enter run an item if no key was ignored', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('Enter', 1_050), true)).toBe(false);
});

test('never ignores keys with Ctrl or keys of an input method', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('k', 1_010, { ctrlKey: true }), false)).toBe(false);
  expect(keys.ignores(press('Escape', 1_010, { isComposing: true }), false)).toBe(false);
});
