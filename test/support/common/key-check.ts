/** The accepted price for checking a new API key, and the screen that makes the request. */
export const KEY_CHECK = {
  accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  screen: 'settings',
} as const;
