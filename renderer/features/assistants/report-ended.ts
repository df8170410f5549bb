import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { App } from '../../session/app.svelte.ts';
import { proposals as strings } from './proposal-strings.ts';
import { proposalTitle } from './proposal-text.ts';

/** Shows the receipt of an approved request, or that it failed. */
export function reportEnded(app: App, proposal: AssistantProposal): void {
  if (proposal.receipt !== null) app.receive(proposal.receipt);
  if (proposal.state === 'failed' || proposal.state === 'unknown')
    app.toasts.show(strings.ended[proposal.state](proposalTitle(proposal)), { kind: 'problem' });
}
