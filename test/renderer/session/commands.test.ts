import { expect, test } from 'vitest';
import { Commands } from '../../../renderer/session/commands/command-registry.svelte.ts';
import {
  choicesOf,
  commandFor,
  firstFreePosition,
  groupCommands,
  highlightMatches,
  joinGroups,
  matchedKeyword,
  matchingCommands,
  runsOnEnter,
  type Command,
} from '../../../renderer/session/commands/command.ts';

const command = (id: string, label: string, change: Partial<Command> = {}): Command => ({
  id,
  label,
  run: () => undefined,
  ...change,
});

test('finds commands that match every word, best match first', () => {
  const all = [
    command('a', 'Look at open roles'),
    command('b', 'Open quota'),
    command('c', 'Reopen the file'),
  ];
  expect(matchingCommands(all, 'open').map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(matchingCommands(all, 'open rol').map(({ id }) => id)).toEqual(['a']);
  expect(matchingCommands(all, 'zebra')).toEqual([]);
});

test('finds commands by keyword', () => {
  expect(
    matchingCommands([command('t', 'Use the dark theme', { keywords: ['appearance'] })], 'appear'),
  ).toHaveLength(1);
});

test('leaves out hidden and unavailable commands', () => {
  const all = [command('h', 'Move', { hidden: true }), command('u', 'Move on', { available: () => false })];
  expect(matchingCommands(all, '')).toEqual([]);
});

test('prefers a screen’s shortcut to the frame’s, unless its command is unavailable', () => {
  const all = [
    command('frame', 'One', { shortcut: '/' }),
    command('screen', 'Two', { shortcut: '/' }),
    command('off', 'Three', { shortcut: '/', available: () => false }),
  ];
  expect(commandFor(all, '/')?.id).toBe('screen');
  expect(commandFor(all, 'x')).toBeUndefined();
});

test('a command that takes keys comes before commands registered later, while it is available', () => {
  let isSelecting = true;
  const all = [
    command('selected', 'Add a task', { shortcut: 't', takesKeys: true, available: () => isSelecting }),
    command('company', 'Add a task', { shortcut: 't' }),
  ];
  const commands = new Commands();
  commands.add(all);
  expect(commandFor(all, 't')?.id).toBe('selected');
  expect(all.map((each) => commands.effectiveKeysOf(each))).toEqual(['t', undefined]);
  isSelecting = false;
  expect(commandFor(all, 't')?.id).toBe('company');
  expect(all.map((each) => commands.effectiveKeysOf(each))).toEqual([undefined, 't']);
});

test('highlights the typed text, which may contain special characters', () => {
  expect(highlightMatches('Fetch profile', 'fet')).toEqual([
    { text: 'Fet', hit: true },
    { text: 'ch profile', hit: false },
  ]);
  expect(highlightMatches('Cost (up to)', '(up')).toContainEqual({ text: '(up', hit: true });
});

test('a command that matches only by a keyword shows that keyword', () => {
  const status = command('s', 'Set status…', { keywords: ['pipeline', 'Contacted'] });
  expect(matchedKeyword(status, 'con')).toBe('Contacted');
  expect(matchedKeyword(status, 'set con')).toBe('Contacted');
  expect(matchedKeyword(status, 'status')).toBeNull();
  expect(matchedKeyword(status, '')).toBeNull();
});

test('adjacent groups with the same heading are joined, others keep their place', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => command(id, id, { group: id === 'c' ? 'Other' : 'One' }));
  const groups = [a, b, c, a].flatMap((each) =>
    each === undefined ? [] : groupCommands([each], 'Everywhere'),
  );
  expect(joinGroups(groups).map(({ name, commands }) => [name, commands.map(({ id }) => id)])).toEqual([
    ['One', ['a', 'b']],
    ['Other', ['c']],
    ['One', ['a']],
  ]);
});

test('Enter runs a free command, and a stored item rather than a command that spends records', () => {
  const free = command('free', 'Open quota');
  const priced = command('priced', 'Fetch tech stack', { price: () => '1 record' });
  const item = command('item', 'Wakestack', { isOpening: true });
  expect(firstFreePosition([priced, free, item], 2, true)).toBe(1);
  // Stored items that are found later do not move the position of a free command.
  expect(firstFreePosition([priced, item, free], 3, true)).toBe(1);
  expect(firstFreePosition([priced, item], 1, true)).toBe(1);
  expect([firstFreePosition([priced], 1, true), firstFreePosition([], 0, true)]).toEqual([0, 0]);
});

test('no command that spends records is selected until all stored items have been found', () => {
  const priced = command('priced', 'Fetch tech stack', { price: () => '1 record' });
  const free = command('free', 'Open quota', { price: () => null });
  expect(firstFreePosition([priced], 1, false)).toBe(-1);
  expect(firstFreePosition([priced, free], 2, false)).toBe(1);
  expect(firstFreePosition([], 0, false)).toBe(-1);
});

test('only available commands offer choices, and the one registered last replaces others with its id', async () => {
  const of = (label: string) => () => Promise.resolve([command('choice', label)]);
  const all = [
    command('status', 'A', { choices: of('Of the list') }),
    command('status', 'A', { choices: of('Of the company') }),
    command('off', 'B', { choices: of('Unavailable'), available: () => false }),
    command('plain', 'C'),
  ];
  expect((await choicesOf(all)).map(({ label }) => label)).toEqual(['Of the company']);
});

test('Enter runs a priced command during the search only if the user has selected it', () => {
  const free = command('a', 'Open quota');
  const priced = command('b', 'Run search', { price: () => 'up to 25 records' });
  expect([runsOnEnter(free, true, null), runsOnEnter(priced, false, null)]).toEqual([true, true]);
  expect([runsOnEnter(priced, true, null), runsOnEnter(priced, true, 'a')]).toEqual([false, false]);
  expect(runsOnEnter(priced, true, 'b')).toBe(true);
});
