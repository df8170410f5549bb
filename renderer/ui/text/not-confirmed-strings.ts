import type { AppErrorOf } from '../../../shared/app-error.ts';

export const NOTHING_SPENT = 'Nothing was spent. Your library still works.';

/** UI text about actions that were not confirmed in a native dialog. */
export const NOT_CONFIRMED = {
  connect: {
    declined: 'The connection wasn’t confirmed',
    works: 'Your API key wasn’t sent.',
    unavailable: 'Connect in the desktop app.',
  },
  'open-link': {
    declined: 'Opening the link wasn’t confirmed',
    works: 'Nothing was opened.',
    unavailable: 'Copy the address instead.',
  },
  spend: {
    declined: 'The price wasn’t confirmed',
    works: NOTHING_SPENT,
    unavailable: 'Fetch fewer records at once, or try again tomorrow.',
  },
  'raise-limit': {
    declined: 'The higher limit wasn’t confirmed',
    works: 'The limit is unchanged.',
    unavailable: 'Raise the limit in the desktop app.',
  },
  'show-contacts': {
    declined: 'Unlocking wasn’t confirmed',
    works: 'Contacts stay locked.',
    unavailable: 'Unlock contacts in the desktop app.',
  },
} as const satisfies Readonly<Record<AppErrorOf<'not-confirmed'>['action'], object>>;
