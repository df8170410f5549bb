import { plural } from '../../../lib/format.ts';

/** Separate from `contactsLocked`, because the first view includes only the command that locks contacts. */
export const lockContacts = {
  title: 'Lock people',
  open: 'People are open until Roundwatch closes. Locked, everything but people goes on working.',
  isLocked: 'Locked now. Your passphrase opens them again.',
  now: 'Lock people now',
  locked: 'People are locked. Your passphrase opens them.',
} as const;

/** UI text for the automatic locking settings. */
export const autoLock = {
  title: 'Lock automatically',
  onScreenLock: 'Lock people when the screen locks or the computer sleeps',
  idle: { computer: 'Lock people when the computer is idle', page: 'Lock people when this page is idle' },
  never: 'Never',
  after: (minutes: number) => `After ${plural(minutes, 'minute')}`,
  hint: {
    passphrase: 'Your passphrase unlocks people again. Requests for contacts wait while people are locked.',
    keychain:
      'One click unlocks people again, because the keychain asks for no password. For a lock that needs a secret, protect people with a passphrase. Requests for contacts wait while people are locked.',
  },
} as const;

/** UI text about why contacts cannot be read, and how to unlock them. */
export const contactsLocked = {
  why: {
    passphrase: {
      fact: 'People are locked.',
      works: 'Companies work; names and addresses need their passphrase.',
    },
    'auto-locked': {
      fact: 'People are locked.',
      works: 'Companies work. Roundwatch locked names and addresses while you were away.',
    },
    'keychain-locked': {
      fact: 'People are locked.',
      works: 'Companies work; the keyring is locked and keeps names and addresses closed.',
    },
    'no-keychain': {
      fact: 'People are locked.',
      works: 'Companies work; no keyring answers that could open names and addresses.',
    },
    'key-missing': {
      fact: 'The key of people is gone.',
      works: 'Companies work; the keyring is open, but has no key for names and addresses.',
    },
    'key-damaged': {
      fact: 'The key of people is damaged.',
      works: 'Companies work; what is left of the key does not open names and addresses.',
    },
  },
  passphrase: 'Passphrase',
  action: 'Unlock',
  retry: 'Ask again',
  show: 'Show people',
  forgotten: 'Forgotten…',
  removeContacts: 'Begin anew…',
  wrong: 'That is not the passphrase.',
  opened: 'People are open until Roundwatch closes',
} as const;
