import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import { clip } from '../foundation/clip-text.ts';
import { investorRoundsPage, investorsNamed, investorView } from '../library/investors/investor-view.ts';
import { createInvestorChanges } from '../user-data/investors.ts';
import { unseenByInvestor } from '../watch/investor-news.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeUserData, undoReply } from './change-user-data.ts';

export function createInvestorsHandlers(workspaces: Workspaces, publish: Publish): Handlers['investors'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    get: ({ name }) => {
      const view = investorView(workspaces.current().files, name);
      if (view === null) throw new AppFailure({ kind: 'not-found', what: 'investor' });
      return view;
    },
    rounds: ({ name, ...page }) => ({ rounds: investorRoundsPage(workspaces.current().files, name, page) }),
    named: ({ text }) => ({ names: investorsNamed(workspaces.current().files, text) }),
    watched: () => ({
      investors: unseenByInvestor(workspaces.current().files).map(({ name, unseen }) => ({
        name: clip(name, 500),
        unseen,
      })),
    }),
    setWatched: ({ name, watched }) =>
      undoReply(
        change('investor-watched', ({ files, journal }) =>
          createInvestorChanges(files, journal).watch(name, watched),
        ),
      ),
    merge: ({ name, into }) =>
      undoReply(
        change('investor-merged', ({ files, journal, atMs }) =>
          createInvestorChanges(files, journal).merge(name, into, atMs),
        ),
      ),
    separate: ({ name }) =>
      undoReply(
        change('investor-separated', ({ files, journal }) =>
          createInvestorChanges(files, journal).separate(name),
        ),
      ),
    setDistinct: ({ name, other }) =>
      undoReply(
        change('investor-distinct', ({ files, journal, atMs }) =>
          createInvestorChanges(files, journal).setDistinct(name, other, atMs),
        ),
      ),
  };
}
