/** The programs that Settings offers to add. `other`: any other program. */
export const PROGRAMS = ['claude-desktop', 'vs-code', 'cursor', 'other'] as const;
export type Program = (typeof PROGRAMS)[number];
