import { describe, expect, test } from 'vitest';
import {
  replacedShortcuts,
  SHORTCUT_ROWS,
  type ShortcutRow,
} from '../../../../renderer/features/settings/shortcuts/shortcut-catalogue.ts';
import type * as CommandsModule from '../../../../renderer/session/commands/command-registry.svelte.ts';
import type * as RecordingModule from '../../../../renderer/features/settings/shortcuts/key-recording.svelte.ts';
import type * as ShortcutsModule from '../../../../renderer/session/commands/shortcuts.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/*
 * Tests recording a new shortcut: checking the keys, saving them, and reverting the change if saving fails.
 */
const load = compiled();

const rowOf = (id: string): ShortcutRow => {
  const found = SHORTCUT_ROWS.find((row) => row.id === id);
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
};
const press = (key: string, mods: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...mods,
});

async function start(fails: () => boolean = () => false) {
  const { port } = createFixture(STATES.account);
  const api = createApi<typeof contract>({
    subscribe: (listener) => port.subscribe(listener),
    request: (channel, input) => (fails() ? Promise.reject(new Error('full')) : port.request(channel, input)),
  });
  const { Commands } = (await load(
    '/renderer/session/commands/command-registry.svelte.ts',
  )) as typeof CommandsModule;
  const { Shortcuts } = (await load(
    '/renderer/session/commands/shortcuts.svelte.ts',
  )) as typeof ShortcutsModule;
  const { KeyRecording } = (await load(
    '/renderer/features/settings/shortcuts/key-recording.svelte.ts',
  )) as typeof RecordingModule;
  const commands = new Commands();
  const shortcuts = new Shortcuts(api, commands);
  const messages: string[] = [];
  const undos: Parameters<typeof shortcuts.change>[0][] = [];
  const failed: unknown[] = [];
  const timers: (() => void)[] = [];
  const recording = new KeyRecording({
    shortcuts,
    rows: () => SHORTCUT_ROWS,
    done: (text, back) => {
      messages.push(text);
      undos.push(back);
    },
    failed: (error) => failed.push(error),
    after: (_ms, task) => {
      timers.push(task);
      return () => void timers.splice(timers.indexOf(task), 1);
    },
  });
  return { api, commands, shortcuts, recording, messages, undos, failed, timers };
}

describe('recording', () => {
  test('saves a single key once no second one has followed', async () => {
    const { recording, timers, api, commands, messages } = await start();
    recording.start(rowOf('company.note'));
    recording.press(press('y'));
    expect([recording.first, commands.bindings.changes.size]).toEqual(['y', 0]);
    timers[0]?.();
    await expect.poll(() => messages).toEqual(['Y now runs “Write a note”']);
    expect(commands.bindings.changes.get('company.note')).toBe('y');
    expect(await api.settings.shortcuts({})).toEqual({
      singleKeys: true,
      changes: [{ id: 'company.note', keys: 'y' }],
    });
  });

  test('records a sequence of two keys', async () => {
    const { recording, timers, commands } = await start();
    recording.start(rowOf('company.note'));
    recording.press(press('g'));
    recording.press(press('y'));
    expect([recording.row, timers.length]).toEqual([null, 0]);
    expect(commands.bindings.changes.get('company.note')).toBe('g y');
  });

  test('Escape cancels, Tab moves on, Backspace removes the keys', async () => {
    const { recording, commands } = await start();
    recording.start(rowOf('company.note'));
    expect(recording.press(press('Tab'))).toBe(false);
    expect(recording.press(press('Escape'))).toBe(true);
    expect([recording.row, commands.bindings.changes.size]).toEqual([null, 0]);
    recording.start(rowOf('company.note'));
    recording.press(press('Backspace'));
    expect(commands.bindings.changes.get('company.note')).toBeNull();
  });

  test('explains why keys cannot be a shortcut, and keeps recording', async () => {
    const { recording } = await start();
    recording.start(rowOf('company.note'));
    recording.press(press('v', { ctrlKey: true }));
    expect(recording.problem).toBe(
      'Ctrl V is reserved for typing, navigation or the system. Press other keys.',
    );
    recording.press(press('n', { altKey: true }));
    expect(recording.problem).toBe('These keys can’t be used as a shortcut. Press other keys.');
    recording.press(press('Shift', { shiftKey: true }));
    expect(recording.row?.id).toBe('company.note');
  });

  test('takes keys from another command only after confirmation', async () => {
    const { recording, commands, messages } = await start();
    recording.start(rowOf('company.note'));
    recording.press(press('k', { ctrlKey: true }));
    expect(recording.conflict).toMatchObject({ keys: 'Mod+K', row: { id: 'palette' } });
    expect(commands.bindings.changes.size).toBe(0);
    await recording.assign();
    expect(messages).toEqual([
      'Ctrl K now runs “Write a note”. “Open the command palette” no longer has a shortcut.',
    ]);
    expect([...commands.bindings.changes]).toEqual([
      ['palette', null],
      ['company.note', 'Mod+K'],
    ]);
  });

  test('default keys do not count as a change', async () => {
    const { recording, commands, shortcuts, timers } = await start();
    await shortcuts.change({ 'company.note': 'y' });
    recording.start(rowOf('company.note'));
    recording.press(press('n'));
    timers[0]?.();
    expect(commands.bindings.changes.size).toBe(0);
  });

  test('reverts a change that could not be saved', async () => {
    let isFull = false;
    const { recording, commands, failed } = await start(() => isFull);
    isFull = true;
    recording.start(rowOf('company.note'));
    recording.press(press('j', { ctrlKey: true }));
    await expect.poll(() => failed.length).toBe(1);
    expect(commands.bindings.changes.size).toBe(0);
  });
});

test('undo reverts only its own change, not later ones', async () => {
  const { recording, commands, shortcuts, undos } = await start();
  await shortcuts.change({ palette: 'Mod+J', 'company.task': 'Mod+Y' });
  recording.start(rowOf('company.note'));
  recording.press(press('j', { ctrlKey: true }));
  await recording.assign();
  await shortcuts.change({ 'company.task': 'Mod+U' });
  await shortcuts.allowSingleKeys(false);
  await shortcuts.change(undos[0] ?? {});
  expect(Object.fromEntries(commands.bindings.changes)).toEqual({
    palette: 'Mod+J',
    'company.task': 'Mod+U',
  });
  expect(commands.bindings.singleKeys).toBe(false);
  const all = await shortcuts.resetAll();
  expect(commands.bindings.changes.size).toBe(0);
  await shortcuts.change({ 'company.full': 'Mod+E' });
  await shortcuts.change(all);
  expect(Object.fromEntries(commands.bindings.changes)).toEqual({
    palette: 'Mod+J',
    'company.task': 'Mod+U',
    'company.full': 'Mod+E',
  });
});

test('undo finds the command that has taken the keys since', async () => {
  const { commands, shortcuts } = await start();
  const back = await shortcuts.change({ 'company.note': 'y' });
  expect(replacedShortcuts(back, SHORTCUT_ROWS, commands.bindings)).toEqual([]);
  await shortcuts.change({ 'company.task': 'n' });
  expect(replacedShortcuts(back, SHORTCUT_ROWS, commands.bindings)).toEqual([
    { keys: 'n', to: rowOf('company.note'), from: rowOf('company.task') },
  ]);
});

test('resolves default keys to the current keys of their command', async () => {
  const { commands, shortcuts } = await start();
  const run = (): void => undefined;
  commands.add([{ id: 'company.note', label: 'Note', shortcut: 'n', run }]);
  expect(commands.shown('n')).toBe('n');
  await shortcuts.change({ 'company.note': 'Mod+J' });
  expect([commands.shown('n'), commands.commandForKeys('Mod+J')?.id, commands.commandForKeys('n')]).toEqual([
    'Mod+J',
    'company.note',
    undefined,
  ]);
  await shortcuts.allowSingleKeys(false);
  expect([commands.shown('n'), commands.shown('x'), commands.shown('Mod+Enter')]).toEqual([
    'Mod+J',
    null,
    'Mod+Enter',
  ]);
});

test('the application menu runs a command by id if it is registered and available', async () => {
  const { Commands } = (await load(
    '/renderer/session/commands/command-registry.svelte.ts',
  )) as typeof CommandsModule;
  const ran: string[] = [];
  const commands = new Commands(({ id }) => void ran.push(id));
  const run = (): void => undefined;
  commands.add([
    { id: 'go.library', label: 'Library', run },
    { id: 'undo', label: 'Undo', available: () => false, run },
  ]);
  for (const id of ['go.library', 'undo', 'company.note']) commands.runById(id);
  expect(ran).toEqual(['go.library']);
});
