import type { Publish } from '../../../shared/contract.ts';
import type { Receipt, Screen } from '../../../shared/model/budget.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { questionAt } from '../../../shared/search-dates.ts';
import type { DecodedPage } from '../api/decoded.ts';
import type { CallContext, Fetched } from '../api/exchange.ts';
import { countUnknownRounds } from '../db/queries/plan-facts.ts';
import { savedSearches } from '../db/queries/saved-searches.ts';
import { keepAnswer } from '../library/library-answers.ts';
import { findSet } from '../library/query-sets.ts';
import { keepsPeople } from '../library/seal.ts';
import { storeContacts, storeDetail, storePage, type PageToStore } from '../library/store.ts';
import { coverOfQuestion } from '../planner/search-plan.ts';
import { learning } from '../services/learn-from.ts';
import { paidCall } from '../services/priced-call.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { readKept } from '../words/saved-searches.ts';
import { noteSearched } from '../words/searched.ts';
import type { PlannedCall } from './subjects.ts';

/** What a call of a plan brought. */
export interface Made {
  readonly receipt: Receipt;
  /** Rounds that no answer told before, by their id; null where it asks for none. */
  readonly news: number | null;
}

/** Where the ledger says a plan's calls come from. */
export const PLAN_SCREEN: Screen = 'today';

/**
 * Makes one call of a plan, keeps what came, and tells who shows it. A 404 is free and teaches something, which is kept.
 * @throws AppFailure — see Client; conflict people-locked
 */
export function makeCall(
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
  // Refused before it is charged: what cannot be sealed would have to be thrown away.
  if (endpoint === 'contacts' && !keepsPeople(vault.seal()))
    throw new AppFailure({ kind: 'conflict', reason: 'people-locked', preview: null });
  try {
    const call = (): Promise<Fetched<unknown>> =>
      vault.whileFetching<Fetched<unknown>>((seal) =>
        endpoint === 'contacts'
          ? client.contacts(companyId, context, (told, atMs) =>
              storeContacts(files.cache, seal(), told, atMs),
            )
          : client.company(companyId, context, (told, atMs) => storeDetail(files.cache, seal(), told, atMs)),
      );
    const { receipt } = await learning(workspace, { id: companyId }, () => paidCall(workspace, call));
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
  const { receipt } = await paidCall<DecodedPage>(workspace, () =>
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
 * What came counts for every saved search that asks just this, and for those whose other days are answered by what is kept:
 * theirs is then a whole answer. @returns whether there is one
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
    const search = readKept(kept);
    if (search === null || search.list !== asked.list) continue;
    const question = questionAt(search, governor.serverNowMs());
    const cover = coverOfQuestion(files.cache, question);
    if (cover.days.size === 0) continue;
    isNoted =
      noteSearched(files, keepAnswer(files.cache, question, cover, governor.serverNowMs()), askedAtMs) ||
      isNoted;
  }
  return isNoted;
}
