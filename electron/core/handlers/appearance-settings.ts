import {
  densitySchema,
  textSizeSchema,
  themeSchema,
  type AppearanceChoice,
} from '../../../shared/model/settings/appearance.ts';
import type { SettingsStore } from '../ports.ts';

export const THEME = 'theme';
export const DENSITY = 'density';
export const TEXT_SIZE = 'text-size';

/** Returns the saved appearance. The shells need it before the page has loaded. */
export const savedAppearance = (settings: Pick<SettingsStore, 'get'>): AppearanceChoice => ({
  theme: themeSchema.catch('system').parse(settings.get(THEME)),
  density: densitySchema.catch('comfortable').parse(settings.get(DENSITY)),
  textSize: textSizeSchema.catch(100).parse(settings.get(TEXT_SIZE)),
});
