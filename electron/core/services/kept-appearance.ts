import {
  densitySchema,
  textSizeSchema,
  themeSchema,
  type AppearanceChoice,
} from '../../../shared/model/appearance.ts';
import type { SettingsStore } from '../ports.ts';

export const THEME = 'theme';
export const DENSITY = 'density';
export const TEXT_SIZE = 'text-size';

/** How the app is drawn, before there is a page that could ask: a shell paints its window with it. */
export const keptAppearance = (settings: Pick<SettingsStore, 'get'>): AppearanceChoice => ({
  theme: themeSchema.catch('system').parse(settings.get(THEME)),
  density: densitySchema.catch('comfortable').parse(settings.get(DENSITY)),
  textSize: textSizeSchema.catch(100).parse(settings.get(TEXT_SIZE)),
});
