import type { Api } from '../../../shared/contract/index.ts';

/** Widths in px. */
export const PREVIEW = { min: 440, usual: 480, max: 560 } as const;

/** The width of the company pane beside a list. The user's choice is stored on this computer. */
export class PreviewWidth {
  px = $state<number>(PREVIEW.usual);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    void this.refresh();
  }
  async refresh(): Promise<void> {
    const stored = await this.#api.settings.preview({}).catch(() => null);
    if (stored !== null) this.px = stored.width;
  }
  /** Changes the width without saving it; `choose` saves it. */
  move(px: number): void {
    this.px = px;
  }
  async choose(px: number): Promise<void> {
    this.px = px;
    await this.#api.settings.setPreview({ width: px });
  }
}
