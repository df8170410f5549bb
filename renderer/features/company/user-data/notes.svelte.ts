import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { UnsavedNotes, UnsavedText } from '../../../session/unsaved-notes.ts';

type Saved = Awaited<ReturnType<Api['notes']['get']>>;
type Stored = Awaited<ReturnType<Api['notes']['save']>>;
const SAVE_DELAY_MS = 700;
/** Delay, in ms, before a failed save is retried. A full disk may have space again by then. */
const RETRY_MS = 10_000;

export interface NoteStore {
  read(): Promise<Saved>;
  save(note: {
    readonly body: string;
    readonly baseRevision: number;
    readonly workspaceId: string;
    readonly begins: boolean;
  }): Promise<Stored>;
}

/**
 * A note. It is saved automatically shortly after each change, so a crash loses only the last moments of typing.
 * If a newer version was saved elsewhere, for example in another window, neither version is overwritten until the
 * user chooses one.
 */
export class Note {
  /** Identifies the note within its workspace. */
  readonly key: string;
  body = $state('');
  saved = $state.raw<Saved>({ body: '', revision: 0, savedAtMs: null });
  state = $state<'opening' | 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'>('opening');
  /** In a conflict, the version that was saved elsewhere; otherwise null. */
  theirs = $state.raw<Saved | null>(null);
  /** The undo token of the current edit. All saves of one edit share the same token. */
  undo: string | null = null;
  readonly #store: NoteStore;
  readonly #workspaceId: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #isNewEdit = false;
  #isDisposed = false;

  /** @param held text that could not be saved when the user last left the workspace */
  constructor(store: NoteStore, workspaceId: string, key: string, held?: UnsavedText) {
    this.#store = store;
    this.#workspaceId = workspaceId;
    this.key = key;
    if (held === undefined) void this.read();
    else {
      this.saved = held.saved;
      this.state = 'unsaved';
      this.write(held.body);
    }
  }
  /** Whether the note can be removed from memory without losing text. */
  get settled(): boolean {
    return this.#saving === null && (this.state === 'saved' || this.body === this.saved.body);
  }
  /** Whether text is unsaved because saving failed, or because the user must first resolve a conflict. */
  get isStuck(): boolean {
    return !this.settled && (this.state === 'failed' || this.state === 'conflict');
  }

  async read(): Promise<void> {
    try {
      this.#merge(await this.#store.read());
    } catch {
      if (this.state === 'opening') this.state = 'failed';
    }
  }

  /** Stops saving. Called when the workspace closes; `UnsavedNotes` then keeps text that is still unsaved. */
  dispose(): void {
    this.#isDisposed = true;
    this.#stopTimer();
  }

  /** Starts an edit. Its first save creates a new revision with its own undo token. */
  begin(): void {
    this.#isNewEdit = true;
  }

  write(body: string): void {
    this.body = body;
    if (this.state === 'conflict') return;
    const wasFailed = this.state === 'failed';
    this.state = body === this.saved.body && this.#saving === null ? 'saved' : 'unsaved';
    if (wasFailed || this.state === 'saved') this.#stopTimer();
    if (this.state === 'unsaved') this.#scheduleSave(SAVE_DELAY_MS);
  }
  #scheduleSave(delayMs: number): void {
    if (!this.#isDisposed) this.#timer ??= setTimeout(() => void this.flush(), delayMs);
  }
  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Saves unsaved text immediately. */
  async flush(): Promise<void> {
    this.#stopTimer();
    if (this.#saving !== null) await this.#saving;
    if (this.state === 'conflict' || this.state === 'opening' || this.body === this.saved.body) return;
    this.#saving = this.#save().finally(() => (this.#saving = null));
    await this.#saving;
  }

  /** Overwrites the other version with this text. The other version remains in the note's history. */
  async keepMine(): Promise<void> {
    if (this.theirs === null) return;
    this.saved = this.theirs;
    this.theirs = null;
    this.state = 'unsaved';
    await this.flush();
    if (this.body === this.saved.body) this.state = 'saved';
  }
  /**
   * Replaces the unsaved text with the other version.
   *
   * @returns the replaced text, for undo
   */
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

  async #save(): Promise<void> {
    const { body, saved } = this;
    this.state = 'saving';
    try {
      const { undo, ...done } = await this.#store.save({
        body,
        baseRevision: saved.revision,
        workspaceId: this.#workspaceId,
        begins: this.#isNewEdit,
      });
      this.#isNewEdit = false;
      this.saved = { body, ...done };
      this.undo = undo;
      this.state = 'saved';
      if (this.body !== body) this.write(this.body);
    } catch (error) {
      const failure = error instanceof AppFailure ? error.appError : null;
      this.state = 'failed';
      if (failure?.kind === 'conflict' && failure.reason === 'newer-revision') await this.read();
      if (this.state === 'failed') this.#scheduleSave(RETRY_MS);
    }
  }

  #merge(found: Saved): void {
    if (found.revision === this.saved.revision && this.state !== 'opening' && this.state !== 'failed') return;
    const isUnchanged = this.body === this.saved.body;
    if (isUnchanged || found.body === this.body) {
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

/** The note about a company. It has a history of earlier versions. */
export class CompanyNote extends Note {
  readonly companyId: string;
  readonly #notes: Api['notes'];

  constructor({ notes }: Api, workspaceId: string, companyId: string, held?: UnsavedText) {
    const store: NoteStore = {
      read: () => notes.get({ companyId }),
      save: (note) => notes.save({ companyId, ...note }),
    };
    super(store, workspaceId, companyId, held);
    this.companyId = companyId;
    this.#notes = notes;
  }
  /**
   * Restores an earlier version as the newest revision. Unsaved text is saved first, so it stays in the
   * history.
   */
  async restore(revision: number): Promise<Stored> {
    await this.flush();
    const { companyId, saved } = this;
    const done = await this.#notes.restore({ companyId, revision, baseRevision: saved.revision });
    await this.read();
    return done;
  }
}

interface OpenNote<N> {
  readonly note: N;
  /** Number of panes that show the note. */
  readonly shown: number;
}

interface OpenNotesParts<N> {
  readonly workspaceId: string;
  readonly unsaved: UnsavedNotes;
  readonly create: (key: string, held: UnsavedText | undefined) => N;
  /**
   * After a note has been saved, calls the listener with the note's key, or with null if any note may have
   * changed.
   */
  readonly onChanged: (listener: (key: string | null) => void) => () => void;
}

/** The notes that are open or not saved yet. Unsaved text is kept when the user leaves the note. */
export class OpenNotes<N extends Note> {
  readonly #parts: OpenNotesParts<N>;
  readonly #stops: (() => void)[];
  #open: Readonly<Record<string, OpenNote<N>>> = {};

  constructor(parts: OpenNotesParts<N>) {
    this.#parts = parts;
    parts.unsaved.holders.add(this);
    // Saves the last changes when the page is closed.
    const saveOnLeave = (): void => void this.flush();
    addEventListener('pagehide', saveOnLeave);
    // If a note could not be saved, makes the browser ask for confirmation before the page closes.
    const confirmLeave = (event: BeforeUnloadEvent): void => {
      if (Object.values(this.#open).some(({ note }) => note.isStuck)) event.preventDefault();
    };
    addEventListener('beforeunload', confirmLeave);
    this.#stops = [
      parts.onChanged((key) => {
        for (const { note } of Object.values(this.#open))
          if (key === null || note.key === key) void note.read();
      }),
      () => removeEventListener('pagehide', saveOnLeave),
      () => removeEventListener('beforeunload', confirmLeave),
    ];
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#parts.unsaved.holders.delete(this);
    void this.#handOverUnsaved();
    this.#open = {};
  }
  /** Saves all unsaved text. Must be awaited before leaving the workspace. */
  async flush(): Promise<void> {
    await Promise.all(Object.values(this.#open).map(({ note }) => note.flush()));
  }
  async #handOverUnsaved(): Promise<void> {
    const notes = Object.values(this.#open).map(({ note }) => note);
    await this.flush();
    for (const note of notes) note.dispose();
    const left = notes.filter((note) => !note.settled);
    this.#parts.unsaved.store(
      this.#parts.workspaceId,
      left.map(({ key, body, saved }) => ({ key, body, saved })),
    );
  }
  of(key: string): N {
    const { create, unsaved, workspaceId } = this.#parts;
    const known = this.#open[key];
    const note = known?.note ?? create(key, unsaved.take(workspaceId, key));
    this.#open = { ...this.#open, [key]: { note, shown: (known?.shown ?? 0) + 1 } };
    return note;
  }
  /**
   * Saves the note when a pane stops showing it. Then removes the note from memory if it has been saved and
   * no other pane shows it.
   */
  async leave(key: string): Promise<void> {
    const known = this.#open[key];
    if (known === undefined) return;
    this.#open = { ...this.#open, [key]: { ...known, shown: known.shown - 1 } };
    await known.note.flush();
    const now = this.#open[key];
    if (now === undefined || now.shown > 0 || !now.note.settled) return;
    this.#open = Object.fromEntries(Object.entries(this.#open).filter(([id]) => id !== key));
  }
}

/** The open notes about companies. A company can be open both beside its list and at full size. */
export class Notes extends OpenNotes<CompanyNote> {
  constructor(api: Api, workspaceId: string, unsaved: UnsavedNotes) {
    super({
      workspaceId,
      unsaved,
      create: (companyId, held) => new CompanyNote(api, workspaceId, companyId, held),
      onChanged: (listener) => api.notes.onChanged(({ companyId }) => listener(companyId)),
    });
  }
}
