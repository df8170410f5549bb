import { z } from 'zod';
import { isWithin } from '../../../../shared/add-costs.ts';
import type { Cost, Preview } from '../../../../shared/model/budget.ts';
import { ASSISTANT_REASON_CHARS_MAX } from '../../../../shared/model/assistants/assistant-limits.ts';
import type { AssistantProposal } from '../../../../shared/model/assistants/proposals.ts';
import { rowIdSchema } from '../../../../shared/model/atoms.ts';
import { companyIdSchema } from '../../../../shared/model/company.ts';
import { savedSearchNamed } from '../../database/queries/yours/saved-searches.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { agoText } from '../ago-text.ts';
import { momentText } from '../moment-text.ts';
import {
  priceOfProposable,
  propose as storeProposal,
  proposableFromMs,
  proposalOfClient,
  type ProposalParts,
} from '../proposals.ts';
import { storedAnswer, type ProposableRequest, type StoredAnswer } from '../stored-answer.ts';
import { defineTool, ToolRefusal, type ToolContext, type ToolReply } from '../tool.ts';
import { refusing } from './refusals.ts';
import {
  aboutRequest,
  aboutSavedSearch,
  costData,
  fetchedOn,
  handCompany,
  line,
  nameInput,
  priceData,
  type JsonObject,
} from './tool-parts.ts';

/*
 * Tools about requests that cost records. None of them makes a request: `propose` stores a proposal, which only the
 * user can approve in the app (ADR 108).
 */

const COMPANY_REQUESTS = [
  'profile',
  'contacts',
  'rounds',
  'tech-stack',
  'highlights',
  'news',
  'open-roles',
] as const;
type CompanyRequest = (typeof COMPANY_REQUESTS)[number];

const ROLES_PAGE = 25;

const requestInput = () => ({
  request: z
    .enum([...COMPANY_REQUESTS, 'saved-search'])
    .describe('What to fetch. A profile contains the highlights and the tech stack.'),
  company_id: companyIdSchema.optional().describe('Id of the company; not for a saved search'),
  saved_search: nameInput().optional().describe('Name of a saved search; only for a saved search'),
});

interface Wanted {
  readonly request: CompanyRequest | 'saved-search';
  readonly company_id?: string | undefined;
  readonly saved_search?: string | undefined;
}

/** The request, and how the log describes it. */
interface Subject {
  readonly ask: ProposableRequest;
  readonly about: ToolReply['about'];
  readonly companyIds: readonly string[];
}

/** @throws ToolRefusal `invalid`, `not-found`; CapExceeded */
function subjectOf(context: ToolContext, { request, company_id, saved_search }: Wanted): Subject {
  if (request === 'saved-search') {
    if (saved_search === undefined || company_id !== undefined)
      throw new ToolRefusal('invalid', 'For a saved search, give saved_search and no company_id.');
    const searchId = savedSearchNamed(context.workspace.files.yours, fold(saved_search));
    if (searchId === null)
      throw new ToolRefusal('not-found', 'There is no saved search of this name. Ask the user for its name.');
    const about = aboutSavedSearch(saved_search);
    return { ask: { kind: 'saved-search', searchId: String(searchId) }, about, companyIds: [] };
  }
  if (company_id === undefined || saved_search !== undefined)
    throw new ToolRefusal('invalid', 'For this request, give company_id and no saved_search.');
  const company = handCompany(context, company_id);
  return {
    ask: companyAsk(request, company_id),
    about: aboutRequest(request, company),
    companyIds: [company_id],
  };
}

function companyAsk(request: CompanyRequest, companyId: string): ProposableRequest {
  switch (request) {
    case 'profile':
      return { kind: 'profile', companyId };
    case 'contacts':
      return { kind: 'people', companyId };
    case 'open-roles':
      return { kind: 'roles', companyId, query: { page: 1, perPage: ROLES_PAGE } };
    case 'rounds':
    case 'tech-stack':
    case 'highlights':
    case 'news':
      return { kind: 'panel', companyId, panel: request };
  }
}

const partsOf = ({ workspace, publish }: ToolContext): ProposalParts => {
  const { files, governor, hints, vault } = workspace;
  return { files, governor, hints, vault, publish };
};

const quotedPrice = (preview: Preview): JsonObject => ({
  ...priceData(preview),
  possible_now: preview.decision.kind === 'go',
  records_left_after: preview.lines.find(({ budget }) => budget === 'month-records')?.leftAfter ?? null,
});

export const quote = defineTool({
  name: 'quote',
  title: 'Price of a request',
  description:
    'Returns what a request to the data service would cost, and in `library` how old the answer is that Roundwatch already has for free; null if it has none. State the price as in `text`: `about` is an estimate without a maximum. Requests nothing and spends nothing.',
  permission: 'read',
  readOnly: true,
  input: () => z.strictObject(requestInput()),
  run: (context, wanted) => {
    const { ask, about, companyIds } = subjectOf(context, wanted);
    const preview = refusing(() => priceOfProposable(partsOf(context), ask));
    return {
      data: {
        request: wanted.request,
        price: quotedPrice(preview),
        library: libraryData(storedAnswer(partsOf(context), ask), context.nowMs),
      },
      companyIds,
      about,
    };
  },
});

/** Returns the library's answer and its age; null if the library cannot answer without the request. */
const libraryData = (answer: StoredAnswer | null, nowMs: number): JsonObject | null =>
  answer === null
    ? null
    : {
        ...(answer.rounds === null ? {} : { rounds: answer.rounds }),
        complete: answer.isComplete,
        ...fetchedOn(answer.fetchedAtMs, nowMs),
        fetched: agoText(nowMs - answer.fetchedAtMs),
      };

const ALREADY_WAITING = 'This proposal is already waiting in Roundwatch. Nothing was added.';

export const propose = defineTool({
  name: 'propose',
  title: 'Propose a request',
  description:
    'Proposes a request to the data service. The user sees it in Roundwatch with its price and decides there; it expires after 24 hours. This tool never spends anything, and no tool can approve it. Tell the user the price as in `text`, and that they decide in Roundwatch. Read the result with receipt.',
  permission: 'propose',
  readOnly: false,
  input: () =>
    z.strictObject({
      ...requestInput(),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(ASSISTANT_REASON_CHARS_MAX)
        .describe('Why the user should spend records on this, in one sentence'),
    }),
  run: (context, wanted) => {
    const { ask, about, companyIds } = subjectOf(context, wanted);
    const { client } = context;
    const { proposal, isNew } = refusing(() =>
      storeProposal(partsOf(context), {
        client: { id: client.id, name: client.name },
        ask,
        reason: wanted.reason,
      }),
    );
    const data = proposalData(proposal, context.nowMs);
    if (!isNew)
      return { data: { ...data, note: ALREADY_WAITING }, companyIds, result: 'already-waiting', about };
    return { data, companyIds, made: 'proposal', proposalId: proposal.id, about };
  },
});

export const receipt = defineTool({
  name: 'receipt',
  title: 'Result of a proposal',
  description:
    'Returns what became of a proposal of this assistant, explained in `meaning`, and what the request cost. Does not wait: call it again only when the user has decided.',
  permission: 'propose',
  readOnly: true,
  input: () =>
    z.strictObject({ proposal_id: rowIdSchema.describe('Id of a proposal, as returned by propose') }),
  run: (context, { proposal_id }) => {
    const { nowMs } = context;
    const proposal = refusing(() => proposalOfClient(partsOf(context), context.client.id, proposal_id));
    const companyIds =
      proposal.companyId === null ? [] : [handCompany(context, proposal.companyId).companyId];
    return {
      data: {
        ...proposalData(proposal, nowMs),
        ...(proposal.state === 'declined'
          ? declinedData(proposableFromMs(partsOf(context), proposal.id), nowMs)
          : {}),
      },
      companyIds,
      proposalId: proposal.id,
      told: proposal.state,
      about: { text: line(proposal.companyName ?? '', 200), companyId: proposal.companyId },
    };
  },
});

const MEANINGS: Readonly<Record<AssistantProposal['state'], string>> = {
  open: 'Waits for the user to approve or decline it in Roundwatch',
  running: 'The user approved it. The request is being made or waits to be made.',
  done: 'The user approved it, and the request was made. `cost` is what it cost.',
  unknown: 'The user approved it and the request was sent, but its answer was lost. It counts as spent.',
  failed: 'The user approved it, but the request was not made or was refused by the data service.',
  declined: 'The user declined it.',
  withdrawn: 'It was withdrawn when the user revoked the assistant that proposed it.',
  expired: 'The user did not decide within 24 hours.',
};

const declinedData = (fromMs: number | null, nowMs: number): JsonObject => ({
  meaning: `${MEANINGS.declined} It can be proposed again ${fromMs === null ? 'now' : `from ${momentText(fromMs, nowMs)}`}.`,
  proposable_from: fromMs === null ? null : new Date(fromMs).toISOString(),
});

const proposalData = (proposal: AssistantProposal, nowMs: number): JsonObject => ({
  proposal_id: proposal.id,
  state: proposal.state,
  meaning:
    proposal.state === 'open'
      ? `${MEANINGS.open} until ${momentText(proposal.expiresAtMs, nowMs)}.`
      : MEANINGS[proposal.state],
  request: requestOf(proposal.call),
  company_id: proposal.companyId,
  price: proposedPrice(proposal),
  expires_at: new Date(proposal.expiresAtMs).toISOString(),
  cost: proposal.receipt === null ? null : costData(proposal.receipt.cost),
  // The hint is for open proposals only. Once a proposed request has been made, the library always contains
  // its response.
  ...(proposal.state === 'open' && proposal.storedAtMs !== null
    ? {
        library: { ...fetchedOn(proposal.storedAtMs, nowMs), fetched: agoText(nowMs - proposal.storedAtMs) },
        hint: 'The library already has an answer to this request. Read it before you ask the user to pay again.',
      }
    : {}),
});

/**
 * Returns the price at which the request was proposed. `certainty` comes from the current price, because both
 * prices have the same certainty.
 */
const proposedPrice = ({ proposedCost, preview }: AssistantProposal): JsonObject =>
  priceData(
    isSameCost(proposedCost, preview.cost) ? preview : { cost: proposedCost, certainty: preview.certainty },
  );

const isSameCost = (one: Cost, other: Cost): boolean => isWithin(one, other) && isWithin(other, one);

/** Returns the kind of a request in the form that assistants pass to `propose` and `quote`. */
function requestOf({ endpoint }: AssistantProposal['call']): string {
  if (endpoint === 'company') return 'profile';
  return endpoint === 'fundings' || endpoint === 'companies' ? 'saved-search' : endpoint;
}
