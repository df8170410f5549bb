import { nativeTheme } from 'electron';
import type { SettingsStore } from '../core/ports.ts';
import { keptAppearance } from '../core/services/kept-appearance.ts';

/** Menus, dialogs, scroll bars and what is painted before the page have the theme that the seller chose for the app. */
export function drawAsKept(settings: Pick<SettingsStore, 'get'>): void {
  const { theme } = keptAppearance(settings);
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
}

/** The same, whenever the seller chooses another one. */
export function followTheme(settings: SettingsStore): SettingsStore {
  drawAsKept(settings);
  return {
    get: (key) => settings.get(key),
    set: (key, value) => {
      settings.set(key, value);
      drawAsKept(settings);
    },
  };
}
