import type { Api } from '../../shared/contract/index.ts';
import type { KeyState } from '../../shared/model/workspace.ts';

type Keychain = Awaited<ReturnType<Api['keys']['keychain']>>;

/**
 * The states of the API key and the contact key, and where each key is stored. The keys themselves never
 * reach the renderer.
 */
export class Keys {
  state = $state.raw<KeyState | null>(null);
  /** Whether the keychain can store a key; null until `checkKeychain` has run. */
  keychain = $state.raw<Keychain | null>(null);
  isRemovalDialogOpen = $state(false);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    this.state = await this.#api.keys.state({});
  }
  /**
   * From now on, checks the keychain each time the window regains focus, because the user may have unlocked
   * the keychain outside the app.
   *
   * @returns a function that stops the checks
   */
  watch(): () => void {
    const check = (): void => void this.#api.keys.look({}).catch(() => undefined);
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }
  /**
   * Updates `keychain`. A locked keychain may then ask for its password, so call this only when the user is
   * about to choose where to store a key.
   */
  async checkKeychain(): Promise<void> {
    this.keychain = await this.#api.keys.keychain({});
  }
  reset(): void {
    this.state = null;
  }
  /** Replaces the API key. The core first checks the new key with the service, at the price `accepted`. */
  async replace(key: Omit<Parameters<Api['keys']['setApiKey']>[0], 'screen'>): Promise<void> {
    this.state = await this.#api.keys.setApiKey({ ...key, screen: 'settings' });
  }
  async clear(): Promise<void> {
    this.state = await this.#api.keys.clearApiKey({});
  }
  /** Starts storing contacts, with the chosen kind of encryption. */
  async keepPeople(how: Parameters<Api['keys']['keepPeople']>[0]['how']): Promise<void> {
    this.state = await this.#api.keys.keepPeople({ how });
  }
  /**
   * Unlocks contacts.
   *
   * @returns false if the passphrase is wrong
   */
  async unlockPeople(passphrase: string): Promise<boolean> {
    this.state = await this.#api.keys.unlockPeople({ passphrase });
    return this.state.people.state === 'open';
  }
  /** Drops the contact key from memory. The user must enter the passphrase to unlock contacts again. */
  async lockContacts(): Promise<void> {
    this.state = await this.#api.keys.lockContacts({});
  }
  /**
   * Removes all stored contacts and stops storing contacts. Used when the stored contacts can no longer be
   * decrypted.
   *
   * @returns how much data was removed
   */
  async removeUndecryptableContacts() {
    const removed = await this.#api.privacy.removeUndecryptableContacts({});
    await this.refresh();
    return removed;
  }
  /** Retries reading the keys from the keychain. */
  async retry(): Promise<void> {
    this.state = await this.#api.keys.retry({});
  }
}
