import { plural } from '../../../lib/format.ts';

export const lockContacts = {
  title: 'Contact lock',
  open: 'Contacts are unlocked. Roundwatch locks them when you quit. Everything else still works while they’re locked.',
  isLocked: 'Contacts are locked. Enter your passphrase to unlock them.',
  now: 'Lock contacts',
  locked: 'Contacts are locked. Enter your passphrase to unlock them.',
} as const;

export const autoLock = {
  title: 'Automatic locking',
  onScreenLock: 'Lock contacts when the screen locks or the computer sleeps',
  idle: { computer: 'Lock contacts when the computer is idle', page: 'Lock contacts when this page is idle' },
  never: 'Never',
  after: (minutes: number) => `After ${plural(minutes, 'minute')}`,
  hint: {
    passphrase: 'To unlock contacts again, enter your passphrase. Until then, requests for contacts wait.',
    keychain:
      'To unlock contacts again, press “Show contacts”. Until then, requests for contacts wait. The keychain doesn’t ask for a password. To require a passphrase, change the contact key.',
  },
} as const;

/** UI text that explains why contacts cannot be read and how to unlock them. */
export const contactsLocked = {
  why: {
    passphrase: {
      fact: 'Contacts are locked.',
      works: 'Enter your passphrase to unlock them. Everything else still works.',
    },
    'auto-locked': {
      fact: 'Contacts are locked.',
      works: 'Roundwatch locked them while you were away. Everything else still works.',
    },
    'keychain-locked': {
      fact: 'Contacts are locked.',
      works: 'Unlock the keychain to read them. Everything else still works.',
    },
    'no-keychain': {
      fact: 'Contacts are locked.',
      works: 'The keychain that holds the contact key isn’t available. Everything else still works.',
    },
    'key-missing': {
      fact: 'The contact key is missing.',
      works:
        'The key is no longer in the keychain, so contacts can’t be decrypted. Everything else still works.',
    },
    'key-damaged': {
      fact: 'The contact key is damaged.',
      works: 'Contacts can’t be decrypted. Everything else still works.',
    },
  },
  passphrase: 'Passphrase',
  action: 'Unlock',
  retry: 'Try again',
  show: 'Show contacts',
  forgotten: 'Forgot passphrase?',
  removeContacts: 'Remove unreadable contacts…',
  wrong: 'Wrong passphrase. Try again.',
  opened: 'Contacts unlocked',
} as const;
