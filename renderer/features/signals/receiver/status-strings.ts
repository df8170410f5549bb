import { countText } from '../../../lib/format.ts';

/**
 * UI text for the status bar and the rail. The first view needs it, so it is separate from the text of the
 * Signals screen, which is loaded later.
 */
export const signalsLight = {
  off: 'Receiver off',
  listening: 'Receiver listening',
  waiting: 'Receiver waiting for an event',
  'port-taken': 'Receiver: port in use',
  'no-key': 'Receiver: no key',
  'key-locked': 'Receiver: keychain locked',
  failed: 'Receiver: can’t open port',
  last: (when: string) => `last delivery ${when} ago`,
  lastNow: 'last delivery just now',
  open: 'When it’s on, the receiver gets new rounds as soon as the service sends them. Opens Signals.',
  silent: 'Receiver: no recent deliveries',
  silence: {
    none: (days: string) => `No deliveries for ${days}.`,
    noneListening: (days: string) => `No deliveries in ${days} of listening.`,
    usual: (gap: string) => `Deliveries usually arrive every ${gap}.`,
    check: 'Check the tunnel.',
  },

  settings: {
    title: 'Webhook receiver',
    about:
      'The receiver gets webhook events about new rounds as soon as the service sends them, free of charge. It listens only on this computer, and only while Roundwatch is running. Set it up in Signals.',
    last: (when: string) => `Last delivery ${when}.`,
    open: 'Open Signals',
  },
  unseen: (count: number) => `${countText(count)} new`,
} as const;
