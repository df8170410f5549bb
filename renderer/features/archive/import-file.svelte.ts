import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Api } from '../../../shared/contract/index.ts';
import type { ArchiveConflict, ImportPreview } from '../../../shared/model/archive/archive.ts';
import {
  CONFLICT_CHOICES_MAX,
  CONFLICTS_PAGE_MAX,
  type ArchiveKind,
  type ConflictChoice,
} from '../../../shared/model/archive/archive-values.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { changesOf } from './import-sums.ts';

/** A file that the user has opened for an import. It remains available until the workspace is closed. */
export class ImportFile {
  preview = $state.raw<ImportPreview | null>(null);
  /** An archive that needs its passphrase. */
  locked = $state.raw<{ readonly importId: string; readonly fileName: string } | null>(null);
  conflicts = $state.raw<readonly ArchiveConflict[]>([]);
  /** Index of the conflict whose two texts are shown. */
  shown = $state(0);
  busy = $state(false);
  readonly #left = new SvelteSet<ArchiveKind>();
  readonly #choices = new SvelteMap<string, ConflictChoice>();
  readonly #api: Api;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
  }

  readonly conflict = $derived(this.conflicts[this.shown] ?? null);
  readonly sums = $derived(
    this.preview === null
      ? null
      : changesOf(this.preview.kinds, {
          isChosen: (kind) => this.isChosen(kind),
          conflicts: this.conflicts,
          choiceOf: (conflict) => this.choiceOf(conflict),
        }),
  );

  isChosen(kind: ArchiveKind): boolean {
    return !this.#left.has(kind);
  }
  choose(kind: ArchiveKind, isChosen: boolean): void {
    if (isChosen) this.#left.delete(kind);
    else this.#left.add(kind);
  }
  choiceOf({ id, choice }: ArchiveConflict): ConflictChoice {
    return this.#choices.get(id) ?? choice;
  }
  settle({ id }: ArchiveConflict, choice: ConflictChoice): void {
    this.#choices.set(id, choice);
  }
  /** Applies a choice to every conflict of this kind that offers the choice. */
  settleAll(kind: ArchiveKind, choice: ConflictChoice): void {
    for (const conflict of this.conflicts)
      if (conflict.kind === kind && conflict.choices.includes(choice)) this.settle(conflict, choice);
  }

  /** Lets the user choose an archive. Returns whether an archive was opened. @throws AppFailure */
  async open(): Promise<boolean> {
    return this.#working(async () => {
      const opened = await this.#api.archive.open({});
      if (opened.state === 'cancelled') return false;
      this.#forget();
      if (opened.state === 'locked') this.locked = opened;
      else await this.show(opened.preview);
      return true;
    });
  }
  /** @throws AppFailure `archive` (`wrong-passphrase`) */
  async unlock(passphrase: string): Promise<void> {
    const { locked } = this;
    if (locked === null) return;
    await this.#working(async () => {
      const preview = await this.#api.archive.unlock({ importId: locked.importId, passphrase });
      this.locked = null;
      await this.show(preview);
    });
  }
  /** Shows what an import would do, and loads the conflicts. */
  async show(preview: ImportPreview): Promise<void> {
    this.#forget();
    this.preview = preview;
    await this.#latest.run(
      () => this.#readConflicts(preview.importId),
      (conflicts) => (this.conflicts = conflicts),
    );
  }
  async #readConflicts(importId: string): Promise<ArchiveConflict[]> {
    const found: ArchiveConflict[] = [];
    for (;;) {
      const page = await this.#api.archive.conflicts({
        importId,
        offset: found.length,
        limit: CONFLICTS_PAGE_MAX,
      });
      found.push(...page.conflicts);
      const isLast = page.conflicts.length === 0 || found.length >= page.total;
      if (isLast || found.length >= CONFLICT_CHOICES_MAX) return found.slice(0, CONFLICT_CHOICES_MAX);
    }
  }
  /**
   * Imports the chosen kinds.
   * @returns the number of changes and the undo token
   * @throws AppFailure; the file is then still open
   */
  async apply(): Promise<{ readonly written: number; readonly undo: string | null }> {
    const { preview } = this;
    if (preview === null) return { written: 0, undo: null };
    return this.#working(async () => {
      const done = await this.#api.archive.apply({
        importId: preview.importId,
        kinds: preview.kinds.flatMap(({ kind }) => (this.isChosen(kind) ? [kind] : [])),
        conflicts: [...this.#choices].map(([id, choice]) => ({ id, choice })),
      });
      this.close();
      return done;
    });
  }
  close(): void {
    const importId = this.preview?.importId ?? this.locked?.importId;
    this.#forget();
    // Ignores a failure, because the core drops the file after a while in any case.
    if (importId !== undefined) void this.#api.archive.close({ importId }).catch(() => undefined);
  }
  #forget(): void {
    this.#latest.cancel();
    this.preview = null;
    this.locked = null;
    this.conflicts = [];
    this.shown = 0;
    this.#left.clear();
    this.#choices.clear();
  }
  async #working<T>(work: () => Promise<T>): Promise<T> {
    this.busy = true;
    try {
      return await work();
    } finally {
      this.busy = false;
    }
  }
}
