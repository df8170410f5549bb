import { SvelteMap } from 'svelte/reactivity';
import type { Channel } from '../../shared/model/user-data.ts';

/** `dueOn` is empty while no day is chosen. */
export interface TaskFields {
  title: string;
  dueOn: string;
}
export interface ContactLogFields {
  channel: Channel;
  happenedOn: string;
  line: string;
  /** A contact's id, `NOBODY` or `SAME_CONTACT`. */
  person: string;
}
/** The reason why a company is on a list. */
export interface ReasonFields {
  reason: string;
}
/** A message to a contact and the template it started from. */
export interface MessageFields {
  templateId: string;
  subject: string;
  body: string;
}
export interface TemplateFields {
  name: string;
  subject: string;
  body: string;
}
export const NOBODY = '';
/** Keeps the contact of an entry whose name cannot be shown now. */
export const SAME_CONTACT = 'same';

/** The content of one form. */
export class Draft<T extends object> {
  readonly fields: T;
  isBusy = $state(false);
  /** The last save failed. */
  hasFailed = $state(false);
  /** Content of a form that was opened while this draft is being saved. */
  next: T | null = null;
  readonly #initial: string;
  readonly #drop: () => void;

  constructor(fields: T, drop: (draft: Draft<T>) => void) {
    this.#initial = JSON.stringify(fields);
    this.fields = $state(fields);
    this.#drop = () => drop(this);
  }
  /** Drops the draft when its form is closed, unless it has changes. */
  close(): void {
    const isChanged = JSON.stringify(this.fields) !== this.#initial;
    if (!isChanged && !this.isBusy && !this.hasFailed) this.#drop();
  }
}

/**
 * Drafts of forms, in memory, from opening a form until its content is saved or discarded: when a save fails, the form, the
 * company or the workspace may be closed already. A new entry has the company's id, a change the id of the changed entry.
 */
class Drafts<T extends object> {
  readonly #drafts = new SvelteMap<string, Draft<T>>();
  readonly #workspaceId: () => string | null;

  constructor(workspaceId: () => string | null) {
    this.#workspaceId = workspaceId;
  }
  of(id: string): Draft<T> | undefined {
    return this.#drafts.get(this.#keyOf(id));
  }
  /** Opens a form: its draft, or a new one. */
  open(id: string, begin: () => T): void {
    const key = this.#keyOf(id);
    const known = this.#drafts.get(key);
    if (known === undefined) this.#create(key, begin());
    else if (known.isBusy) known.next = begin();
  }
  /** Stores the content of a dialog that may have been closed by mistake. */
  store(id: string, fields: T): void {
    this.#create(this.#keyOf(id), fields);
  }
  /** Returns and removes stored content, for its dialog. */
  take(id: string): T | undefined {
    const stored = this.of(id)?.fields;
    this.discard(id);
    return stored;
  }
  clear(): void {
    this.#drafts.clear();
  }
  discard(id: string): void {
    this.#drafts.delete(this.#keyOf(id));
  }
  /** Saves a draft and drops it. @returns whether it was saved */
  async save(id: string, work: (fields: T) => Promise<boolean>): Promise<boolean> {
    const key = this.#keyOf(id);
    const draft = this.#drafts.get(key);
    if (draft === undefined || draft.isBusy) return false;
    draft.isBusy = true;
    draft.hasFailed = false;
    const isSaved = await work(draft.fields).finally(() => (draft.isBusy = false));
    draft.hasFailed = !isSaved;
    const { next } = draft;
    draft.next = null;
    if (!isSaved) return false;
    // After a restore the id may belong to another entry.
    if (this.#drafts.get(key) !== draft) return true;
    if (next === null) this.#drafts.delete(key);
    else this.#create(key, next);
    return true;
  }
  #create(key: string, fields: T): void {
    const drop = (draft: Draft<T>): void => {
      if (this.#drafts.get(key) === draft) this.#drafts.delete(key);
    };
    this.#drafts.set(key, new Draft(fields, drop));
  }
  #keyOf(id: string): string {
    return `${this.#workspaceId() ?? ''} ${id}`;
  }
}

export class CompanyDrafts {
  readonly tasks: Drafts<TaskFields>;
  readonly contacts: Drafts<ContactLogFields>;
  /** By company and list. */
  readonly reasons: Drafts<ReasonFields>;
  /** By company and contact. */
  readonly messages: Drafts<MessageFields>;
  readonly templates: Drafts<TemplateFields>;

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
