import { SvelteMap } from 'svelte/reactivity';
import type { Answer, Channel } from '../../shared/model/user-data.ts';

/** The fields of a task form. `dueOn` and `dueTime` are empty until the user chooses a day and a time. */
export interface TaskFields {
  title: string;
  dueOn: string;
  dueTime: string;
}
export interface ContactLogFields {
  channel: Channel;
  happenedOn: string;
  line: string;
  /** The contact that the entry is about: a contact's id, `NO_PERSON` or `SAME_CONTACT`. */
  person: string;
  /**
   * The contact's answer, or empty if the entry records a message or call by the user. Used only for a new
   * entry.
   */
  answer: Answer | '';
  /** Whether to create the proposed follow-ups. Used only for a new entry. */
  hasFollowUps: boolean;
}
/** The content of the form in which the user explains why a company is on a list. */
interface ReasonFields {
  reason: string;
}
/** A message to a contact, and the template it is based on. */
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
export const NO_PERSON = '';
/**
 * A value of the form's contact field. It keeps the contact of an existing entry if the contact's name cannot
 * be shown, for example because contacts are locked.
 */
export const SAME_CONTACT = 'same';

/** The content of a form that is open or has unsaved changes. */
export class Draft<T extends object> {
  readonly fields: T;
  isBusy = $state(false);
  /** Whether the last attempt to save failed. */
  hasFailed = $state(false);
  /**
   * The content of a second form with the same id. The user opened that form while this draft was being
   * saved. Null if there is no second form.
   */
  next: T | null = null;
  readonly #initial: string;
  readonly #drop: () => void;

  constructor(fields: T, drop: (draft: Draft<T>) => void) {
    this.#initial = JSON.stringify(fields);
    this.fields = $state(fields);
    this.#drop = () => drop(this);
  }
  /** Drops the draft when its form is closed, unless the draft has changes. */
  close(): void {
    const isChanged = JSON.stringify(this.fields) !== this.#initial;
    if (!isChanged && !this.isBusy && !this.hasFailed) this.#drop();
  }
}

/**
 * Form drafts, held in memory. A draft with changes exists until it is saved or discarded: closing the form,
 * the company or the workspace does not remove it, because saving may have failed. The draft of a new entry
 * is stored under the company's id, and the draft of an edit under the edited entry's id.
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
  /** Opens a form with its existing draft, or else with a new draft. */
  open(id: string, begin: () => T): void {
    const key = this.#keyOf(id);
    const known = this.#drafts.get(key);
    if (known === undefined) this.#create(key, begin());
    else if (known.isBusy) known.next = begin();
  }
  /** Stores the content of a dialog that was closed. The user may have closed it by mistake. */
  store(id: string, fields: T): void {
    this.#create(this.#keyOf(id), fields);
  }
  /** Returns and removes a dialog's stored content. */
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
  /**
   * Saves a draft and drops it on success.
   *
   * @returns whether the draft was saved
   */
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
    // While this draft was being saved, a restored backup may have dropped all drafts. A newer draft with the
    // same id must then remain.
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
  /** Drafts of the reasons why companies are on lists, keyed by company id and list id. */
  readonly reasons: Drafts<ReasonFields>;
  /** Drafts of messages, keyed by company id and contact id. */
  readonly messages: Drafts<MessageFields>;
  readonly templates: Drafts<TemplateFields>;

  /** @param workspaceId returns the id of the open workspace */
  constructor(workspaceId: () => string | null) {
    this.tasks = new Drafts(workspaceId);
    this.contacts = new Drafts(workspaceId);
    this.reasons = new Drafts(workspaceId);
    this.messages = new Drafts(workspaceId);
    this.templates = new Drafts(workspaceId);
  }
  /**
   * Drops all drafts. Call it after the workspace's files have been replaced, because an id may now belong to
   * a different entry.
   */
  clear(): void {
    this.tasks.clear();
    this.contacts.clear();
    this.reasons.clear();
    this.messages.clear();
    this.templates.clear();
  }
}
