/** The parts of the assistants that other features use. */
export { proposalsOf } from './proposals.svelte.ts';

/** Loads the proposals, which Today shows only while there are any. */
export const proposalDock = () => import('./ProposalDock.svelte');
