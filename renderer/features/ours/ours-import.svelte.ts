import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { PlanItem } from '../../../shared/model/plan.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  OURS_DECISIONS_MAX,
  OURS_PIECE_MAX,
  OURS_TEXT_MAX,
  type OursKind,
} from '../../../shared/model/ours/ours-kinds.ts';
import type { OursPreview, OursPreviewRow } from '../../../shared/model/ours/ours.ts';
import { importCounts, type Answer } from './import-counts.ts';

export type Choice = 'same' | 'different' | 'later';

/**
 * An import that the user is preparing. Kept while the workspace is open, so pasted text is not lost when the
 * user opens another screen.
 */
export class OursImport {
  text = $state('');
  /** Name of the file that the text comes from; empty for pasted text. */
  source = $state('');
  kind = $state<OursKind>('customer');
  preview = $state.raw<OursPreview | null>(null);
  busy = $state(false);
  possible = $state.raw<readonly OursPreviewRow[]>([]);
  exact = $state.raw<readonly OursPreviewRow[]>([]);
  plan = $state.raw<readonly PlanItem[]>([]);
  /** The ids of the companies in today's plan that exactly match a line. */
  exactInPlan = $state.raw<readonly string[]>([]);
  readonly #answers = new SvelteMap<string, Answer>();
  #draftId = '';
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  readonly isTooLong = $derived(this.text.length > OURS_TEXT_MAX);
  readonly counts = $derived(
    this.preview === null ? null : importCounts(this.preview.counts, [...this.#answers.values()]),
  );
  /**
   * The items that the import will remove from today's plan, because it marks their companies as "Already
   * yours".
   */
  readonly leaving = $derived.by(() => {
    const same = new SvelteSet(
      [...this.#answers.values()].filter(({ isSame }) => isSame).map(({ companyId }) => companyId),
    );
    return this.plan.filter(
      ({ companyId }) => companyId !== null && (this.exactInPlan.includes(companyId) || same.has(companyId)),
    );
  });

  choiceOf({ line, companyId }: OursPreviewRow): Choice {
    const answer = this.#answers.get(`${line}/${companyId}`);
    return answer === undefined ? 'later' : answer.isSame ? 'same' : 'different';
  }
  choose({ line, companyId, candidates }: OursPreviewRow, choice: Choice): void {
    const key = `${line}/${companyId}`;
    if (choice === 'later') this.#answers.delete(key);
    else if (this.#answers.has(key) || this.#answers.size < OURS_DECISIONS_MAX)
      this.#answers.set(key, { line, companyId, candidates, isSame: choice === 'same' });
  }

  /** Compares the text with the library. Saves nothing. @throws AppFailure */
  async compare(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const { text } = this;
      let draftId: string | null = null;
      for (let at = 0; at === 0 || at < text.length; at += OURS_PIECE_MAX)
        ({ draftId } = await this.#api.ours.addText({ draftId, text: text.slice(at, at + OURS_PIECE_MAX) }));
      if (draftId === null) return;
      const plan = await this.#planItems();
      const among = [...new SvelteSet(plan.flatMap(({ companyId }) => companyId ?? []))].slice(
        0,
        LIST_LIMIT_MAX,
      );
      const found = await this.#api.ours.preview({ draftId, among });
      this.#draftId = draftId;
      this.#answers.clear();
      this.plan = plan;
      this.exactInPlan = found.exactAmong;
      this.possible = found.possible;
      this.exact = found.exact;
      this.preview = found;
    } finally {
      this.busy = false;
    }
  }
  /**
   * Reads the items of today's plan. Returns none after an error, because the preview is useful without them.
   */
  async #planItems(): Promise<readonly PlanItem[]> {
    return (await this.#api.plan.today({}).catch(() => null))?.proposal.items ?? [];
  }
  async showMore(section: 'possible' | 'exact'): Promise<void> {
    const { rows } = await this.#api.ours.previewRows({
      draftId: this.#draftId,
      section,
      offset: this[section].length,
      limit: LIST_LIMIT_MAX,
    });
    this[section] = [...this[section], ...rows];
  }
  /** Discards the preview and shows the text again. */
  cancel(): void {
    this.preview = null;
  }
  /**
   * Saves the lines and the answers. If the core no longer has the draft, first sends the text again, to
   * create a new draft.
   *
   * @returns the undo token
   */
  async save(): Promise<string | null> {
    const decisions = [...this.#answers.values()].map(({ line, companyId, isSame }) => ({
      line,
      companyId,
      isSame,
    }));
    const save = () =>
      this.#api.ours.import({ draftId: this.#draftId, kind: this.kind, source: this.source, decisions });
    this.busy = true;
    try {
      const { undo } = await save().catch(async (error: unknown) => {
        if (!(error instanceof AppFailure) || error.appError.kind !== 'not-found') throw error;
        this.busy = false;
        await this.compare();
        return save();
      });
      this.preview = null;
      this.text = '';
      this.source = '';
      this.#answers.clear();
      return undo;
    } finally {
      this.busy = false;
    }
  }
}
