import { NO_PERSON, type CompanyDrafts, type MessageFields } from '../../../session/company-drafts.svelte.ts';

type MessageText = Pick<MessageFields, 'subject' | 'body'>;

/**
 * The text in the message dialog. Every change is stored as a draft, because the dialog may close
 * unexpectedly. For example, a link from a notification opens another company and closes the dialog.
 */
export class MessageDraft {
  recipientId = $state(NO_PERSON);
  templateId = $state('');
  subject = $state('');
  body = $state('');
  isEdited = $state(false);
  /** Whether the text comes from a draft and has not been changed since the dialog was opened. */
  isRestored = $state(false);
  /**
   * Whether the message has been copied and has not changed since then. Such a message is not stored as a
   * draft.
   */
  isCopied = $state(false);
  #companyId = '';
  #previousRecipient = NO_PERSON;
  readonly #drafts: CompanyDrafts['messages'];
  readonly #filled: () => MessageText | null;

  /**
   * @param filled returns the text that the chosen template produces for the chosen recipient; null while the
   * company is not loaded
   */
  constructor(drafts: CompanyDrafts['messages'], filled: () => MessageText | null) {
    this.#drafts = drafts;
    this.#filled = filled;
  }

  /** The id of the draft for the current recipient. */
  get id(): string {
    return idOf(this.#companyId, this.recipientId);
  }
  get isStored(): boolean {
    return this.#drafts.of(this.id) !== undefined;
  }
  /** Returns the first of a company's recipients who has a stored draft. */
  recipientWithDraft(companyId: string, recipientIds: readonly string[]): string | undefined {
    return recipientIds.find((each) => this.#drafts.of(idOf(companyId, each)) !== undefined);
  }

  /** Shows the draft for a recipient or, if there is none, fills in the template. */
  open(companyId: string, recipientId: string): void {
    this.#companyId = companyId;
    this.recipientId = recipientId;
    this.#previousRecipient = recipientId;
    this.#restoreOrFill();
  }
  /**
   * Replaces the text with the filled-in template. Call this only if no typed text would be lost, or if the
   * user has chosen another template.
   */
  fill(): void {
    this.isEdited = false;
    this.isRestored = false;
    this.isCopied = false;
    const text = this.#filled();
    if (text !== null) ({ subject: this.subject, body: this.body } = text);
    this.#store();
  }
  edit(change: Partial<MessageText>): void {
    this.subject = change.subject ?? this.subject;
    this.body = change.body ?? this.body;
    this.isEdited = true;
    this.isRestored = false;
    this.isCopied = false;
    this.#store();
  }
  /**
   * Replaces the text with the chosen template. If the choice is "No template", edited text remains
   * unchanged.
   */
  changeTemplate(): void {
    if (!this.isEdited || this.templateId !== '') this.fill();
    else this.#store();
  }
  /**
   * Must be called when the recipient has changed. The edited text stays for the new recipient, unless the
   * new recipient has a draft.
   */
  changeRecipient(): void {
    if (this.isStored || !this.isEdited) this.#restoreOrFill();
    else {
      this.#drafts.discard(idOf(this.#companyId, this.#previousRecipient));
      this.#store();
    }
    this.#previousRecipient = this.recipientId;
  }
  markCopied(): void {
    this.isCopied = true;
    this.#store();
  }

  #restoreOrFill(): void {
    const stored = this.#drafts.of(this.id)?.fields;
    if (stored === undefined) {
      this.fill();
      return;
    }
    ({ templateId: this.templateId, subject: this.subject, body: this.body } = stored);
    this.isEdited = true;
    this.isRestored = true;
    this.isCopied = false;
  }
  /** Stores the text. If the text is unchanged, copied or empty, deletes the stored draft instead. */
  #store(): void {
    const { templateId, subject, body } = this;
    const isUnsaved = this.isEdited && !this.isCopied && `${subject}${body}`.trim() !== '';
    if (isUnsaved) this.#drafts.store(this.id, { templateId, subject, body });
    else this.#drafts.discard(this.id);
  }
}

const idOf = (companyId: string, recipientId: string): string => `${companyId} ${recipientId}`;
