import type { Api } from '../../shared/contract.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The theme chosen, and the one that is drawn: `system` follows the system as it changes. */
export class Appearance {
  theme = $state<Theme>('system');
  systemDark = $state(false);
  readonly drawn = $derived(this.theme === 'system' ? (this.systemDark ? 'dark' : 'light') : this.theme);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    this.theme = (await this.#api.settings.appearance({})).theme;
  }
  /** Drawn at once, kept in the settings after. */
  async choose(theme: Theme): Promise<void> {
    this.theme = theme;
    this.theme = (await this.#api.settings.setAppearance({ theme })).theme;
  }
}
