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

/**
 * How long, in ms, a request remains valid. If the company is opened later than that, the request has no
 * effect.
 */
const REQUEST_LIFETIME_MS = 5_000;

/** A request from another screen to a company's pane. The pane handles it once the contacts have loaded. */
class PendingRequest<R extends { readonly companyId: string }> {
  #request = $state.raw<R | null>(null);
  #askedAtMs = 0;

  ask(request: R): void {
    this.#request = request;
    this.#askedAtMs = performance.now();
  }
  /**
   * Returns the request for a company; null if there is none or if it is too old. Acting on an old request
   * would surprise the user.
   */
  of(companyId: string): R | null {
    const isRecent = performance.now() - this.#askedAtMs < REQUEST_LIFETIME_MS;
    return isRecent && this.#request?.companyId === companyId ? this.#request : null;
  }
  clear(): void {
    this.#request = null;
  }
}

/** The message to write, as requested by another screen. */
export const pendingMessage = (app: App): PendingRequest<MessageRequest> =>
  app.stateFor('pending-message', () => new PendingRequest<MessageRequest>());

/** The contact to show, as requested by another screen. */
export const pendingContact = (app: App): PendingRequest<ContactRequest> =>
  app.stateFor('pending-contact', () => new PendingRequest<ContactRequest>());
