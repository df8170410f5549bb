import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runPressedCommand } from '../../../renderer/frame/run-pressed-command.ts';

/* Tests when a key press that matches a shortcut runs its command. */

function press({ repeat = false, isDialogOpen = false, hidden = false }) {
  const done: string[] = [];
  const event = { repeat, preventDefault: () => void done.push('prevent') };
  const command = { id: 'company.people', label: 'Fetch contacts', hidden, run: () => undefined };
  const app = { refuseBehindDialog: () => isDialogOpen };
  runPressedCommand(app, event, command, ({ id }) => void done.push(id));
  return done;
}

test('a shortcut runs its command once while its key is held down, unless it only moves the focus', () => {
  expect(press({})).toEqual(['prevent', 'company.people']);
  expect(press({ repeat: true })).toEqual(['prevent']);
  expect(press({ repeat: true, hidden: true })).toEqual(['prevent', 'company.people']);
});

test('a shortcut runs no command behind a dialog', () => {
  expect(press({ isDialogOpen: true })).toEqual(['prevent']);
  expect(press({ isDialogOpen: true, hidden: true })).toEqual(['prevent']);
});

test('single keys and the second key of a sequence follow the same rules', () => {
  const source = readFileSync('renderer/frame/GlobalShortcuts.svelte', 'utf8');
  expect(source.match(/runPressedCommand\(app, event, command, runByKey\)/g)).toHaveLength(2);
  expect(source).not.toMatch(/runByKey\(command\);/);
});
