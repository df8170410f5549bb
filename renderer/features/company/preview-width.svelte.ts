import type { Api } from '../../../shared/contract/index.ts';

/** As the design has it, px. */
export const PREVIEW = { min: 440, usual: 480, max: 560 } as const;

/** How wide a company stands beside a list, on this laptop. */
export class PreviewWidth {
  px = $state<number>(PREVIEW.usual);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    void this.refresh();
  }
  async refresh(): Promise<void> {
    const kept = await this.#api.settings.preview({}).catch(() => null);
    if (kept !== null) this.px = kept.width;
  }
  /** Drawn as it is dragged; kept where it is left. */
  move(px: number): void {
    this.px = px;
  }
  async choose(px: number): Promise<void> {
    this.px = px;
    await this.#api.settings.setPreview({ width: px });
  }
}
