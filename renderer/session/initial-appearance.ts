import type { AppearanceChoice } from '../../shared/model/settings/appearance.ts';
import { TEXT_SIZES } from '../../shared/model/settings/text-sizes.ts';

/** How the shell painted the page before anything could be asked: what it wrote on the document. */
export function initialAppearance({ dataset }: { readonly dataset: DOMStringMap }): AppearanceChoice {
  const { theme, density, text } = dataset;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? density : 'comfortable',
    textSize: TEXT_SIZES.find((size) => String(size) === text) ?? 100,
  };
}
