import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { App } from '../../session/app.svelte.ts';
import { proposals as strings } from './proposal-strings.ts';
import { proposalTitle } from './proposal-text.ts';
import type { Proposals } from './proposals.svelte.ts';

/** Approves a proposal at the price on screen. When the request ends, `reportEnded` shows its receipt. */
export const approve = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.attempt(() => proposals.approve(proposal));

export const decline = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.attempt(async () => {
    if (await proposals.decline(proposal)) app.toasts.show(strings.declined(proposalTitle(proposal)));
  });
