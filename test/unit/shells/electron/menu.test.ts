import { expect, test } from 'vitest';
import { toAccelerator } from '../../../../electron/shells/electron/accelerator.ts';
import { menuTemplate, type MenuFacts } from '../../../../electron/shells/electron/menu.ts';

const facts = (part: Partial<MenuFacts> = {}): MenuFacts => ({
  packaged: true,
  platform: 'linux',
  items: [],
  choose: () => undefined,
  ...part,
});
const item = (id: string, words: string, keys: string | null = null) => ({ id, words, keys });
const titles = (part: Partial<MenuFacts>) =>
  menuTemplate(facts(part)).map(({ label, role }) => label ?? role);
const menu = (label: string, part: Partial<MenuFacts>) => {
  const submenu = menuTemplate(facts(part)).find((each) => each.label === label)?.submenu;
  return Array.isArray(submenu) ? submenu : [];
};

test('before the page says what can be done there is what every window needs', () => {
  expect(titles({})).toEqual(['File', 'Edit', 'View', 'Window']);
  expect(titles({ platform: 'darwin' })).toEqual(['appMenu', 'File', 'Edit', 'View', 'Window']);
  expect(menu('Edit', {}).map(({ role }) => role)).toContain('paste');
});

test('commands stand under the titles of the shell, by the beginning of their ids', () => {
  const items = [
    item('palette', 'Open commands', 'Mod+K'),
    item('go.library', 'Go to Library', 'g l'),
    item('go.settings', 'Go to Settings', 'Mod+,'),
    item('company.note', 'Note', 'n'),
    item('theme.dark', 'Use the dark theme'),
    item('unheard.of', 'Nowhere'),
  ];
  expect(titles({ items })).toEqual(['File', 'Edit', 'Go', 'Company', 'View', 'Window']);
  expect(menu('Go', { items }).map(({ label }) => label)).toEqual(['Open commands', 'Go to Library']);
  expect(menu('File', { items }).map(({ label, role }) => label ?? role)).toContain('Go to Settings');
  expect(JSON.stringify(menuTemplate(facts({ items })))).not.toContain('Nowhere');
});

test('one that is chosen runs by its id', () => {
  const chosen: string[] = [];
  const part = { items: [item('company.note', 'Note', 'n')], choose: (id: string) => void chosen.push(id) };
  const [note] = menu('Company', part);
  Reflect.apply(note?.click ?? (() => undefined), undefined, []);
  expect(chosen).toEqual(['company.note']);
});

test('an ampersand is written, not swallowed as a mark for the keyboard', () => {
  const items = [item('company.note', 'Note & task')];
  expect(menu('Company', { items })[0]?.label).toBe('Note && task');
  expect(menu('Company', { items, platform: 'darwin' })[0]?.label).toBe('Note & task');
});

test('accelerators are shown, never registered: the page knows whether something is being written', () => {
  const [open] = menu('Go', { items: [item('palette', 'Open commands', 'Mod+K')] });
  expect(open).toMatchObject({ accelerator: 'CommandOrControl+K', registerAccelerator: false });
});

test('a released app neither saves, prints, reloads nor opens developer tools from its menu', () => {
  const all = JSON.stringify(menuTemplate(facts({ platform: 'darwin' })));
  expect(all).not.toMatch(/reload|devtools|print|save/i);
  expect(JSON.stringify(menuTemplate(facts({ packaged: false })))).toMatch(/toggleDevTools/);
});

test.each([
  ['Mod+K', 'linux', 'CommandOrControl+K'],
  ['Mod+Shift+K', 'darwin', 'CommandOrControl+Shift+K'],
  ['Mod+,', 'win32', 'CommandOrControl+,'],
  ['Mod+Enter', 'linux', 'CommandOrControl+Enter'],
  ['n', 'linux', 'N'],
  ['?', 'win32', '?'],
  ['F6', 'linux', 'F6'],
  ['n', 'darwin', null],
  ['g s', 'linux', null],
  ['ß', 'linux', null],
  [null, 'linux', null],
] as const)('%s on %s is %s in a menu', (keys, platform, expected) => {
  expect(toAccelerator(keys, platform)).toBe(expected);
});
