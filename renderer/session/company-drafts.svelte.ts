import { SvelteMap } from 'svelte/reactivity';
import type { Channel } from '../../shared/model/user-data.ts';

/** As it stands in the form: a day that is not chosen is empty. */
export interface WrittenTask {
  title: string;
  dueOn: string;
}
export interface WrittenContact {
  channel: Channel;
  happenedOn: string;
  line: string;
  /** A person's id, or one of the two below. */
  person: string;
}
/** Why a company is on a list. */
export interface WrittenReason {
  reason: string;
}
/** A message that was not sent on yet, and the template that it began as. */
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
/** Whoever it was about before, who cannot be shown now. */
export const SAME_CONTACT = 'same';

/** What stands in one form. */
export class Draft<T extends object> {
  readonly written: T;
  /** It is being saved. */
  isBusy = $state(false);
  /** It could not be saved. */
  isRefused = $state(false);
  /** Another was asked for while this one is saved. */
  next: T | null = null;
  readonly #begun: string;
  readonly #drop: () => void;

  constructor(written: T, drop: (draft: Draft<T>) => void) {
    this.#begun = JSON.stringify(written);
    this.written = $state(written);
    this.#drop = () => drop(this);
  }
  /** Its form is gone: nobody misses what nobody wrote. */
  leave(): void {
    const isTouched = JSON.stringify(this.written) !== this.#begun;
    if (!isTouched && !this.isBusy && !this.isRefused) this.#drop();
  }
}

/**
 * What is written in forms about companies, from when a form is opened until it is saved or given up: the form itself may be gone
 * by the time a save is refused, and with it the company, or the workspace. What is new is found by its company, a change by the id
 * of what it changes. As long as the page lives.
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
  /** A form is asked for: the one that stands, or a new one. */
  open(id: string, begin: () => T): void {
    const key = this.#keyOf(id);
    const known = this.#kept.get(key);
    if (known === undefined) this.#begin(key, begin());
    else if (known.isBusy) known.next = begin();
  }
  /** A dialog was left as one leaves it by mistake too: what stands in it. */
  keep(id: string, written: T): void {
    this.#begin(this.#keyOf(id), written);
  }
  /** What was kept, for the dialog that shows it again. */
  take(id: string): T | undefined {
    const kept = this.of(id)?.written;
    this.giveUp(id);
    return kept;
  }
  /** What the ids stood for may be gone. */
  clear(): void {
    this.#kept.clear();
  }
  giveUp(id: string): void {
    this.#kept.delete(this.#keyOf(id));
  }
  /** Saves what stands in a form, which goes then. @returns whether it was saved */
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
    // After a restore what has this id may be something else.
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
  /** By company and person. */
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
  /** The files were replaced: what had an id in them may be another now. */
  clear(): void {
    this.tasks.clear();
    this.contacts.clear();
    this.reasons.clear();
    this.messages.clear();
    this.templates.clear();
  }
}
