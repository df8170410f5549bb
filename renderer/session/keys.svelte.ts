import type { Api } from '../../shared/contract/index.ts';
import type { KeyState, SecretPlace, SecretState } from '../../shared/model/workspace.ts';

type Keychain = Awaited<ReturnType<Api['keys']['keychain']>>;

/** Whether the keychain can store secrets; otherwise the user chooses another place. */
export const keychainWorks = (state: SecretState): boolean => state === 'ready' || state === 'absent';

/** Whether there is a key, where it lives, and whether people are open. Never the key itself. */
export class Keys {
  state = $state.raw<KeyState | null>(null);
  /** Whether a key could be kept in the keychain now; null until asked. */
  keychain = $state.raw<Keychain | null>(null);
  /** Whether the seller is asked to give up people whose key is lost. */
  isGivingUp = $state(false);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    this.state = await this.#api.keys.state({});
  }
  /** The seller may come back from unlocking the keychain: the core knows whether it waits for that. @returns its dispose. */
  watch(): () => void {
    const look = (): void => void this.#api.keys.look({}).catch(() => undefined);
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }
  /** Only where the seller is about to choose: a locked keyring may ask for its password. */
  async askKeychain(): Promise<void> {
    this.keychain = await this.#api.keys.keychain({});
  }
  forget(): void {
    this.state = null;
  }
  async replace(apiKey: string, place: SecretPlace, sameAccount: boolean): Promise<void> {
    this.state = await this.#api.keys.setApiKey({ apiKey, place, sameAccount });
  }
  async clear(): Promise<void> {
    this.state = await this.#api.keys.clearApiKey({});
  }
  /** From now on contacts are kept, sealed this way. */
  async keepPeople(how: Parameters<Api['keys']['keepPeople']>[0]['how']): Promise<void> {
    this.state = await this.#api.keys.keepPeople({ how });
  }
  /** @returns whether people are open now; false: not that passphrase. */
  async unlockPeople(passphrase: string): Promise<boolean> {
    this.state = await this.#api.keys.unlockPeople({ passphrase });
    return this.state.people.state === 'open';
  }
  /** Forgets the open key of people until the passphrase is typed again. */
  async lockContacts(): Promise<void> {
    this.state = await this.#api.keys.lockContacts({});
  }
  /** Removes people whose key is lost; from then on nobody is kept. @returns what went */
  async removeUndecryptableContacts() {
    const gone = await this.#api.privacy.removeUndecryptableContacts({});
    await this.refresh();
    return gone;
  }
  /** Asks the keychain again. */
  async retry(): Promise<void> {
    this.state = await this.#api.keys.retry({});
  }
}
