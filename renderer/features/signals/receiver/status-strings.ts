import { countText } from '../../../lib/format.ts';

/**
 * Separate from the UI text of the Signals screen, because the status bar and the rail are part of the first
 * view.
 */
export const signalsLight = {
  off: 'Receiver off',
  listening: 'Receiver listening',
  waiting: 'Receiver waiting for its first event',
  'port-taken': 'Receiver: port taken',
  'no-key': 'Receiver has no key',
  'key-locked': 'Receiver: keyring locked',
  failed: 'Receiver cannot listen',
  last: (when: string) => `last delivery ${when} ago`,
  lastNow: 'last delivery just now',
  open: 'Open the receiver',
  silent: 'Receiver listening',
  silence: {
    none: (days: string) => `No delivery for ${days}.`,
    noneListening: (days: string) => `No delivery in ${days} of listening.`,
    usual: (gap: string) => `Usually one every ${gap}.`,
    check: 'Check the tunnel.',
  },

  settings: {
    title: 'Webhook receiver',
    about: 'Off unless you switch it on; it listens on this laptop alone, and only while Roundwatch runs.',
    last: (when: string) => `Last delivery ${when}.`,
    open: 'Set it up in Signals',
  },
  unseen: (count: number) => `${countText(count)} new`,
} as const;
