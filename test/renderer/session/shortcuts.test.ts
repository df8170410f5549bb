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
  OWN_KEYS,
} from '../../../renderer/session/commands/key-bindings.ts';
import { menuItemsSchema } from '../../../shared/model/settings/menu.ts';
import { commandIdSchema, keysSchema, shortcutsSchema } from '../../../shared/model/settings/shortcut.ts';
import { anyCharacter } from '../../support/generators/any-character.ts';

/* Which keys mean which command, and what Settings says of it. */

const command = (id: string, part: Partial<Command> = {}): Command => ({
  id,
  words: id,
  run: () => undefined,
  ...part,
});
const own = (keys: Record<string, string | null>, singleKeys = true) =>
  bindingsOf({ singleKeys, changes: Object.entries(keys).map(([id, to]) => ({ id, keys: to })) });
const rowOf = (id: string): ShortcutRow => {
  const found = SHORTCUT_ROWS.find((row) => row.id === id);
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
};

describe('keys in force', () => {
  test('the seller’s own take the place of those that a command comes with', () => {
    const note = command('company.note', { shortcut: 'n' });
    expect(keysOf(note, OWN_KEYS)).toBe('n');
    expect(keysOf(note, own({ 'company.note': 'Mod+J' }))).toBe('Mod+J');
    expect(keysOf(note, own({ 'company.note': null }))).toBeUndefined();
  });

  test('a command that comes with none can be given some', () => {
    expect(keysOf(command('backups.make'), own({ 'backups.make': 'Mod+B' }))).toBe('Mod+B');
  });

  test('moving means the same on every screen, with one binding', () => {
    const bindings = own({ 'list.down': 'f' });
    for (const id of ['search.down', 'library.down', 'quota.down', 'today.down'])
      expect(keysOf(command(id, { shortcut: 'j' }), bindings)).toBe('f');
    expect([bindingId('search.text'), bindingId('library.search')]).toEqual(['list.find', 'list.find']);
  });

  test('single keys can be off, also one after the other; Ctrl, Escape and Enter stay', () => {
    const off = own({}, false);
    const inForce = (shortcut: string) => keysOf(command('x', { shortcut }), off);
    expect(['n', '/', '?', 'g s'].map(inForce)).toEqual([undefined, undefined, undefined, undefined]);
    expect(['Mod+K', 'Escape', 'Enter', 'F6'].map(inForce)).toEqual(['Mod+K', 'Escape', 'Enter', 'F6']);
    expect(isSingleKey('Mod+Shift+K')).toBe(false);
  });

  test('Escape and Enter are never taken away', () => {
    expect(keysOf(command('back', { shortcut: 'Escape' }), own({ back: 'q' }))).toBe('Escape');
  });
});

describe('what cannot be had', () => {
  test('keys of the system, of writing and of moving', () => {
    for (const keys of ['Mod+C', 'Mod+V', 'Mod+Q', 'Tab', 'Escape', 'Enter', 'ArrowDown', ' ', 'Mod+Tab'])
      expect(isReserved(keys), keys).toBe(true);
    for (const keys of ['Mod+K', 'Mod+Enter', 'n', 'g s', 'F6', 'Mod+Shift+K'])
      expect(isReserved(keys), keys).toBe(false);
  });

  test('keys that are another’s where both can be meant', () => {
    expect(conflictingShortcut('n', rowOf('company.save'), SHORTCUT_ROWS, OWN_KEYS)?.id).toBe('company.note');
    expect(conflictingShortcut('g', rowOf('company.save'), SHORTCUT_ROWS, OWN_KEYS)?.id).toMatch(/^go\./);
    expect(conflictingShortcut('g s', rowOf('company.save'), SHORTCUT_ROWS, OWN_KEYS)?.id).toBe('go.search');
    expect(conflictingShortcut('y', rowOf('company.save'), SHORTCUT_ROWS, OWN_KEYS)).toBeNull();
  });

  test('two screens never meet: their keys may be the same', () => {
    expect(conflictingShortcut('m', rowOf('search.run'), SHORTCUT_ROWS, OWN_KEYS)).toBeNull();
    expect(conflictingShortcut('m', rowOf('company.save'), SHORTCUT_ROWS, OWN_KEYS)?.id).toBe('signals.seen');
  });

  test('keys that were given away are free, and those that were taken are not', () => {
    const bindings = own({ 'company.note': 'y' });
    expect(conflictingShortcut('n', rowOf('company.save'), SHORTCUT_ROWS, bindings)).toBeNull();
    expect(conflictingShortcut('y', rowOf('company.save'), SHORTCUT_ROWS, bindings)?.id).toBe('company.note');
  });

  test('single keys that are off may come back: they count', () => {
    expect(conflictingShortcut('n', rowOf('company.save'), SHORTCUT_ROWS, own({}, false))?.id).toBe(
      'company.note',
    );
  });

  test('clashing is mutual', () => {
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
  test('no two shortcuts that come with the app are in each other’s way', () => {
    const clashes = SHORTCUT_ROWS.filter(({ keys }) => keys !== 'Escape')
      .map((row) => [row.id, conflictingShortcut(row.keys, row, SHORTCUT_ROWS, OWN_KEYS)?.id])
      .filter(([, other]) => other !== undefined);
    expect(clashes).toEqual([]);
  });

  test('everything in it can be kept', () => {
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

  test('a command of a screen that is open stands in it, too', () => {
    const rows = shortcutRows([command('quota.approve', { shortcut: 'a', words: 'Approve the plan' })]);
    expect(rows.at(-1)).toEqual({
      id: 'quota.approve',
      context: 'quota',
      keys: 'a',
      words: 'Approve the plan',
    });
    expect(byContext(rows).find(({ context }) => context === 'quota')?.rows).toHaveLength(1);
    expect(shortcutRows([command('library.down', { shortcut: 'j' })])).toHaveLength(SHORTCUT_ROWS.length);
  });

  const sources = ['renderer/features', 'renderer/frame']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('shortcut-catalogue.ts'))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
    .filter(([, source]) => source.includes('shortcut:'));
  test.each(sources)('every shortcut of %s stands in it, with its keys', (_name, source) => {
    const parts = source.split(/\bid: /).slice(1);
    const found = parts.flatMap((part) => {
      const id = /^'([^']+)'/.exec(part)?.[1];
      const keys = /\bshortcut: (?:'([^']+)'|\S)/.exec(part);
      return keys === null ? [] : [{ id: id ?? part.slice(0, 60), keys: keys[1] }];
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { id, keys } of found) {
      // Escape and Enter are nobody's own: they stand in it once.
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

describe('presses', () => {
  const press = (key: string, mods: object = {}) =>
    pressText({ key, ctrlKey: false, metaKey: false, altKey: false, ...mods }, false);

  test('Shift is told apart with Ctrl, and is a part of a sign', () => {
    expect(press('K', { ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+K');
    expect(press('K', { ctrlKey: true })).toBe('Mod+K');
    expect(press('?', { ctrlKey: true, shiftKey: true })).toBe('Mod+?');
    expect(press('J', { shiftKey: true })).toBe('j');
  });

  test('whatever is pressed can be kept', () => {
    const key = fc.oneof(
      fc.constantFrom('F5', 'Enter', 'ArrowDown', 'n', '?', '+', 'ß', '中'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(key, fc.boolean(), fc.boolean(), (of, ctrlKey, shiftKey) => {
        const text = press(of, { ctrlKey, shiftKey });
        return (
          text === null ||
          isReserved(text) ||
          /\s/.test(of) ||
          [...of].length > 1 ||
          keysSchema.safeParse(text).success
        );
      }),
    );
  });
});

describe('the system’s menu', () => {
  const all = [
    command('go.library', { words: 'Go to Library', shortcut: 'g l' }),
    command('search.run', { words: 'Run search', shortcut: 'Mod+Enter', price: () => 'up to 25 records' }),
    command('search.saved-12', { words: 'Open Nordics' }),
    command('queue.cancel.7', { words: 'Cancel' }),
    command('library.down', { words: 'Next', shortcut: 'j', hidden: true }),
    command('palette', { words: 'Open commands', shortcut: 'Mod+K', hidden: true }),
    command('company.note', { words: 'No\u202ete\n&', shortcut: 'n' }),
  ];

  test('holds commands that are always called the same, each with its price and the keys in force', () => {
    const bindings = own({ 'go.library': 'Mod+L' });
    expect(menuItems(all, (each) => keysOf(each, bindings))).toEqual([
      { id: 'go.library', words: 'Go to Library', keys: 'Mod+L' },
      { id: 'search.run', words: 'Run search · up to 25 records', keys: 'Mod+Enter' },
      { id: 'palette', words: 'Open commands', keys: 'Mod+K' },
      { id: 'company.note', words: 'Note &', keys: 'n' },
    ]);
  });

  test('is always of the contract’s shape', () => {
    const many = fc.array(
      fc.record({
        id: fc.constantFrom('company.note', 'go.library', 'theme.dark'),
        words: fc.string({ unit: anyCharacter }),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(
        many,
        (commands) =>
          menuItemsSchema.safeParse(
            menuItems(
              commands.map(({ id, words }) => command(id, { words })),
              () => undefined,
            ),
          ).success,
      ),
    );
  });
});

test('the keys of a row are those in force', () => {
  expect(rowKeys(rowOf('list.down'), own({ 'list.down': 'f' }))).toBe('f');
});
