import type { AppearanceChoice } from '../../../shared/model/settings/appearance.ts';
import type { SettingsStore } from '../../core/ports.ts';
import { savedAppearance } from '../../core/handlers/appearance-settings.ts';

/** The default in index.html: without a change the page follows the system theme. */
const PLAIN = 'data-theme="system"';

/** Writes the user's appearance into the page, so the first paint is correct without a flash or a shift. */
export const writeInitialAppearance =
  (looks: () => AppearanceChoice) =>
  (html: string): string => {
    const { theme, density, textSize } = looks();
    return html.replace(PLAIN, `data-theme="${theme}" data-density="${density}" data-text="${textSize}"`);
  };

/** Uses the settings at the time of the request. */
export const serveInitialAppearance = (settings: Pick<SettingsStore, 'get'>) =>
  writeInitialAppearance(() => savedAppearance(settings));
