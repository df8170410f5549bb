import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import type { WatchRule } from '../../../shared/model/watch.ts';
import type { ReadDb } from '../database/sql.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { GovernedCall } from '../service-api/governed-request.ts';
import { countOursDue, dueCompanies, PROFILE_RECORDS, usedThisMonth } from '../watch/due-refreshes.ts';
import type { RefreshWatched } from '../fetching/refresh-watched.ts';
import {
  createWatchChanges,
  feed,
  listsWithRules,
  requireListId,
  unseenByList,
  watchedCompanies,
} from '../watch/watched-lists.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeUserData, undoReply } from './change-user-data.ts';

export function createWatchHandlers(
  workspaces: Workspaces,
  publish: Publish,
  refreshWatched: RefreshWatched,
): Handlers['watch'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    ...createReads(workspaces),
    ...createRefreshing(workspaces, refreshWatched),
    set: async ({ id, ...rule }) => {
      const { governor, files, spending } = workspaces.current();
      await spending.requireRaise('watched-list', { from: capOf(files.yours, id), to: capIn(rule) });
      return undoReply(
        change('list-watched', ({ files, journal }) =>
          createWatchChanges(files, journal).set(id, rule, governor.serverNowMs()),
        ),
      );
    },
    markSeen: ({ companyIds }) =>
      undoReply(
        change('changes-seen', ({ files, journal }) =>
          createWatchChanges(files, journal).markSeen(companyIds),
        ),
      ),
  };
}

const capIn = ({ watched, recordsAMonth }: WatchRule): number => (watched ? recordsAMonth : 0);

const capOf = (yours: ReadDb, id: string): number =>
  listsWithRules(yours)
    .filter(({ listId }) => String(listId) === id)
    .reduce((_none, rule) => capIn(rule), 0);

const createReads = (workspaces: Workspaces): Pick<Handlers['watch'], 'lists' | 'feed' | 'due'> => ({
  lists: () => {
    const { files, governor } = workspaces.current();
    const nowMs = governor.serverNowMs();
    const used = usedThisMonth(files.ledger, nowMs);
    const unseen = unseenByList(files);
    const due = dueCompanies(files, nowMs);
    const lists = listsWithRules(files.yours).map(({ listId, name, count, ...rule }) => ({
      id: String(listId),
      name,
      companies: count,
      ...rule,
      usedThisMonth: used.get(String(listId)) ?? 0,
      due: due.filter((each) => each.listId === String(listId)).length,
      unseen: unseen.get(listId) ?? 0,
    }));
    return { lists };
  },
  feed: ({ listId: id, ...request }) => {
    const { files } = workspaces.current();
    return feed(files, { ...request, listId: id === null ? null : requireListId(files.yours, id) });
  },
  due: ({ listId, offset, limit }) => {
    const workspace = workspaces.current();
    const { files, governor } = workspace;
    const due = dueCompanies(files, governor.serverNowMs()).filter(
      (each) => listId === null || each.listId === listId,
    );
    const companies = due.slice(offset, offset + limit).map((each) => ({
      ...each,
      cost: priceOf(workspace, each.companyId),
    }));
    return { companies, total: due.length };
  },
});

/** Maximum number of companies that one click may refresh. */
const AT_ONCE = 50;

function createRefreshing(
  workspaces: Workspaces,
  refreshWatched: RefreshWatched,
): Pick<Handlers['watch'], 'duePrice' | 'refresh'> {
  return {
    duePrice: ({ listId }) => {
      const { files, governor, hints } = workspaces.current();
      const calls = dueCompanies(files, governor.serverNowMs())
        .filter((each) => each.allowed && (listId === null || each.listId === listId))
        .slice(0, AT_ONCE)
        .flatMap(({ companyId }) => describedOrNone(companyId, hints));
      // The user refreshes due companies on the library screen, so that screen's spending cap applies.
      const preview = calls.length === 0 ? null : governor.previewAll(calls, 'library');
      const alreadyOurs = countOursDue(files, governor.serverNowMs(), listId);
      return { companies: calls.length, alreadyOurs, preview };
    },
    refresh: async ({ companyId, accepted, screen }) => {
      const workspace = workspaces.current();
      const request = { listId: payerOf(workspace, companyId), companyId, accepted, screen };
      return { receipt: await refreshWatched(workspace, { ...request, lane: 'interactive' }) };
    },
  };
}

/**
 * Returns the id of the list whose monthly cap applies when a company is refreshed. If several watched lists
 * contain the company, returns the list whose refresh is due first, or any of these lists if no refresh is
 * due.
 * @throws AppFailure `not-found` (`watchlist`) if the company is on no watched list
 */
function payerOf({ files, governor }: Pick<OpenWorkspace, 'files' | 'governor'>, companyId: string): string {
  const due = dueCompanies(files, governor.serverNowMs()).find((each) => each.companyId === companyId);
  const [first] = watchedCompanies(files.yours).get(companyId)?.lists ?? [];
  const listId = due?.listId ?? first?.listId;
  if (listId === undefined) throw new AppFailure({ kind: 'not-found', what: 'watchlist' });
  return String(listId);
}

function describedOrNone(companyId: string, hints: PriceHints): GovernedCall[] {
  try {
    return [describeCall({ endpoint: 'company', companyId }, hints)];
  } catch {
    return [];
  }
}

/**
 * Returns the price of a profile. If the id is invalid, returns the usual price instead of throwing. Only the
 * request itself should fail.
 */
function priceOf({ governor, hints }: Pick<OpenWorkspace, 'governor' | 'hints'>, companyId: string): Cost {
  try {
    return governor.preview(describeCall({ endpoint: 'company', companyId }, hints)).cost;
  } catch {
    return { requests: 1, records: PROFILE_RECORDS, pageTurns: 0, companies: 1 };
  }
}
