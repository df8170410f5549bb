import { expect, test } from 'vitest';
import { EarlyKeys } from '../../../renderer/ui/overlays/early-keys.ts';

/* Keys that are pressed while a menu, popover or dialog opens. It is opened at 1,000 ms. */
const OPENED_AT_MS = 1_000;
const BEFORE = { hasFocus: false, isTextField: false };
const WITH_FOCUS = { hasFocus: true, isTextField: false };
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
  expect(keys.ignores(press('ArrowDown', 1_010), BEFORE)).toBe(true);
  expect(keys.ignores(press('x', 1_020), BEFORE)).toBe(true);
  expect(keys.ignores(press('ArrowDown', 1_050), WITH_FOCUS)).toBe(false);
  expect(keys.ignores(press('x', 1_060), BEFORE)).toBe(false);
});

test('ignores no more keys if the menu does not appear within a second', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('x', 1_900), BEFORE)).toBe(true);
  expect(keys.ignores(press('x', 2_100), BEFORE)).toBe(false);
});

test('ignores no more keys once the user has pressed a mouse button', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  keys.end();
  expect(keys.ignores(press('x', 1_010), BEFORE)).toBe(false);
});

test('does not run an item by Enter in the same quick sequence as an ignored key', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('ArrowDown', 1_010), BEFORE)).toBe(true);
  expect(keys.ignores(press('ArrowDown', 1_100), WITH_FOCUS)).toBe(false);
  expect(keys.ignores(press('Enter', 1_150), WITH_FOCUS)).toBe(true);
  expect(keys.ignores(press('Enter', 1_600), WITH_FOCUS)).toBe(false);
});

test('lets Enter run an item if no key was ignored', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('Enter', 1_050), WITH_FOCUS)).toBe(false);
});

test('never ignores keys with Ctrl or keys of an input method', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('k', 1_010, { ctrlKey: true }), BEFORE)).toBe(false);
  expect(keys.ignores(press('Escape', 1_010, { isComposing: true }), BEFORE)).toBe(false);
});

test('lets Space through in a text field, even in the same quick sequence as an ignored key', () => {
  const keys = new EarlyKeys(OPENED_AT_MS);
  expect(keys.ignores(press('C', 1_010), BEFORE)).toBe(true);
  expect(keys.ignores(press(' ', 1_100), { hasFocus: true, isTextField: true })).toBe(false);
  expect(keys.ignores(press('Enter', 1_150), { hasFocus: true, isTextField: true })).toBe(true);
});
