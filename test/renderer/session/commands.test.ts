import { expect, test } from 'vitest';
import {
  commandFor,
  highlightMatches,
  matchingCommands,
  type Command,
} from '../../../renderer/session/commands/command.ts';

const command = (id: string, words: string, part: Partial<Command> = {}): Command => ({
  id,
  words,
  run: () => undefined,
  ...part,
});

test('finds by every word, best first', () => {
  const all = [
    command('a', 'Look at open roles'),
    command('b', 'Open quota'),
    command('c', 'Reopen the door'),
  ];
  expect(matchingCommands(all, 'open').map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(matchingCommands(all, 'open rol').map(({ id }) => id)).toEqual(['a']);
  expect(matchingCommands(all, 'zebra')).toEqual([]);
});

test('finds by keywords too', () => {
  expect(
    matchingCommands([command('t', 'Use the dark theme', { keywords: ['appearance'] })], 'appear'),
  ).toHaveLength(1);
});

test('hidden and unavailable commands are not listed', () => {
  const all = [command('h', 'Move', { hidden: true }), command('u', 'Move on', { available: () => false })];
  expect(matchingCommands(all, '')).toEqual([]);
});

test('a screen’s shortcut comes before the frame’s, unless it is unavailable', () => {
  const all = [
    command('frame', 'One', { shortcut: '/' }),
    command('screen', 'Two', { shortcut: '/' }),
    command('off', 'Three', { shortcut: '/', available: () => false }),
  ];
  expect(commandFor(all, '/')?.id).toBe('screen');
  expect(commandFor(all, 'x')).toBeUndefined();
});

test('marks what was typed, whatever it is', () => {
  expect(highlightMatches('Fetch profile', 'fet')).toEqual([
    { text: 'Fet', hit: true },
    { text: 'ch profile', hit: false },
  ]);
  expect(highlightMatches('Cost (up to)', '(up')).toContainEqual({ text: '(up', hit: true });
});
