import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../renderer/session/commands/command.ts';
import { pressText } from '../../../renderer/lib/keyboard.ts';
import { menuItems } from '../../../renderer/frame/menu/menu-items.ts';
import {
  byContext,
  conflictingShortcut,
  rowKeys,
  SHORTCUT_ROWS,
  shortcutRows,
  type ShortcutRow,
} from '../../../renderer/features/settings/shortcuts/shortcut-catalogue.ts';
import {
  bindingId,
  bindingsOf,
  doShortcutsConflict,
  isFixed,
  isReserved,
  isSingleKey,
  keysOf,
  DEFAULT_BINDINGS,
} from '../../../renderer/session/commands/key-bindings.ts';
import { menuItemsSchema } from '../../../shared/model/settings/menu.ts';
import { commandIdSchema, keysSchema, shortcutsSchema } from '../../../shared/model/settings/shortcut.ts';
import { anyCharacter } from '../../support/generators/any-character.ts';

/* Tests which shortcuts apply, and the list of shortcuts in Settings. */

const command = (id: string, change: Partial<Command> = {}): Command => ({
  id,
  label: id,
  run: () => undefined,
  ...change,
});
const withUserKeys = (keys: Record<string, string | null>, singleKeys = true) =>
  bindingsOf({ singleKeys, changes: Object.entries(keys).map(([id, to]) => ({ id, keys: to })) });
const rowOf = (id: string): ShortcutRow => {
  const found = SHORTCUT_ROWS.find((row) => row.id === id);
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
};

describe('keys in force', () => {
  test('are the user’s, which replace the default ones', () => {
    const note = command('company.note', { shortcut: 'n' });
    expect(keysOf(note, DEFAULT_BINDINGS)).toBe('n');
    expect(keysOf(note, withUserKeys({ 'company.note': 'Mod+J' }))).toBe('Mod+J');
    expect(keysOf(note, withUserKeys({ 'company.note': null }))).toBeUndefined();
  });

  test('name the screens of the selection, because Today and Signals have none', () => {
    for (const id of ['triage.select', 'triage.select-none'])
      expect(rowOf(id).label).toMatch(/ \(Search and Library\)$/);
  });

  test('can be added to a command without a default shortcut', () => {
    expect(keysOf(command('backups.make'), withUserKeys({ 'backups.make': 'Mod+B' }))).toBe('Mod+B');
  });

  test('share one binding for the same movement on every screen', () => {
    const bindings = withUserKeys({ 'list.down': 'f' });
    for (const id of ['search.down', 'library.down', 'quota.down', 'today.down'])
      expect(keysOf(command(id, { shortcut: 'j' }), bindings)).toBe('f');
    expect([bindingId('search.text'), bindingId('library.search')]).toEqual(['list.find', 'list.find']);
  });

  test('exclude single keys and sequences while these are off, but not Escape, Enter, F6 or keys with Ctrl', () => {
    const off = withUserKeys({}, false);
    const inForce = (shortcut: string) => keysOf(command('x', { shortcut }), off);
    expect(['n', '/', '?', 'g s'].map(inForce)).toEqual([undefined, undefined, undefined, undefined]);
    expect(['Mod+K', 'Escape', 'Enter', 'F6'].map(inForce)).toEqual(['Mod+K', 'Escape', 'Enter', 'F6']);
    expect(isSingleKey('Mod+Shift+K')).toBe(false);
  });

  test('always include Escape and Enter', () => {
    expect(keysOf(command('back', { shortcut: 'Escape' }), withUserKeys({ back: 'q' }))).toBe('Escape');
  });
});

describe('unavailable keys', () => {
  test('are those for the system, for typing and for navigation', () => {
    for (const keys of ['Mod+C', 'Mod+V', 'Mod+Q', 'Tab', 'Escape', 'Enter', 'ArrowDown', ' ', 'Mod+Tab'])
      expect(isReserved(keys), keys).toBe(true);
    for (const keys of ['Mod+K', 'Mod+Enter', 'n', 'g s', 'F6', 'Mod+Shift+K'])
      expect(isReserved(keys), keys).toBe(false);
  });

  test('include keys of other commands that are available at the same time', () => {
    expect(conflictingShortcut('n', rowOf('company.save'), SHORTCUT_ROWS, DEFAULT_BINDINGS)?.id).toBe(
      'company.note',
    );
    expect(conflictingShortcut('g', rowOf('company.save'), SHORTCUT_ROWS, DEFAULT_BINDINGS)?.id).toMatch(
      /^go\./,
    );
    expect(conflictingShortcut('g s', rowOf('company.save'), SHORTCUT_ROWS, DEFAULT_BINDINGS)?.id).toBe(
      'go.search',
    );
    expect(conflictingShortcut('y', rowOf('company.save'), SHORTCUT_ROWS, DEFAULT_BINDINGS)).toBeNull();
  });

  test('exclude keys of other screens', () => {
    expect(conflictingShortcut('m', rowOf('search.run'), SHORTCUT_ROWS, DEFAULT_BINDINGS)).toBeNull();
    expect(conflictingShortcut('m', rowOf('company.save'), SHORTCUT_ROWS, DEFAULT_BINDINGS)?.id).toBe(
      'signals.seen',
    );
  });

  test('follow the user’s changes', () => {
    const bindings = withUserKeys({ 'company.note': 'y' });
    expect(conflictingShortcut('n', rowOf('company.save'), SHORTCUT_ROWS, bindings)).toBeNull();
    expect(conflictingShortcut('y', rowOf('company.save'), SHORTCUT_ROWS, bindings)?.id).toBe('company.note');
  });

  test('include single keys that are off, as they can be turned on again', () => {
    expect(conflictingShortcut('n', rowOf('company.save'), SHORTCUT_ROWS, withUserKeys({}, false))?.id).toBe(
      'company.note',
    );
  });

  test('conflict in both directions', () => {
    const keys = fc.constantFrom('n', 'N', 'g', 'g s', 'g n', 's', 'Mod+N', 'Mod+Shift+N');
    fc.assert(
      fc.property(
        keys,
        keys,
        (one, other) => doShortcutsConflict(one, other) === doShortcutsConflict(other, one),
      ),
    );
    expect([
      doShortcutsConflict('g', 'g s'),
      doShortcutsConflict('g s', 'g n'),
      doShortcutsConflict('n', 'Mod+N'),
    ]).toEqual([true, false, false]);
  });
});

describe('the list in Settings', () => {
  test('has no conflicting default shortcuts', () => {
    const conflicts = SHORTCUT_ROWS.filter(({ keys }) => keys !== 'Escape')
      .map((row) => [row.id, conflictingShortcut(row.keys, row, SHORTCUT_ROWS, DEFAULT_BINDINGS)?.id])
      .filter(([, other]) => other !== undefined);
    expect(conflicts).toEqual([]);
  });

  test('has only valid ids and keys', () => {
    for (const { id, keys } of SHORTCUT_ROWS) {
      expect(commandIdSchema.safeParse(id).success, id).toBe(true);
      expect(keysSchema.safeParse(keys).success, keys).toBe(true);
    }
    expect(
      shortcutsSchema.safeParse({
        singleKeys: true,
        changes: [
          { id: 'a', keys: 'n' },
          { id: 'a', keys: null },
        ],
      }).success,
    ).toBe(false);
  });

  test('includes the commands of the open screen', () => {
    const rows = shortcutRows([command('quota.approve', { shortcut: 'a', label: 'Approve the plan' })]);
    expect(rows.at(-1)).toEqual({
      id: 'quota.approve',
      context: 'quota',
      keys: 'a',
      label: 'Approve the plan',
    });
    expect(byContext(rows).find(({ context }) => context === 'quota')?.rows).toHaveLength(1);
    expect(shortcutRows([command('library.down', { shortcut: 'j' })])).toHaveLength(SHORTCUT_ROWS.length);
  });

  test('begins with the shortcuts of the open screen, followed by all others', () => {
    const contexts = (first: string | null) => byContext(SHORTCUT_ROWS, first).map(({ context }) => context);
    expect(contexts('signals')).toEqual([
      'signals',
      ...contexts(null).filter((context) => context !== 'signals'),
    ]);
    // A screen without its own shortcuts changes nothing.
    expect(contexts('library')).toEqual(contexts(null));
    expect(byContext(SHORTCUT_ROWS, 'company').flatMap(({ rows }) => rows)).toHaveLength(
      SHORTCUT_ROWS.length,
    );
  });

  test('lists the same shortcuts while a company is open', () => {
    const open = [command('company.next', { shortcut: 'j' }), command('company.previous', { shortcut: 'k' })];
    expect(shortcutRows(open)).toEqual(SHORTCUT_ROWS);
  });

  test('shares one key for a message, whether it is the first one or a follow-up', () => {
    for (const id of ['triage.write', 'today.follow-up-write']) expect(bindingId(id)).toBe('company.write');
  });

  const sources = ['renderer/features', 'renderer/frame']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('shortcut-catalogue.ts'))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
    .filter(([, source]) => source.includes('shortcut:'));
  test.each(sources)('includes every shortcut of %s with its keys', (_name, source) => {
    const commands = source.split(/\bid: /).slice(1);
    const found = commands.flatMap((text) => {
      const id = /^'([^']+)'/.exec(text)?.[1];
      const keys = /\bshortcut: (?:'([^']+)'|\S)/.exec(text);
      return keys === null ? [] : [{ id: id ?? text.slice(0, 60), keys: keys[1] }];
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { id, keys } of found) {
      // The user cannot change the keys Escape and Enter, so Settings shows no row for their commands.
      if (isFixed(keys)) continue;
      const row = SHORTCUT_ROWS.find((each) => each.id === bindingId(id));
      expect(
        row,
        `${id} is missing in renderer/features/settings/shortcuts/shortcut-catalogue.ts`,
      ).toBeDefined();
      if (keys !== undefined) expect(row?.keys, id).toBe(keys);
    }
  });
});

describe('a key press', () => {
  const press = (key: string, mods: object = {}) =>
    pressText({ key, ctrlKey: false, metaKey: false, altKey: false, ...mods }, false);

  test('includes Shift with letters and Ctrl only', () => {
    expect(press('K', { ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+K');
    expect(press('K', { ctrlKey: true })).toBe('Mod+K');
    expect(press('?', { ctrlKey: true, shiftKey: true })).toBe('Mod+?');
    expect(press('J', { shiftKey: true })).toBe('j');
  });

  test('is always a valid shortcut, unless it is reserved', () => {
    const key = fc.oneof(
      fc.constantFrom('F5', 'Enter', 'ArrowDown', 'n', '?', '+', 'ß', '中'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(key, fc.boolean(), fc.boolean(), (pressed, ctrlKey, shiftKey) => {
        const text = press(pressed, { ctrlKey, shiftKey });
        return (
          text === null ||
          isReserved(text) ||
          /\s/.test(pressed) ||
          [...pressed].length > 1 ||
          keysSchema.safeParse(text).success
        );
      }),
    );
  });
});

describe('the system menu', () => {
  const all = [
    command('go.library', { label: 'Go to Library', shortcut: 'g l' }),
    command('search.run', { label: 'Run search', shortcut: 'Mod+Enter', price: () => 'up to 25 records' }),
    command('search.saved-12', { label: 'Open Nordics' }),
    command('queue.cancel.7', { label: 'Cancel' }),
    command('library.down', { label: 'Next', shortcut: 'j', hidden: true }),
    command('palette', { label: 'Open commands', shortcut: 'Mod+K', hidden: true }),
    command('company.note', { label: 'No\u202ete\n&', shortcut: 'n' }),
  ];

  test('has commands with a fixed name, each with its price and the keys in force', () => {
    const bindings = withUserKeys({ 'go.library': 'Mod+L' });
    expect(menuItems(all, (each) => keysOf(each, bindings))).toEqual([
      { id: 'go.library', words: 'Go to Library', keys: 'Mod+L' },
      { id: 'search.run', words: 'Run search · up to 25 records', keys: 'Mod+Enter' },
      { id: 'palette', words: 'Open commands', keys: 'Mod+K' },
      { id: 'company.note', words: 'Note &', keys: 'n' },
    ]);
  });

  test('always matches the contract’s schema', () => {
    const many = fc.array(
      fc.record({
        id: fc.constantFrom('company.note', 'go.library', 'theme.dark'),
        label: fc.string({ unit: anyCharacter }),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(
        many,
        (commands) =>
          menuItemsSchema.safeParse(
            menuItems(
              commands.map(({ id, label }) => command(id, { label })),
              () => undefined,
            ),
          ).success,
      ),
    );
  });
});

test('shows the keys in force in a row', () => {
  expect(rowKeys(rowOf('list.down'), withUserKeys({ 'list.down': 'f' }))).toBe('f');
});
