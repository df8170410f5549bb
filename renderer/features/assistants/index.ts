/** The parts of this feature that other features use. */
export { openAssistants, pauseAssistants } from './assistant-commands.ts';
export { assistantsOf, type AssistantsState } from './assistants.svelte.ts';
export { proposalsOf } from './proposals.svelte.ts';

/** Loads the component that shows the proposals. Today shows it only while there are proposals. */
export const proposalDock = () => import('./ProposalDock.svelte');
