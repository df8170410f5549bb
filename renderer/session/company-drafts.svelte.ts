import { SvelteMap } from 'svelte/reactivity';
import type { Channel } from '../../shared/model/user-data.ts';

/** `dueOn` is empty while no day is chosen. */
export interface WrittenTask {
  title: string;
  dueOn: string;
}
export interface WrittenContact {
  channel: Channel;
  happenedOn: string;
  line: string;
  /** A contact's id, `NOBODY` or `SAME_CONTACT`. */
  person: string;
}
/** The reason why a company is on a list. */
export interface WrittenReason {
  reason: string;
}
/** A message to a contact and the template it started from. */
export interface WrittenMessage {
  templateId: string;
  subject: string;
  body: string;
}
export interface WrittenTemplate {
  name: string;
  subject: string;
  body: string;
}
export const NOBODY = '';
/** Keeps the contact of an entry whose name cannot be shown now. */
export const SAME_CONTACT = 'same';

/** The content of one form. */
export class Draft<T extends object> {
  readonly written: T;
  isBusy = $state(false);
  /** The last save failed. */
  isRefused = $state(false);
  /** Content of a form that was opened while this draft is being saved. */
  next: T | null = null;
  readonly #begun: string;
  readonly #drop: () => void;

  constructor(written: T, drop: (draft: Draft<T>) => void) {
    this.#begun = JSON.stringify(written);
    this.written = $state(written);
    this.#drop = () => drop(this);
  }
  /** Drops the draft when its form is closed, unless it has changes. */
  leave(): void {
    const isTouched = JSON.stringify(this.written) !== this.#begun;
    if (!isTouched && !this.isBusy && !this.isRefused) this.#drop();
  }
}

/**
 * Drafts of forms, in memory, from opening a form until its content is saved or discarded: when a save fails, the form, the
 * company or the workspace may be closed already. A new entry has the company's id, a change the id of the changed entry.
 */
class Drafts<T extends object> {
  readonly #kept = new SvelteMap<string, Draft<T>>();
  readonly #workspaceId: () => string | null;

  constructor(workspaceId: () => string | null) {
    this.#workspaceId = workspaceId;
  }
  of(id: string): Draft<T> | undefined {
    return this.#kept.get(this.#keyOf(id));
  }
  /** Opens a form: its draft, or a new one. */
  open(id: string, begin: () => T): void {
    const key = this.#keyOf(id);
    const known = this.#kept.get(key);
    if (known === undefined) this.#begin(key, begin());
    else if (known.isBusy) known.next = begin();
  }
  /** Stores the content of a dialog that may have been closed by mistake. */
  keep(id: string, written: T): void {
    this.#begin(this.#keyOf(id), written);
  }
  /** Returns and removes stored content, for its dialog. */
  take(id: string): T | undefined {
    const kept = this.of(id)?.written;
    this.giveUp(id);
    return kept;
  }
  clear(): void {
    this.#kept.clear();
  }
  giveUp(id: string): void {
    this.#kept.delete(this.#keyOf(id));
  }
  /** Saves a draft and drops it. @returns whether it was saved */
  async save(id: string, work: (written: T) => Promise<boolean>): Promise<boolean> {
    const key = this.#keyOf(id);
    const draft = this.#kept.get(key);
    if (draft === undefined || draft.isBusy) return false;
    draft.isBusy = true;
    draft.isRefused = false;
    const done = await work(draft.written).finally(() => (draft.isBusy = false));
    draft.isRefused = !done;
    const { next } = draft;
    draft.next = null;
    if (!done) return false;
    // After a restore the id may belong to another entry.
    if (this.#kept.get(key) !== draft) return true;
    if (next === null) this.#kept.delete(key);
    else this.#begin(key, next);
    return true;
  }
  #begin(key: string, written: T): void {
    const drop = (draft: Draft<T>): void => {
      if (this.#kept.get(key) === draft) this.#kept.delete(key);
    };
    this.#kept.set(key, new Draft(written, drop));
  }
  #keyOf(id: string): string {
    return `${this.#workspaceId() ?? ''} ${id}`;
  }
}

export class CompanyDrafts {
  readonly tasks: Drafts<WrittenTask>;
  readonly contacts: Drafts<WrittenContact>;
  /** By company and list. */
  readonly reasons: Drafts<WrittenReason>;
  /** By company and contact. */
  readonly messages: Drafts<WrittenMessage>;
  readonly templates: Drafts<WrittenTemplate>;

  /** @param workspaceId of the open workspace */
  constructor(workspaceId: () => string | null) {
    this.tasks = new Drafts(workspaceId);
    this.contacts = new Drafts(workspaceId);
    this.reasons = new Drafts(workspaceId);
    this.messages = new Drafts(workspaceId);
    this.templates = new Drafts(workspaceId);
  }
  /** To be called after the files were replaced: an id may belong to another entry now. */
  clear(): void {
    this.tasks.clear();
    this.contacts.clear();
    this.reasons.clear();
    this.messages.clear();
    this.templates.clear();
  }
}
