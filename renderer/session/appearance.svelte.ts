import type { Api } from '../../shared/contract/index.ts';
import type { AppearanceChoice, Density, TextSize, Theme } from '../../shared/model/settings/appearance.ts';

const USUAL: AppearanceChoice = { theme: 'system', density: 'comfortable', textSize: 100 };

/** The chosen appearance and the theme in use; `system` follows the operating system. */
export class Appearance {
  theme = $state<Theme>('system');
  density = $state<Density>('comfortable');
  /** Percent. */
  textSize = $state<TextSize>(100);
  systemDark = $state(false);
  readonly drawn = $derived(this.theme === 'system' ? (this.systemDark ? 'dark' : 'light') : this.theme);
  readonly #api: Api;

  /** @param drawn the appearance of the first paint */
  constructor(api: Api, drawn: AppearanceChoice = USUAL) {
    this.#api = api;
    this.#take(drawn);
  }
  async refresh(): Promise<void> {
    this.#take(await this.#api.settings.appearance({}));
  }
  /** Applies a choice immediately, then saves it. */
  async choose(change: Partial<AppearanceChoice>): Promise<void> {
    this.#take({ theme: this.theme, density: this.density, textSize: this.textSize, ...change });
    this.#take(await this.#api.settings.setAppearance(change));
  }
  #take({ theme, density, textSize }: AppearanceChoice): void {
    this.theme = theme;
    this.density = density;
    this.textSize = textSize;
  }
}
