import { expect, it } from 'vitest';
import { toAccelerator } from '../../../../electron/shells/electron/accelerator.ts';
import { menuTemplate, type MenuFacts } from '../../../../electron/shells/electron/menu.ts';

const facts = (part: Partial<MenuFacts> = {}): MenuFacts => ({
  packaged: true,
  platform: 'linux',
  items: [],
  choose: () => undefined,
  ...part,
});
const item = (id: string, label: string, keys: string | null = null) => ({ id, words: label, keys });
const titles = (part: Partial<MenuFacts>) =>
  menuTemplate(facts(part)).map(({ label, role }) => label ?? role);
const menu = (label: string, part: Partial<MenuFacts>) => {
  const submenu = menuTemplate(facts(part)).find((each) => each.label === label)?.submenu;
  return Array.isArray(submenu) ? submenu : [];
};

it('has the menus of every window before the page has sent its commands', () => {
  expect(titles({})).toEqual(['File', 'Edit', 'View', 'Window']);
  expect(titles({ platform: 'darwin' })).toEqual(['appMenu', 'File', 'Edit', 'View', 'Window']);
  expect(menu('Edit', {}).map(({ role }) => role)).toContain('paste');
});

it('groups commands into menus by the prefix of their ids', () => {
  const items = [
    item('palette', 'Open commands', 'Mod+K'),
    item('go.library', 'Go to Library', 'g l'),
    item('go.settings', 'Go to Settings', 'Mod+,'),
    item('company.note', 'Note', 'n'),
    item('theme.dark', 'Use the dark theme'),
    item('unknown.command', 'Nowhere'),
  ];
  expect(titles({ items })).toEqual(['File', 'Edit', 'Go', 'Company', 'View', 'Window']);
  expect(menu('Go', { items }).map(({ label }) => label)).toEqual(['Open commands', 'Go to Library']);
  expect(menu('File', { items }).map(({ label, role }) => label ?? role)).toContain('Go to Settings');
  expect(JSON.stringify(menuTemplate(facts({ items })))).not.toContain('Nowhere');
});

it('runs the chosen command by its id', () => {
  const chosen: string[] = [];
  const part = { items: [item('company.note', 'Note', 'n')], choose: (id: string) => void chosen.push(id) };
  const [note] = menu('Company', part);
  Reflect.apply(note?.click ?? (() => undefined), undefined, []);
  expect(chosen).toEqual(['company.note']);
});

it('shows an ampersand rather than an access key', () => {
  const items = [item('company.note', 'Note & task')];
  expect(menu('Company', { items })[0]?.label).toBe('Note && task');
  expect(menu('Company', { items, platform: 'darwin' })[0]?.label).toBe('Note & task');
});

it('shows accelerators without registering them, because the page handles shortcuts', () => {
  const [open] = menu('Go', { items: [item('palette', 'Open commands', 'Mod+K')] });
  expect(open).toMatchObject({ accelerator: 'CommandOrControl+K', registerAccelerator: false });
});

it('can neither save, print, reload nor open developer tools in a packaged app', () => {
  const template = JSON.stringify(menuTemplate(facts({ platform: 'darwin' })));
  expect(template).not.toMatch(/reload|devtools|print|save/i);
  expect(JSON.stringify(menuTemplate(facts({ packaged: false })))).toMatch(/toggleDevTools/);
});

it.each([
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
] as const)('shows %s on %s as %s', (keys, platform, expected) => {
  expect(toAccelerator(keys, platform)).toBe(expected);
});
