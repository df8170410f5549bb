import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { App } from '../../session/app.svelte.ts';
import { proposals as strings } from './proposal-strings.ts';
import { proposalTitle } from './proposal-text.ts';
import type { Proposals } from './proposals.svelte.ts';

/** Approves a proposal at the price that the screen shows. */
export const approve = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.attempt(async () => {
    if (!(await proposals.approve(proposal))) return;
    const { companyId } = proposal;
    const link =
      companyId === null
        ? {}
        : { link: { label: strings.showCompany, run: () => app.navigation.openCompany(companyId) } };
    app.toasts.show(strings.approved(proposalTitle(proposal)), link);
  });

export const decline = (app: App, proposals: Proposals, proposal: AssistantProposal): Promise<boolean> =>
  app.attempt(async () => {
    if (await proposals.decline(proposal)) app.toasts.show(strings.declined(proposalTitle(proposal)));
  });
