import type { App } from '../../../session/app.svelte.ts';

interface MessageRequest {
  readonly companyId: string;
  /** The recipient; null to let the message dialog choose one. */
  readonly personId: string | null;
  /** The template to fill in; null to let the message dialog choose one. */
  readonly templateId: string | null;
}
interface ContactRequest {
  readonly companyId: string;
  /** The contact to show in the contacts panel. */
  readonly personId: string;
}

/** A company that cannot be opened within this time gets no dialog, and its contacts panel is not shown. */
const REQUEST_LIFETIME_MS = 5_000;

/** What another screen asked a company's pane to do. The pane does it as soon as its contacts have loaded. */
class PendingRequest<R extends { readonly companyId: string }> {
  #request = $state.raw<R | null>(null);
  #askedAtMs = 0;

  ask(request: R): void {
    this.#request = request;
    this.#askedAtMs = performance.now();
  }
  /** The request for a company; null if there is none, or if it is so old that its effect would surprise. */
  of(companyId: string): R | null {
    const isRecent = performance.now() - this.#askedAtMs < REQUEST_LIFETIME_MS;
    return isRecent && this.#request?.companyId === companyId ? this.#request : null;
  }
  clear(): void {
    this.#request = null;
  }
}

/** The message that another screen asked for. */
export const pendingMessage = (app: App): PendingRequest<MessageRequest> =>
  app.stateFor('pending-message', () => new PendingRequest<MessageRequest>());

/** The contact that another screen asked to show. */
export const pendingContact = (app: App): PendingRequest<ContactRequest> =>
  app.stateFor('pending-contact', () => new PendingRequest<ContactRequest>());
