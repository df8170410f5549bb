/** Of the command too, which is there from the first view on. */
export const lockPeople = {
  title: 'Lock people',
  open: 'People are open until Roundwatch closes. Locked, everything but people goes on working.',
  isLocked: 'Locked now. Your passphrase opens them again.',
  now: 'Lock people now',
  locked: 'People are locked. Your passphrase opens them.',
} as const;
