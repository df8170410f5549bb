import { nativeTheme } from 'electron';
import type { SettingsStore } from '../core/ports.ts';
import { keptAppearance } from '../core/services/settings-service.ts';

/** Menus, dialogs, scroll bars and what is painted before the page have the theme that the seller chose for the app. */
export function followTheme(settings: SettingsStore): SettingsStore {
  const follow = (): void => {
    const { theme } = keptAppearance(settings);
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
  };
  follow();
  return {
    get: (key) => settings.get(key),
    set: (key, value) => {
      settings.set(key, value);
      follow();
    },
  };
}
