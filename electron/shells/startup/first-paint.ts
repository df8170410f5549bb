import type { AppearanceChoice } from '../../../shared/model/settings/appearance.ts';
import type { SettingsStore } from '../../core/ports.ts';
import { savedAppearance } from '../../core/handlers/appearance-settings.ts';

/** The attribute in index.html: unless it is replaced, the page follows the system theme. */
const DEFAULT_ATTRIBUTES = 'data-theme="system"';

/** Writes the user's appearance into the page, so the first paint is correct without a flash or a shift. */
export const writeInitialAppearance =
  (appearance: () => AppearanceChoice) =>
  (html: string): string => {
    const { theme, density, textSize } = appearance();
    return html.replace(
      DEFAULT_ATTRIBUTES,
      `data-theme="${theme}" data-density="${density}" data-text="${textSize}"`,
    );
  };

/** Uses the settings at the time of the request. */
export const serveInitialAppearance = (settings: Pick<SettingsStore, 'get'>) =>
  writeInitialAppearance(() => savedAppearance(settings));
