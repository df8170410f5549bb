import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { UnsavedNotes, UnsavedText } from '../../../session/unsaved-notes.ts';

type Saved = Awaited<ReturnType<Api['notes']['get']>>;
type Stored = Awaited<ReturnType<Api['notes']['save']>>;
const SAVE_DELAY_MS = 700;
/** What could not be saved is tried again: the disk may have room by then. */
const AGAIN_MS = 10_000;

/**
 * The note about one company. It saves itself a moment after a key, however many follow: no crash takes more than that moment.
 * Where a newer version was saved elsewhere nothing is overwritten: both texts stand until the seller chooses.
 */
export class Note {
  readonly companyId: string;
  body = $state('');
  saved = $state.raw<Saved>({ body: '', revision: 0, savedAtMs: null });
  state = $state<'opening' | 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'>('opening');
  /** The version saved elsewhere, in a conflict. */
  theirs = $state.raw<Saved | null>(null);
  /** Takes the newest step of the writing back; saves that follow each other share one. */
  undo: string | null = null;
  readonly #api: Api;
  readonly #workspaceId: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #begins = false;
  #isOver = false;

  /** @param held what could not be saved when its workspace was left */
  constructor(api: Api, workspaceId: string, companyId: string, held?: UnsavedText) {
    this.#api = api;
    this.#workspaceId = workspaceId;
    this.companyId = companyId;
    if (held === undefined) void this.read();
    else {
      this.saved = held.saved;
      this.state = 'unsaved';
      this.write(held.body);
    }
  }
  /** Nothing here would be lost by forgetting it. */
  get settled(): boolean {
    return this.#saving === null && (this.state === 'saved' || this.body === this.saved.body);
  }
  /** A text stands here that was tried to save in vain, or waits for the seller's choice. */
  get isStuck(): boolean {
    return !this.settled && (this.state === 'failed' || this.state === 'conflict');
  }

  async read(): Promise<void> {
    try {
      const found = await this.#api.notes.get({ companyId: this.companyId });
      this.#take(found);
    } catch {
      if (this.state === 'opening') this.state = 'failed';
    }
  }

  /** Its workspace is left: what is not saved is kept for it (unsaved-notes.ts). */
  dispose(): void {
    this.#isOver = true;
    this.#stopTimer();
  }

  /** The seller begins to write: what is saved from now on is another step of the history, with an undo of its own. */
  begin(): void {
    this.#begins = true;
  }

  write(body: string): void {
    this.body = body;
    if (this.state === 'conflict') return;
    const wasFailed = this.state === 'failed';
    this.state = body === this.saved.body && this.#saving === null ? 'saved' : 'unsaved';
    if (wasFailed || this.state === 'saved') this.#stopTimer();
    if (this.state === 'unsaved') this.#saveIn(SAVE_DELAY_MS);
  }
  #saveIn(delayMs: number): void {
    if (!this.#isOver) this.#timer ??= setTimeout(() => void this.flush(), delayMs);
  }
  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Saves at once what is not saved yet. */
  async flush(): Promise<void> {
    this.#stopTimer();
    if (this.#saving !== null) await this.#saving;
    if (this.state === 'conflict' || this.state === 'opening' || this.body === this.saved.body) return;
    this.#saving = this.#save().finally(() => (this.#saving = null));
    await this.#saving;
  }

  /** Saves this text over the other version; the core keeps that one as a revision. */
  async keepMine(): Promise<void> {
    if (this.theirs === null) return;
    this.saved = this.theirs;
    this.theirs = null;
    this.state = 'unsaved';
    await this.flush();
    if (this.body === this.saved.body) this.state = 'saved';
  }
  /** @returns the text that gave way, for its undo. */
  takeTheirs(): string {
    const mine = this.body;
    if (this.theirs !== null) {
      this.saved = this.theirs;
      this.body = this.theirs.body;
    }
    this.theirs = null;
    this.state = 'saved';
    return mine;
  }

  /** An older text becomes the newest; what is not saved yet is saved first, so that it stays in the history. */
  async restore(revision: number): Promise<Stored> {
    await this.flush();
    const { companyId, saved } = this;
    const done = await this.#api.notes.restore({ companyId, revision, baseRevision: saved.revision });
    await this.read();
    return done;
  }

  async #save(): Promise<void> {
    const { body, saved } = this;
    this.state = 'saving';
    try {
      const { undo, ...done } = await this.#api.notes.save({
        companyId: this.companyId,
        body,
        baseRevision: saved.revision,
        workspaceId: this.#workspaceId,
        begins: this.#begins,
      });
      this.#begins = false;
      this.saved = { body, ...done };
      this.undo = undo;
      this.state = 'saved';
      if (this.body !== body) this.write(this.body);
    } catch (error) {
      const failure = error instanceof AppFailure ? error.appError : null;
      this.state = 'failed';
      if (failure?.kind === 'conflict' && failure.reason === 'newer-revision') await this.read();
      if (this.state === 'failed') this.#saveIn(AGAIN_MS);
    }
  }

  #take(found: Saved): void {
    if (found.revision === this.saved.revision && this.state !== 'opening' && this.state !== 'failed') return;
    const untouched = this.body === this.saved.body;
    if (untouched || found.body === this.body) {
      this.saved = found;
      this.body = found.body;
      this.theirs = null;
      this.state = 'saved';
    } else if (found.revision !== this.saved.revision) {
      this.#stopTimer();
      this.theirs = found;
      this.state = 'conflict';
    }
  }
}

interface Open {
  readonly note: Note;
  /** A company can be shown twice: beside its list and, over it, in full. */
  readonly shown: number;
}

/** The notes that are open or not saved yet; a text outlives leaving its company. */
export class Notes {
  readonly #api: Api;
  readonly #workspaceId: string;
  readonly #unsaved: UnsavedNotes;
  readonly #stops: (() => void)[];
  #open: Readonly<Record<string, Open>> = {};

  constructor(api: Api, workspaceId: string, unsaved: UnsavedNotes) {
    this.#api = api;
    this.#workspaceId = workspaceId;
    this.#unsaved = unsaved;
    unsaved.holders.add(this);
    // Leaving the page: what was typed last is on its way before the page is gone.
    const leaving = (): void => void this.flush();
    addEventListener('pagehide', leaving);
    // What could not be saved would go with the page: it is asked about first.
    const asking = (event: BeforeUnloadEvent): void => {
      if (Object.values(this.#open).some(({ note }) => note.isStuck)) event.preventDefault();
    };
    addEventListener('beforeunload', asking);
    this.#stops = [
      api.notes.onChanged(({ companyId }) => void this.#open[companyId]?.note.read()),
      () => removeEventListener('pagehide', leaving),
      () => removeEventListener('beforeunload', asking),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#unsaved.holders.delete(this);
    void this.#hold();
    this.#open = {};
  }
  /** Saves at once whatever is not saved yet; to be awaited before the workspace is left. */
  async flush(): Promise<void> {
    await Promise.all(Object.values(this.#open).map(({ note }) => note.flush()));
  }
  async #hold(): Promise<void> {
    const notes = Object.values(this.#open).map(({ note }) => note);
    await this.flush();
    for (const note of notes) note.dispose();
    const left = notes.filter((note) => !note.settled);
    this.#unsaved.store(
      this.#workspaceId,
      left.map(({ companyId, body, saved }) => ({ companyId, body, saved })),
    );
  }
  #begin(companyId: string): Note {
    const left = this.#unsaved.take(this.#workspaceId, companyId);
    return new Note(this.#api, this.#workspaceId, companyId, left);
  }
  of(companyId: string): Note {
    const known = this.#open[companyId];
    const note = known?.note ?? this.#begin(companyId);
    this.#open = { ...this.#open, [companyId]: { note, shown: (known?.shown ?? 0) + 1 } };
    return note;
  }
  /** Leaving a company: what is written is saved; only what could not be stays open. */
  async leave(companyId: string): Promise<void> {
    const known = this.#open[companyId];
    if (known === undefined) return;
    this.#open = { ...this.#open, [companyId]: { ...known, shown: known.shown - 1 } };
    await known.note.flush();
    const now = this.#open[companyId];
    if (now === undefined || now.shown > 0 || !now.note.settled) return;
    this.#open = Object.fromEntries(Object.entries(this.#open).filter(([id]) => id !== companyId));
  }
}
