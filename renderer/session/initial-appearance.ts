import type { AppearanceChoice } from '../../shared/model/settings/appearance.ts';
import { TEXT_SIZES } from '../../shared/model/settings/text-sizes.ts';

/**
 * Returns the appearance for the first paint. The shell has written it into the data attributes of the
 * document.
 */
export function initialAppearance({ dataset }: { readonly dataset: DOMStringMap }): AppearanceChoice {
  const { theme, density, text } = dataset;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? density : 'comfortable',
    textSize: TEXT_SIZES.find((size) => String(size) === text) ?? 100,
  };
}
