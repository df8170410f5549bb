import type { Api } from '../../shared/contract/index.ts';
import type { AppearanceChoice, Density, TextSize, Theme } from '../../shared/model/settings/appearance.ts';

const DEFAULT_APPEARANCE: AppearanceChoice = { theme: 'system', density: 'comfortable', textSize: 100 };

/**
 * The appearance that the user chose, and the resulting theme. The choice `system` follows the operating
 * system's theme.
 */
export class Appearance {
  theme = $state<Theme>('system');
  density = $state<Density>('comfortable');
  /** The text size, as a percentage of the normal size. */
  textSize = $state<TextSize>(100);
  systemDark = $state(false);
  readonly activeTheme = $derived(
    this.theme === 'system' ? (this.systemDark ? 'dark' : 'light') : this.theme,
  );
  readonly #api: Api;

  /** @param initial the appearance for the first paint */
  constructor(api: Api, initial: AppearanceChoice = DEFAULT_APPEARANCE) {
    this.#api = api;
    this.#apply(initial);
  }
  async refresh(): Promise<void> {
    this.#apply(await this.#api.settings.appearance({}));
  }
  /** Applies a choice immediately, then saves it. */
  async choose(change: Partial<AppearanceChoice>): Promise<void> {
    this.#apply({ theme: this.theme, density: this.density, textSize: this.textSize, ...change });
    this.#apply(await this.#api.settings.setAppearance(change));
  }
  #apply({ theme, density, textSize }: AppearanceChoice): void {
    this.theme = theme;
    this.density = density;
    this.textSize = textSize;
  }
}
