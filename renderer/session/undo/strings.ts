/** UI text for undoing changes. */
export const undo = {
  undone: (change: string) => `Undone: ${change}`,
  again: 'Do it again',
  /** Describes a change from an earlier session, such as `list removed, 14 May 17:02`. */
  older: (change: string, when: string) => `${change}, ${when}`,
  nothing: 'There is nothing to undo',
} as const;
