import type { Api } from '../../shared/contract/index.ts';
import type { KeyState, SecretPlace, SecretState } from '../../shared/model/workspace.ts';

type Keychain = Awaited<ReturnType<Api['keys']['keychain']>>;

/** Whether the keychain can store secrets; otherwise the user chooses another place. */
export const keychainWorks = (state: SecretState): boolean => state === 'ready' || state === 'absent';

/** State and place of the API key and of the contact key. The keys themselves never reach the renderer. */
export class Keys {
  state = $state.raw<KeyState | null>(null);
  /** Whether the keychain can store a key now; null until `checkKeychain`. */
  keychain = $state.raw<Keychain | null>(null);
  /** Whether the dialog that removes undecryptable contacts is open. */
  isRemovalDialogOpen = $state(false);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    this.state = await this.#api.keys.state({});
  }
  /** Checks the keychain when the window regains focus: the user may have unlocked it. @returns dispose */
  watch(): () => void {
    const check = (): void => void this.#api.keys.look({}).catch(() => undefined);
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }
  /** To be called only when the user chooses a place: a locked keyring may prompt for its password. */
  async checkKeychain(): Promise<void> {
    this.keychain = await this.#api.keys.keychain({});
  }
  reset(): void {
    this.state = null;
  }
  async replace(apiKey: string, place: SecretPlace, sameAccount: boolean): Promise<void> {
    this.state = await this.#api.keys.setApiKey({ apiKey, place, sameAccount });
  }
  async clear(): Promise<void> {
    this.state = await this.#api.keys.clearApiKey({});
  }
  /** Starts to store contacts, encrypted in this way. */
  async keepPeople(how: Parameters<Api['keys']['keepPeople']>[0]['how']): Promise<void> {
    this.state = await this.#api.keys.keepPeople({ how });
  }
  /** @returns whether contacts are unlocked; false for a wrong passphrase */
  async unlockPeople(passphrase: string): Promise<boolean> {
    this.state = await this.#api.keys.unlockPeople({ passphrase });
    return this.state.people.state === 'open';
  }
  /** Drops the contact key from memory until the user enters the passphrase. */
  async lockContacts(): Promise<void> {
    this.state = await this.#api.keys.lockContacts({});
  }
  /** Removes contacts whose key is lost and stops storing contacts. @returns the counts of removed data */
  async removeUndecryptableContacts() {
    const removed = await this.#api.privacy.removeUndecryptableContacts({});
    await this.refresh();
    return removed;
  }
  /** Reads the keys from the keychain again. */
  async retry(): Promise<void> {
    this.state = await this.#api.keys.retry({});
  }
}
