export const undo = {
  undone: (change: string) => `Undone: ${change}`,
  redone: (change: string) => `Redone: ${change}`,
  redo: 'Redo',
  /** Describes a change from an earlier session, such as `task added (Lumenfold), 14 May 17:02`. */
  older: (change: string, when: string) => `${change}, ${when}`,
  by: (change: string, assistant: string) => `${change} by ${assistant}`,
  /** Adds the company to a change. */
  of: (change: string, company: string) => `${change} (${company})`,
  nothing: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  /** Names a change that only marked items as seen. */
  seen: 'items marked as seen',
} as const;
