import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { App } from '../../session/app.svelte.ts';
import { proposals as strings } from './proposal-strings.ts';
import { proposalTitle } from './proposal-text.ts';
import type { Proposals } from './proposals.svelte.ts';

/** Approves a proposal at the price on screen. When the request ends, `reportEnded` shows its receipt. */
export const approve = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.attempt(() => proposals.approve(proposal));

/** Declines a proposal. The user can undo this until the proposal expires. */
export const decline = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.change(async () => {
    const title = proposalTitle(proposal);
    if (!(await proposals.decline(proposal))) return;
    app.undo.offerOwn(strings.declined(title), {
      undone: strings.waitsAgain(title),
      revert: () => proposals.undoDecline(proposal),
    });
  });
