import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { App } from '../../session/app.svelte.ts';
import { shortCostText } from '../../ui/text/price-text.ts';
import { proposals as strings } from './proposal-strings.ts';
import { proposalTitle } from './proposal-text.ts';

/** Shows the receipt and the cost of an approved request, or that the request failed. */
export function reportEnded(app: App, proposal: AssistantProposal): void {
  const { companyId, receipt, state } = proposal;
  const title = proposalTitle(proposal);
  if (receipt !== null) app.receive(receipt);
  if (state === 'done' && receipt !== null)
    app.toasts.show(strings.ended.done(title, shortCostText(receipt.cost)), {
      ...(companyId === null
        ? {}
        : { link: { label: strings.showCompany, run: () => app.navigation.openCompany(companyId) } }),
    });
  if (state === 'failed' || state === 'unknown')
    app.toasts.show(strings.ended[state](title), { kind: 'problem' });
}
