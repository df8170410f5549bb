import type { AppearanceChoice } from '../../../shared/model/settings/appearance.ts';
import type { SettingsStore } from '../../core/ports.ts';
import { savedAppearance } from '../../core/handlers/appearance-settings.ts';

/** The attribute in index.html that is replaced with attributes for the user's settings. */
const DEFAULT_ATTRIBUTES = 'data-theme="system"';

/** Writes the user's theme, density and text size into the HTML, so they apply to the first paint. */
export const writeInitialAppearance =
  (appearance: () => AppearanceChoice) =>
  (html: string): string => {
    const { theme, density, textSize } = appearance();
    return html.replace(
      DEFAULT_ATTRIBUTES,
      `data-theme="${theme}" data-density="${density}" data-text="${textSize}"`,
    );
  };

/** Like `writeInitialAppearance`, but reads the settings when the page is requested. */
export const serveInitialAppearance = (settings: Pick<SettingsStore, 'get'>) =>
  writeInitialAppearance(() => savedAppearance(settings));
