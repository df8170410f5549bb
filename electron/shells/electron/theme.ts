import { nativeTheme } from 'electron';
import type { SettingsStore } from '../../core/ports.ts';
import { savedAppearance } from '../../core/handlers/appearance-settings.ts';

/** Applies the saved theme to everything that the system draws, such as menus, dialogs and scroll bars. */
export function applySavedTheme(settings: Pick<SettingsStore, 'get'>): void {
  const { theme } = savedAppearance(settings);
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
}

/**
 * Returns a store that has the same settings and also applies each change of the theme to the system's UI.
 */
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
