import type { AddedAssistant } from '../../../../shared/model/assistants/assistants.ts';

/**
 * The programs that Settings offers to add, in the order in which every list shows them. `other`: any other
 * program.
 */
export const PROGRAMS = ['claude-desktop', 'vs-code', 'cursor', 'other'] as const;
export type Program = (typeof PROGRAMS)[number];

/**
 * Returns the programs that can be chosen when the new key is shown: those with a configuration, and `other`.
 */
export const programsWithSetup = (setups: AddedAssistant['setups']): Program[] =>
  PROGRAMS.filter((each) => each === 'other' || setups.some(({ program }) => program === each));
