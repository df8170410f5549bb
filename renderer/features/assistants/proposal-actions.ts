import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { App } from '../../session/app.svelte.ts';
import { proposals as strings } from './proposal-strings.ts';
import { proposalTitle } from './proposal-text.ts';
import type { Proposals } from './proposals.svelte.ts';

/** Approves a proposal at the price that the screen shows. Its end is reported with what it cost. */
export const approve = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.attempt(() => proposals.approve(proposal));

export const decline = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.attempt(async () => {
    if (await proposals.decline(proposal)) app.toasts.show(strings.declined(proposalTitle(proposal)));
  });
