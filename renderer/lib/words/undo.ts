/** Taking a change back. */
export const undo = {
  undone: (said: string) => `Undone: ${said}`,
  again: 'Do it again',
} as const;
