import { z } from 'zod';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { SettingsStore } from '../ports.ts';

const THEME = 'theme';
const themeSchema = z.enum(['system', 'light', 'dark']).catch('system');

export function createSettingsService(settings: SettingsStore, publish: Publish): Handlers['settings'] {
  return {
    appearance: () => ({ theme: themeSchema.parse(settings.get(THEME)) }),
    setAppearance: ({ theme }) => {
      settings.set(THEME, theme);
      publish('settings', 'onChanged', {});
      return { theme };
    },
  };
}
