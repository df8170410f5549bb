/** The parts of the assistants that other features use. */
export { openAssistants, pauseAssistants } from './assistant-commands.ts';
export { assistantsOf, type AssistantsState } from './assistants.svelte.ts';
export { proposalsOf } from './proposals.svelte.ts';

/** Loads the proposals, which Today shows only while there are any. */
export const proposalDock = () => import('./ProposalDock.svelte');
