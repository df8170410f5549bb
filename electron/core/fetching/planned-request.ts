import type { Publish } from '../../../shared/contract/index.ts';
import type { Receipt, Screen } from '../../../shared/model/budget.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import type { DecodedPage } from '../service-api/decoders/decoded-types.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import { countUnknownRounds } from '../database/queries/cache/plan-facts.ts';
import { savedSearches } from '../database/queries/yours/saved-searches.ts';
import { storeAnswer } from '../library/library-answers.ts';
import { findSet } from '../library/query-sets.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import { storeContacts, storeDetail, storePage, type PageToStore } from '../library/store-responses.ts';
import { coverOfQuestion } from '../search-coverage/plan-search.ts';
import { learning } from './record-not-found.ts';
import { pricedRequest } from './priced-request.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { parseSavedQuery } from '../user-data/saved-searches.ts';
import { noteSearched } from '../user-data/saved-search-results.ts';
import type { PlannedCall } from './planned-call.ts';

/** The result of a plan's request. */
export interface Made {
  readonly receipt: Receipt;
  /** Number of rounds not seen before; null if the request does not return rounds. */
  readonly news: number | null;
}

/** The screen that the ledger records for a plan's requests. */
export const PLAN_SCREEN: Screen = 'today';

/**
 * Makes one request of a plan, stores the response and publishes the changes. A 404 is free, and what it
 * reveals is stored.
 * @throws AppFailure the errors of Client; conflict people-locked
 */
export function runPlannedRequest(
  workspace: OpenWorkspace,
  publish: Publish,
  call: PlannedCall,
  context: CallContext,
): Promise<Made> {
  return call.endpoint === 'contacts' || call.endpoint === 'company'
    ? aboutCompany(workspace, publish, call, context)
    : aboutRounds(workspace, publish, call, context);
}

async function aboutCompany(
  workspace: OpenWorkspace,
  publish: Publish,
  { endpoint, companyId }: Extract<PlannedCall, { endpoint: 'contacts' | 'company' }>,
  context: CallContext,
): Promise<Made> {
  const { vault, client, files } = workspace;
  // Refused before it is charged: contacts that cannot be encrypted would be lost.
  if (endpoint === 'contacts' && !canStoreContacts(vault.seal()))
    throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
  try {
    const call = (): Promise<FetchedResponse<unknown>> =>
      vault.whileFetching<FetchedResponse<unknown>>((seal) =>
        endpoint === 'contacts'
          ? client.contacts(companyId, context, (told, atMs) =>
              storeContacts(files.cache, seal(), told, atMs),
            )
          : client.company(companyId, context, (told, atMs) => storeDetail(files.cache, seal(), told, atMs)),
      );
    const { receipt } = await learning(workspace, { id: companyId }, () => pricedRequest(workspace, call));
    return { receipt, news: null };
  } finally {
    publish('companies', 'onChanged', { id: companyId });
    publish('library', 'onChanged', {});
  }
}

async function aboutRounds(
  workspace: OpenWorkspace,
  publish: Publish,
  call: Extract<PlannedCall, { endpoint: 'fundings' | 'companies' }>,
  context: CallContext,
): Promise<Made> {
  const { client, files, governor } = workspace;
  const { cache } = files;
  const askedAtMs = governor.serverNowMs();
  let news = 0;
  const keep = (page: PageToStore): void => {
    news = countUnknownRounds(cache, roundsIn(page.page));
    storePage(cache, page);
  };
  const { receipt } = await pricedRequest<DecodedPage>(workspace, () =>
    call.endpoint === 'fundings'
      ? client.fundings(call.query, context, (page, fetchedAtMs) => keep({ ...call, page, fetchedAtMs }))
      : client.companies(call.query, context, (page, fetchedAtMs) => keep({ ...call, page, fetchedAtMs })),
  );
  publish('library', 'onChanged', {});
  if (noteForSearches(workspace, call, askedAtMs)) publish('savedSearches', 'onChanged', {});
  return { receipt, news };
}

const roundsIn = ({ rows }: DecodedPage) =>
  rows.flatMap(({ company, round }) =>
    round === null || round.roundId === null
      ? []
      : [{ companyId: company.companyId, roundId: round.roundId }],
  );

/**
 * Marks every saved search that this response completes: those with the same query and those whose other days
 * are stored.
 * @returns whether there is one
 */
function noteForSearches(
  { files, governor }: OpenWorkspace,
  call: Extract<PlannedCall, { endpoint: 'fundings' | 'companies' }>,
  askedAtMs: number,
): boolean {
  const asked =
    call.endpoint === 'fundings'
      ? ({ list: 'fundings', query: call.query } as const)
      : ({ list: 'companies', query: call.query } as const);
  const set = findSet(files.cache, asked);
  let isNoted = set !== null && noteSearched(files, set, askedAtMs);
  for (const { question: kept } of savedSearches(files.yours)) {
    const search = parseSavedQuery(kept);
    if (search === null || search.list !== asked.list) continue;
    const question = questionAt(search, governor.serverNowMs());
    const cover = coverOfQuestion(files.cache, question);
    if (cover.days.size === 0) continue;
    isNoted =
      noteSearched(files, storeAnswer(files.cache, question, cover, governor.serverNowMs()), askedAtMs) ||
      isNoted;
  }
  return isNoted;
}
