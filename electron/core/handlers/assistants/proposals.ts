import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import {
  approveProposal,
  declineProposal,
  listProposals,
  undoDecline,
  type ProposalParts,
} from '../../assistants/proposals.ts';
import type { WorkspaceJobs } from '../../jobs/workspace-jobs.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

/** Creates the handlers for assistants' proposals. Assistants cannot call these handlers. */
export function createProposalsHandlers(
  workspaces: Workspaces,
  publish: Publish,
  jobs: () => WorkspaceJobs,
): Handlers['proposals'] {
  const parts = (): ProposalParts => {
    const { files, governor, hints, vault } = workspaces.current();
    return { files, governor, hints, vault, publish };
  };
  return {
    list: () => listProposals(parts()),
    approve: async (approval) => {
      const { spending } = workspaces.current();
      const startQueue = (): void => jobs().runner.resume(['network', 'turn', 'key'], 'queue');
      return { proposal: await approveProposal({ ...parts(), spending, startQueue }, approval) };
    },
    decline: ({ id }) => {
      declineProposal(parts(), id);
      return {};
    },
    undoDecline: ({ id }) => {
      undoDecline(parts(), id);
      return {};
    },
  };
}
