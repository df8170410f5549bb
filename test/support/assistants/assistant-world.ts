import type { FetchLike } from '../../../electron/adapters/fetch-transport.ts';
import { listProposals, type ApprovalParts } from '../../../electron/core/assistants/proposals.ts';
import { canStoreContacts } from '../../../electron/core/contacts/contact-encryption.ts';
import { decryptContacts } from '../../../electron/core/contacts/decrypt-contacts.ts';
import { companyRows } from '../../../electron/core/database/queries/cache/companies.ts';
import { planPartsOf } from '../../../electron/core/day-plan/workspace-plan-inputs.ts';
import { runPlannedRequest } from '../../../electron/core/fetching/planned-request.ts';
import { byHand, runPricedRequest } from '../../../electron/core/fetching/priced-request.ts';
import { runQueuedRequest } from '../../../electron/core/fetching/queued-request.ts';
import { runSearch } from '../../../electron/core/fetching/search-requests.ts';
import { createWorkspaceJobs, type WorkspaceJobs } from '../../../electron/core/jobs/workspace-jobs.ts';
import { findSet, resultRows } from '../../../electron/core/library/query-sets.ts';
import type { DemoService } from '../../../electron/core/ports.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { seniorityRank } from '../../../shared/contact-order.ts';
import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { openDemoWorkspace } from '../app/demo-workspace.ts';
import { fundingsQuery, log } from '../app/library-fixtures.ts';
import { noProgress } from '../app/no-progress.ts';

/* A demo workspace with companies from one search, and the jobs that send approved proposals. */

const DAY_MS = 86_400_000;
export const CLIENT = { id: '00000000000000aa', name: 'Desk Assistant' };
export const OTHER_CLIENT = { id: '00000000000000bb', name: 'LM Studio' };

export interface AssistantWorld {
  readonly workspace: OpenWorkspace;
  readonly service: DemoService;
  /** Companies with an open contact window, in the order of the search's result. */
  readonly companies: readonly string[];
  readonly parts: ApprovalParts;
  /** The events that were published, as `group.name`. */
  readonly published: string[];
  proposals(): AssistantProposal[];
  /** Returns the paths that the service has received since the world was opened, oldest first. */
  sent(): string[];
  /** Waits until the approved requests have ended. */
  idle(): Promise<void>;
  /** Stops the jobs, as when the app exits, and starts them again. */
  restart(): void;
  dispose(): Promise<void>;
}

interface WorldOptions {
  /** Replaces the function that sends approved requests. */
  readonly queued?: (world: OpenWorkspace, send: () => Promise<Receipt>) => Promise<Receipt>;
  readonly limit?: number;
  /** Sends the requests, and may lose responses. */
  readonly fetchLike?: FetchLike;
}

export async function openAssistantWorld({
  queued,
  limit = 25,
  fetchLike,
}: WorldOptions = {}): Promise<AssistantWorld> {
  const { workspace, dispose } = await openDemoWorkspace(fetchLike);
  const service = workspace.demo;
  if (service === null) throw new Error('no demo');
  const companies = await fillLibrary(workspace, limit);
  const already = service.transcript(0, 50).total;
  const published: string[] = [];
  const publish: ApprovalParts['publish'] = (group, name) => void published.push(`${group}.${name}`);
  const open = (): WorkspaceJobs =>
    createWorkspaceJobs({
      clock: workspace.clock,
      log,
      publish,
      progress: noProgress,
      workspace,
      parts: planPartsOf(workspace),
      requests: {
        queued: (request) => {
          const send = (): Promise<Receipt> =>
            runQueuedRequest(workspace, request, { unlockContacts: () => Promise.resolve(false) });
          return queued === undefined ? send() : queued(workspace, send);
        },
        planned: (call, context) => runPlannedRequest(workspace, call, context),
      },
    });
  let jobs = open();
  const { files, governor, hints, vault, spending } = workspace;
  const startQueue = (): void => jobs.runner.resume(['network', 'turn', 'key'], 'queue');
  const parts = { files, governor, hints, vault, spending, publish, startQueue };
  return {
    workspace,
    service,
    companies,
    parts,
    published,
    proposals: () => listProposals(parts).proposals,
    sent: () => {
      const { total } = service.transcript(0, 1);
      return service
        .transcript(0, total - already)
        .calls.map(({ path }) => path.replace('/api/v1', ''))
        .toReversed();
    },
    idle: () => jobs.runner.idle(),
    restart: () => {
      jobs.dispose();
      jobs = open();
    },
    dispose: async () => {
      jobs.dispose();
      await dispose();
    },
  };
}

/** Runs a search for recent rounds, and returns the companies with an open contact window. */
export async function fillLibrary(workspace: OpenWorkspace, limit: number): Promise<string[]> {
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const nowMs = workspace.governor.serverNowMs();
  const days = { fundingDateStart: date(nowMs - 20 * DAY_MS), fundingDateEnd: date(nowMs) };
  const question: ListQuery = { list: 'fundings', query: fundingsQuery({ ...days, limit }) };
  await runSearch(
    workspace,
    question,
    byHand({ requests: 2, records: 60, pageTurns: 1, companies: 0 }, 'search'),
  );
  const { cache } = workspace.files;
  const setId = findSet(cache, question)?.setId ?? '';
  const { rows } = resultRows(cache, { setId, offset: 0, limit, nowMs });
  const open = rows.filter(({ window }) => window.state === 'open').map(({ companyId }) => companyId);
  return [...companyRows(cache, [...new Set(open)]).keys()];
}

/**
 * Fetches contacts until a company has contacts of different seniority, and returns its id. Which simulated
 * companies have contacts depends on the time of day.
 */
export async function fetchContacts({ workspace, companies }: AssistantWorld): Promise<string> {
  const seal = workspace.vault.seal();
  if (!canStoreContacts(seal)) throw new Error('contacts are locked');
  const price = { requests: 1, records: 60, pageTurns: 0, companies: 1 };
  for (const companyId of companies) {
    await runPricedRequest(workspace, { endpoint: 'contacts', companyId }, byHand(price, 'company'));
    const { people } = decryptContacts(workspace.files.cache, seal.seal, companyId);
    if (new Set(people.map(({ title }) => seniorityRank(title))).size > 1) return companyId;
  }
  throw new Error('no company has contacts');
}

/** The price that a proposal shows now. */
export const priceOf = ({ preview }: AssistantProposal) => ({
  accepted: preview.cost,
  screen: 'today' as const,
});
