import { nativeTheme } from 'electron';
import type { SettingsStore } from '../../core/ports.ts';
import { savedAppearance } from '../../core/handlers/appearance-settings.ts';

/** Applies the app's theme to menus, dialogs, scroll bars and the window before the page paints. */
export function applySavedTheme(settings: Pick<SettingsStore, 'get'>): void {
  const { theme } = savedAppearance(settings);
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
}

/** Applies the theme again whenever the user changes it. */
export function watchSystemTheme(settings: SettingsStore): SettingsStore {
  applySavedTheme(settings);
  return {
    get: (key) => settings.get(key),
    set: (key, value) => {
      settings.set(key, value);
      applySavedTheme(settings);
    },
  };
}
