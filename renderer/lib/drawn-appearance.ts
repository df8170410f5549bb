import type { AppearanceChoice } from '../../shared/model/appearance.ts';
import { TEXT_SIZES } from '../../shared/text-sizes.ts';

/** How the shell painted the page before anything could be asked: what it wrote on the document. */
export function drawnAppearance({ dataset }: { readonly dataset: DOMStringMap }): AppearanceChoice {
  const { theme, density, text } = dataset;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? density : 'comfortable',
    textSize: TEXT_SIZES.find((size) => String(size) === text) ?? 100,
  };
}
