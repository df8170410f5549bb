import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { localDate } from '../../../../shared/local-date.ts';
import {
  followUpChains,
  followUpsDue,
  proposeFollowUps,
  readFollowUpRules,
  setFollowUpRules,
} from '../../user-data/follow-ups.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createChangeUserData, undoReply } from '../change-user-data.ts';

export function createFollowUpsHandlers(workspaces: Workspaces, publish: Publish): Handlers['followUps'] {
  const change = createChangeUserData(workspaces, publish);
  const today = (): string => localDate(workspaces.current().clock.nowMs());
  return {
    rules: () => ({ rules: readFollowUpRules(workspaces.current().files.yours) }),
    setRules: ({ rules }) =>
      undoReply(
        change('follow-up-rules-set', ({ files, journal, atMs }) =>
          setFollowUpRules(files.yours, journal, rules, atMs),
        ),
      ),
    propose: (contact) => proposeFollowUps(workspaces.current().files, { ...contact, today: today() }),
    due: (page) => {
      const day = today();
      return { ...followUpsDue(workspaces.current().files.yours, { today: day, ...page }), today: day };
    },
    of: ({ companyId }) => ({
      chains: followUpChains(workspaces.current().files, companyId),
      today: today(),
    }),
  };
}
