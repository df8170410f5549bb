import type { AppearanceChoice } from '../../shared/model/appearance.ts';
import type { SettingsStore } from '../core/ports.ts';
import { keptAppearance } from '../core/services/kept-appearance.ts';

/** How index.html is written: a page that nobody dressed follows the system. */
const PLAIN = 'data-theme="system"';

/** The page as the seller wants it, so that its first paint is right already: nothing flashes, nothing moves. */
export const dressPage =
  (looks: () => AppearanceChoice) =>
  (html: string): string => {
    const { theme, density, textSize } = looks();
    return html.replace(PLAIN, `data-theme="${theme}" data-density="${density}" data-text="${textSize}"`);
  };

/** By what is kept when the page is asked for. */
export const dressAs = (settings: Pick<SettingsStore, 'get'>) => dressPage(() => keptAppearance(settings));
