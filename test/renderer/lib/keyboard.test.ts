import { expect, test } from 'vitest';
import { createMatcher, keyCaps, pressText, SEQUENCE_MS } from '../../../renderer/lib/keyboard.ts';

const press = (
  key: string,
  mods: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; shiftKey?: boolean } = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...mods,
});

test('writes key presses in the notation of shortcuts', () => {
  expect(pressText(press('k', { ctrlKey: true }), false)).toBe('Mod+K');
  expect(pressText(press('k', { metaKey: true }), true)).toBe('Mod+K');
  expect(pressText(press('k', { metaKey: true }), false)).toBeNull();
  expect(pressText(press('?'), false)).toBe('?');
  expect(pressText(press('G'), false)).toBe('g');
  expect(pressText(press('Shift'), false)).toBeNull();
  expect(pressText(press('Enter'), false)).toBe('Enter');
  expect(pressText(press('Enter', { shiftKey: true }), false)).toBe('Shift+Enter');
  expect(pressText(press('Tab', { shiftKey: true }), false)).toBe('Tab');
  expect(pressText(press('ł', { altKey: true }), false)).toBeNull();
});

test('matches single keys, sequences and neither', () => {
  const matcher = createMatcher(() => ['g s', 'g q', 's', 'Mod+K', '/']);
  expect(matcher.press('/', 0)).toBe('/');
  expect(matcher.press('g', 10)).toBe('pending');
  expect(matcher.press('s', 20)).toBe('g s');
  expect(matcher.press('s', 30)).toBe('s');
  expect(matcher.press('x', 40)).toBeNull();
});

test('the second key has to follow in time', () => {
  const matcher = createMatcher(() => ['g s', 's']);
  matcher.press('g', 0);
  expect(matcher.press('s', SEQUENCE_MS + 1)).toBe('s');
});

test('a second key that completes nothing counts as a single key', () => {
  const matcher = createMatcher(() => ['g s', '/']);
  matcher.press('g', 0);
  expect(matcher.press('/', 10)).toBe('/');
  expect(matcher.press('s', 20)).toBeNull();
});

test('shows a shortcut as key caps of the platform', () => {
  expect(keyCaps('Mod+K', false)).toEqual(['Ctrl', 'K']);
  expect(keyCaps('Mod+K', true)).toEqual(['⌘', 'K']);
  expect(keyCaps('g s')).toEqual(['G', 'S']);
  expect(keyCaps('Escape')).toEqual(['Esc']);
  expect(keyCaps('Mod+Shift+K', false)).toEqual(['Ctrl', 'Shift', 'K']);
  expect(keyCaps('Mod+Shift+K', true)).toEqual(['⌘', '⇧', 'K']);
  expect([keyCaps('+'), keyCaps('Mod++', false), keyCaps('g +')]).toEqual([['+'], ['Ctrl', '+'], ['G', '+']]);
});
