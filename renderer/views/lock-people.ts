import { lockPeople as words } from '../lib/words/lock-people.ts';
import type { App } from '../state/app.svelte.ts';

/** Only what a passphrase guards can be locked: a keyring would open it again without asking. */
export const canLockPeople = ({ keys }: App): boolean =>
  keys.state?.people.mode === 'passphrase' && keys.state.people.state === 'open';

export async function lockPeople(app: App): Promise<void> {
  await app.attempt(async () => {
    await app.keys.lockPeople();
    app.toasts.clear();
    app.toasts.say(words.locked);
  });
}
