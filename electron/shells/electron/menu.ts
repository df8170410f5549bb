import type { MenuItemConstructorOptions } from 'electron';
import type { MenuItem } from '../../../shared/model/settings/menu.ts';
import { toAccelerator } from './accelerator.ts';

export interface MenuFacts {
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The commands that the page currently offers. */
  readonly items: readonly MenuItem[];
  readonly choose: (id: string) => void;
}

type Template = MenuItemConstructorOptions[];
const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/** Menus by area. Each menu contains the commands whose id starts with its area, such as `today.…`. */
const AREA_MENUS: readonly { readonly label: string; readonly area: string }[] = [
  { label: 'Today', area: 'today' },
  { label: 'Search', area: 'search' },
  { label: 'Library', area: 'library' },
  { label: 'Signals', area: 'signals' },
  { label: 'Quota', area: 'quota' },
  { label: 'Company', area: 'company' },
  { label: 'Triage', area: 'triage' },
  { label: 'Demo', area: 'demo' },
];
const FILE: readonly string[] = ['export-notes', 'backups.make', 'people.lock'];
const HELP: readonly string[] = ['shortcuts', 'settings.copy-diagnostics', 'settings.terms'];
const isHelp = (id: string): boolean => id.startsWith('help.') || HELP.includes(id);
const SETTINGS = 'go.settings';

/**
 * Returns the app's menu. The Edit menu is required on macOS for copy and paste. Reload and the developer
 * tools are available only in an unpackaged app.
 */
export function menuTemplate(facts: MenuFacts): Template {
  const { platform, packaged } = facts;
  const isMac = platform === 'darwin';
  const developer: Template = packaged ? [] : [SEPARATOR, { role: 'reload' }, { role: 'toggleDevTools' }];
  const pick = createItemPicker(facts);
  const settings = withSeparator(pick((id) => id === SETTINGS));
  const file = withSeparator(pick((id) => FILE.includes(id)));
  return [
    ...(isMac ? [applicationMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        ...file,
        ...(isMac ? [{ role: 'close' as const }] : [...settings, { role: 'quit' as const }]),
      ],
    },
    { label: 'Edit', submenu: [...withSeparator(pick((id) => id === 'undo' || id === 'redo')), ...EDITING] },
    ...menuIfAny(
      'Go',
      pick((id) => id === 'palette' || (id.startsWith('go.') && id !== SETTINGS)),
    ),
    ...AREA_MENUS.flatMap(({ label, area }) =>
      menuIfAny(
        label,
        pick((id) => id.startsWith(`${area}.`)),
      ),
    ),
    {
      label: 'View',
      submenu: [
        ...withSeparator(pick((id) => /^(?:theme|density|view)\./.test(id))),
        { role: 'resetZoom' as const },
        { role: 'zoomIn' as const },
        { role: 'zoomOut' as const },
        ...developer,
      ],
    },
    { label: 'Window', submenu: [{ role: 'minimize' }] },
    ...menuIfAny('Help', pick(isHelp)),
  ];
}

const EDITING: Template = [
  { role: 'undo', label: 'Undo typing' },
  { role: 'redo', label: 'Redo typing' },
  SEPARATOR,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
];

const applicationMenu = (settings: Template): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [{ role: 'about' }, SEPARATOR, ...settings, { role: 'hide' }, { role: 'quit' }],
});

const withSeparator = (items: Template): Template => (items.length === 0 ? [] : [...items, SEPARATOR]);
const menuIfAny = (label: string, submenu: Template): Template =>
  submenu.length === 0 ? [] : [{ label, submenu }];

const createItemPicker =
  ({ items, choose, platform }: MenuFacts) =>
  (isIncluded: (id: string) => boolean): Template =>
    items
      .filter(({ id }) => isIncluded(id))
      .map(({ id, words, keys }) => {
        const accelerator = toAccelerator(keys, platform);
        return {
          id,
          // Escapes ampersands, which would otherwise mark the next character as the access key.
          label: platform === 'darwin' ? words : words.replaceAll('&', '&&'),
          click: () => choose(id),
          // The menu only displays the shortcut. The page handles it, because only the page knows whether the
          // user is typing.
          ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
        };
      });
