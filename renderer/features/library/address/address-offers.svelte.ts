import type { Command } from '../../../session/commands/command.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';

/** Delay, in ms, between the last keystroke and the look-up of an address. */
const TYPING_PAUSE_MS = 300;
const TEXT_MAX = 200;
/** A website, an e-mail address or a LinkedIn URL has no spaces and at least one of these characters. */
const MAY_BE_ADDRESS = /^\S*[.@]\S*$/u;

/**
 * What the library offers if the search field contains an address: the companies to which the address
 * belongs, or a look-up at the service. The app looks up addresses only after a pause in typing, because an
 * e-mail address or a LinkedIn URL counts toward the limit on contacts per minute.
 */
export class AddressOffers {
  commands = $state.raw<readonly Command[]>([]);
  readonly #find: (text: string) => Promise<readonly Command[] | null>;
  readonly #latest = new LatestRequest();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: string | null = null;

  /** @param find returns the commands for an address; null if the text is not an address */
  constructor(find: (text: string) => Promise<readonly Command[] | null>) {
    this.#find = find;
  }

  /** Looks up the text. If offers for the same text are already shown, they stay until the reply arrives. */
  show(text: string): void {
    clearTimeout(this.#timer);
    const wanted = text.trim().slice(0, TEXT_MAX);
    if (wanted !== this.#shown) {
      this.#latest.cancel();
      this.#shown = null;
      this.commands = [];
    }
    if (!MAY_BE_ADDRESS.test(wanted)) return;
    this.#timer = setTimeout(() => void this.#read(wanted), TYPING_PAUSE_MS);
  }
  dispose(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
  }

  #read(text: string): Promise<void> {
    return this.#latest.run(
      () => this.#find(text),
      (commands) => {
        this.#shown = text;
        this.commands = commands ?? [];
      },
    );
  }
}
