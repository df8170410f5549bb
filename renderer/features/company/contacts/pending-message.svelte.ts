import type { App } from '../../../session/app.svelte.ts';

interface MessageRequest {
  readonly companyId: string;
  /** The recipient; null selects one as the message dialog does by itself. */
  readonly personId: string | null;
  /** The template to fill in; null selects one as the message dialog does by itself. */
  readonly templateId: string | null;
}

/** A company that cannot be opened within this time gets no dialog. */
const REQUEST_LIFETIME_MS = 5_000;

/** A message that another screen asked for. The company's pane opens the message dialog as soon as it can. */
class PendingMessage {
  #request = $state.raw<MessageRequest | null>(null);
  #askedAtMs = 0;

  ask(request: MessageRequest): void {
    this.#request = request;
    this.#askedAtMs = performance.now();
  }
  /** The request for a company; null if there is none, or if it is so old that a dialog would surprise. */
  of(companyId: string): MessageRequest | null {
    const isRecent = performance.now() - this.#askedAtMs < REQUEST_LIFETIME_MS;
    return isRecent && this.#request?.companyId === companyId ? this.#request : null;
  }
  clear(): void {
    this.#request = null;
  }
}

export const pendingMessage = (app: App): PendingMessage =>
  app.stateFor('pending-message', () => new PendingMessage());
