/** Taking a change back. */
export const undo = {
  undone: (said: string) => `Undone: ${said}`,
  again: 'Do it again',
  /** `list removed, 14 May 17:02` */
  older: (deed: string, when: string) => `${deed}, ${when}`,
  nothing: 'There is nothing to undo',
} as const;
